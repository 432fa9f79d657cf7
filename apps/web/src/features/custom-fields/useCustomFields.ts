import { type CustomField, nameOfField } from '@learnt/contract/custom-fields'
import { findLocale } from '@learnt/contract/locales'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

export const askCustomFields = () => ({ ...queryOf(api.customFields.list), staleTime: 60_000 })

/** The tenant's own fields that the person may see, in their order, and what they are called in the language of the page. */
export function useCustomFields() {
  const { i18n } = useTranslation()
  const { data } = useQuery(askCustomFields())
  const locale = findLocale(i18n.language) ?? 'en'
  const fields = useMemo(() => data?.items ?? [], [data])
  /** Null for a field that has no name of the tenant's. */
  const nameOf = useCallback(
    (name: string): string | null => {
      const field = fields.find((one) => one.field === name)
      return field ? nameOfField(field, locale) : null
    },
    [fields, locale],
  )
  const find = useCallback(
    (name: string): CustomField | undefined => fields.find((one) => one.field === name),
    [fields],
  )
  return { fields, nameOf, find }
}
