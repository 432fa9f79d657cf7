import { CertificateState, OutsideState } from '@learnt/contract/certificates'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { ListState } from '../../ui/table/list-state.ts'

/** The role in which the reader sees other people’s certificates. */
export type CertificateReader = 'admin' | 'manager'

/** The filters of the list and of its files. */
export function certificatesFilter(list: ListState, userId?: string) {
  const states = CertificateState.options.filter((one) => list.filters.state?.includes(one))
  return {
    ...(list.search ? { search: list.search } : {}),
    ...(states.length > 0 ? { state: states } : {}),
    ...(userId ? { userId } : {}),
    ...(list.filters.asOf?.[0] ? { asOf: list.filters.asOf[0] } : {}),
  }
}

export function askIssued(reader: CertificateReader, list: ListState, userId?: string) {
  return queryOf(api.certificates[reader].list, { query: { ...certificatesFilter(list, userId), ...pageIn(list) } })
}

export function askOutside(list: ListState) {
  const states = OutsideState.options.filter((one) => list.filters.state?.includes(one))
  return queryOf(api.certificates.outside.list, {
    query: {
      ...pageIn(list),
      ...(list.search ? { search: list.search } : {}),
      state: states.length > 0 ? states : ['open'],
    },
  })
}

export function askTemplates(list: ListState) {
  return queryOf(api.certificates.templates.list, {
    query: { ...pageIn(list), ...(list.search ? { search: list.search } : {}) },
  })
}

export const askTemplate = (templateId: string) => queryOf(api.certificates.templates.get, { params: { templateId } })

export const askOwnCertificates = (limit: number, cursor: string | null = null) =>
  queryOf(api.certificates.mine, { query: { limit, ...(cursor ? { cursor } : {}) } })

function pageIn(list: ListState) {
  return { limit: list.limit, ...(list.cursor ? { cursor: list.cursor } : {}) }
}

/** The address of a certificate’s PDF. */
export function pdfOf(certificateId: string): string {
  return `/api/certificates/${certificateId}/certificate.pdf`
}
