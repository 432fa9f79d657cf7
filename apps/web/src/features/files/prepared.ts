import type { DocumentOutline, DocumentPart } from '@learnt/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { readProblem } from '../../api/problem.ts'
import { queryOf } from '../../api/queries.ts'

/** How often a document that is being prepared is asked about. */
const askEveryMs = 1000

/** What a document consists of, by its signed address; asked again until it is prepared. */
export function outlineAsk(url: string) {
  return queryOptions({
    ...queryOf(api.files.outline, { params: signatureOf(url) }),
    refetchInterval: ({ state }) =>
      (state.data as DocumentOutline | undefined)?.state === 'waiting' ? askEveryMs : false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A part of it. The browser keeps it too, so that it need not stay here for long. */
export function partAsk(url: string, number: number) {
  const params = { ...signatureOf(url), number }
  return queryOptions({
    queryKey: ['files', 'part', params],
    queryFn: async ({ signal }): Promise<DocumentPart> => {
      const response = await fetch(addressOf(api.files.part, { params }), { credentials: 'same-origin', signal })
      if (!response.ok) throw await readProblem(response)
      return response.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** An address is /files/ID/SIGNATURE/NAME. */
function signatureOf(url: string): { fileId: string; signature: string } {
  const [, , fileId = '', signature = ''] = url.split('/')
  return { fileId, signature }
}
