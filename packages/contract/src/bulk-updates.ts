import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { type ReplyOf, rawEndpoint } from './endpoint.ts'
import { ImportDates, importOperations } from './imports.ts'
import { Moment } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    bulkUpdates: {
      verbs: 'check' | 'commit' | 'discard' | 'exportRejected' | 'record' | 'start' | 'undo'
      subjects: 'bulkUpdate'
    }
  }
}

/** The meanings of a column in a file of completions. The first four are those of the sample file. */
export const bulkUpdateFields = [
  'courseTitle',
  'activityTitle',
  'completedAt',
  'progress',
  'email',
  'username',
  'employeeId',
  'unique',
  'documentType',
  'documentId',
  'activityId',
  'score',
  'certificateSerial',
  'issuedAt',
  'validUntil',
] as const
export type BulkUpdateField = (typeof bulkUpdateFields)[number]

/** Columns of the sample file: the four of the specification, and the person. */
export const bulkUpdateSample = ['courseTitle', 'activityTitle', 'completedAt', 'progress', 'email'] as const

export const BulkUpdateOptions = z.strictObject({
  /** The type of document that the titles name, when no column says it. */
  documentType: DocumentType,
  dates: ImportDates,
  /** People who finished a document with a certificate get it, with the date in the file. */
  certificates: z.boolean(),
  /** Points, badges, notices and mails follow as if people finished it today. */
  awards: z.boolean(),
})
export type BulkUpdateOptions = z.infer<typeof BulkUpdateOptions>

export const BulkUpdateCounts = z.object({
  rows: z.number().int(),
  /** Rows that would record something, or did. */
  update: z.number().int(),
  skipped: z.number().int(),
  rejected: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  undone: z.number().int(),
  kept: z.number().int(),
})
export type BulkUpdateCounts = z.infer<typeof BulkUpdateCounts>

/** The outcome of a row; before the run is carried out, only what is certain by then. */
export const bulkUpdateResults = ['update-success', 'update-failed', 'update-skipped'] as const
export const bulkUpdateOutcomes = ['update', 'skipped', 'rejected'] as const

export const bulkUpdates = {
  ...importOperations({
    noun: 'bulkUpdates',
    path: '/api/bulk-updates',
    words: 'completions from another system',
    fields: bulkUpdateFields,
    Options: BulkUpdateOptions,
    sampleOptions: { documentType: 'course', dates: 'dmy', certificates: true, awards: false },
    outcomes: bulkUpdateOutcomes,
    run: { counts: BulkUpdateCounts },
    page: {},
    row: {
      /** Null: not carried out yet, or taken back. */
      result: z.enum(bulkUpdateResults).nullable(),
      documentType: DocumentType,
      title: z.string(),
      activityTitle: z.string(),
      /** Null: the row could not be read. */
      completedAt: Moment.nullable(),
      progress: z.number().nullable(),
    },
    start: {},
    undoes: 'what it recorded becomes what it was, unless the person has learnt on since',
  }),
  sampleFile: rawEndpoint({
    id: 'bulkUpdates.sampleFile',
    summary: 'A sample file with the columns of a bulk update.',
    method: 'GET',
    path: '/api/bulk-updates/sample.csv',
    access: 'admin',
    callers: ['token', 'looking'],
    protocol: 'CSV, UTF-8 with byte order mark: courseTitle, activityTitle, completedAt, progress and the person.',
    produces: 'text/csv',
  }),
}

export type BulkUpdatePage = ReplyOf<typeof bulkUpdates.get>
export type BulkUpdateRow = ReplyOf<typeof bulkUpdates.rows>['items'][number]
