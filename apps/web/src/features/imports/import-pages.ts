import type { ImportRow, importOperations } from '@learnt/contract/imports'
import type { z } from 'zod'
import type { ReplyOf } from '../../api/reply.ts'

type Own = Record<never, never>

/** The operations of importOperations() as the pages call them, whatever the import. */
export type ImportCalls = ReturnType<
  typeof importOperations<string, z.ZodType<object>, string, Own, Own, Own, Own, z.ZodType | undefined>
>

export type AnyRun = ReplyOf<ImportCalls['list']>['items'][number]
export type AnyRunPage = ReplyOf<ImportCalls['get']>
export type AnyPreview = ReplyOf<ImportCalls['preview']>
export type AnyRow = ImportRow & { outcome: string }

/** What an import brings to all its pages. */
export interface ImportPages {
  readonly calls: ImportCalls
  /** Where its pages are. */
  readonly list: string
  readonly one: (runId: string) => string
}
