import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { FeedState, feedLimits } from './feed-states.ts'
import { FeedReadAs, FeedReading, FeedReadingFound, FeedRow, FeedRun, feedRowStates } from './feeds.ts'
import { TellingRow } from './text-encodings.ts'
import { Id, Moment, PageQuery, pageOf, queryList } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    bulkUpdates: {
      verbs: 'check' | 'commit' | 'discard' | 'exportRejected' | 'record' | 'start' | 'undo'
      subjects: 'bulkUpdate'
    }
  }
}

/** What a column of a file of completions can say. The first four are those of the sample file. */
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
  /** What the titles are titles of, where no column says it. */
  documentType: DocumentType,
  /** The order of day, month and year where dates are not written as 2026-11-20. */
  dates: z.enum(['dmy', 'mdy']),
  /** Whoever finished a document that gives a certificate gets it, with the date of the file. */
  certificates: z.boolean(),
  /** Points, badges, notices and mails follow as if it happened today. */
  awards: z.boolean(),
})
export type BulkUpdateOptions = z.infer<typeof BulkUpdateOptions>

export const BulkUpdateMapping = z
  .array(z.enum(bulkUpdateFields).nullable())
  .max(feedLimits.columns)
  .superRefine((fields, complaints) => {
    for (const [at, field] of fields.entries())
      if (field !== null && fields.indexOf(field) < at)
        complaints.addIssue({ code: 'custom', message: 'feedFieldTwice', path: [at], input: field })
  })

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

export const BulkUpdate = FeedRun.omit({ asks: true, source: true }).extend({ counts: BulkUpdateCounts })
export type BulkUpdate = z.infer<typeof BulkUpdate>

export const BulkUpdatePage = BulkUpdate.extend({
  jobId: Id.nullable(),
  headings: z.array(z.string()),
  mapping: BulkUpdateMapping,
  options: BulkUpdateOptions,
  reading: FeedReading,
  readAs: FeedReadAs.nullable(),
})
export type BulkUpdatePage = z.infer<typeof BulkUpdatePage>

export const BulkUpdatePreview = z.object({
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  telling: z.array(TellingRow),
  mapping: BulkUpdateMapping,
  reading: FeedReadingFound,
  isWorkbook: z.boolean(),
  options: BulkUpdateOptions,
})
export type BulkUpdatePreview = z.infer<typeof BulkUpdatePreview>

/** What became of a row; before the run is carried out, only what is certain by then. */
export const bulkUpdateResults = ['update-success', 'update-failed', 'update-skipped'] as const
export const bulkUpdateOutcomes = ['update', 'skipped', 'rejected'] as const

export const BulkUpdateRow = FeedRow.pick({
  place: true,
  line: true,
  person: true,
  userId: true,
  state: true,
  errors: true,
}).extend({
  outcome: z.enum(bulkUpdateOutcomes),
  /** Null: not carried out yet, or taken back. */
  result: z.enum(bulkUpdateResults).nullable(),
  documentType: DocumentType,
  title: z.string(),
  activityTitle: z.string(),
  /** Null: it could not be read. */
  completedAt: Moment.nullable(),
  progress: z.number().nullable(),
})
export type BulkUpdateRow = z.infer<typeof BulkUpdateRow>

export const bulkUpdateSorts = ['createdAt', 'fileName', 'state', 'by', 'rows', 'finishedAt'] as const

const ofRun = z.object({ runId: Id })
const reader = { access: 'admin', callers: ['token', 'looking'] } as const
const writer = { access: 'admin', callers: ['token'] } as const
const noRun = { alsoFine: [404, 409] } as const

export const bulkUpdates = {
  list: endpoint({
    id: 'bulkUpdates.list',
    summary: 'Files of completions, and what became of them.',
    method: 'GET',
    path: '/api/bulk-updates',
    ...reader,
    query: PageQuery.extend({
      state: queryList(FeedState),
      sort: z.enum(bulkUpdateSorts).default('createdAt'),
      direction: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: pageOf(BulkUpdate),
  }),
  get: endpoint({
    id: 'bulkUpdates.get',
    summary: 'One file of completions.',
    method: 'GET',
    path: '/api/bulk-updates/:runId',
    ...reader,
    sample: () => ({ alsoFine: [404] }),
    params: ofRun,
    response: BulkUpdatePage,
  }),
  start: endpoint({
    id: 'bulkUpdates.start',
    summary: 'Start a bulk update with an uploaded CSV or XLSX file of completions.',
    method: 'POST',
    path: '/api/bulk-updates',
    ...writer,
    audit: ['bulkUpdates.start', 'files.adopt'],
    sample: (given) => ({ body: { uploadId: given.newId() }, alsoFine: [404, 422] }),
    body: z.strictObject({ uploadId: z.string().max(100) }),
    response: BulkUpdatePage,
    status: 201,
  }),
  preview: endpoint({
    id: 'bulkUpdates.preview',
    summary: 'The first rows of the file, how it is read, and what each column probably says.',
    method: 'GET',
    path: '/api/bulk-updates/:runId/preview',
    ...reader,
    sample: () => ({ alsoFine: [404] }),
    params: ofRun,
    query: FeedReading.partial(),
    response: BulkUpdatePreview,
  }),
  check: endpoint({
    id: 'bulkUpdates.check',
    summary: 'Read the whole file and say what it would record: the dry run. Goes on as a job.',
    method: 'POST',
    path: '/api/bulk-updates/:runId/check',
    ...writer,
    audit: 'bulkUpdates.check',
    sample: () => ({
      ...noRun,
      body: {
        mapping: [],
        options: { documentType: 'course', dates: 'dmy', certificates: true, awards: false },
        reading: { encoding: '', delimiter: '' },
      },
    }),
    params: ofRun,
    body: z.strictObject({ mapping: BulkUpdateMapping, options: BulkUpdateOptions, reading: FeedReading }),
    response: BulkUpdatePage,
  }),
  commit: endpoint({
    id: 'bulkUpdates.commit',
    summary: 'Record the good rows. Goes on as a job.',
    method: 'POST',
    path: '/api/bulk-updates/:runId/commit',
    ...writer,
    audit: 'bulkUpdates.commit',
    sample: () => noRun,
    idempotency: 'required',
    params: ofRun,
    response: BulkUpdatePage,
  }),
  undo: endpoint({
    id: 'bulkUpdates.undo',
    summary:
      'Take a bulk update back: what it recorded becomes what it was, where nobody has learnt on since. Goes on as a job.',
    method: 'POST',
    path: '/api/bulk-updates/:runId/undo',
    ...writer,
    audit: 'bulkUpdates.undo',
    sample: () => noRun,
    idempotency: 'required',
    params: ofRun,
    response: BulkUpdatePage,
  }),
  discard: endpoint({
    id: 'bulkUpdates.discard',
    summary: 'Give up a bulk update that was not carried out.',
    method: 'POST',
    path: '/api/bulk-updates/:runId/discard',
    ...writer,
    audit: 'bulkUpdates.discard',
    sample: () => noRun,
    params: ofRun,
    response: BulkUpdatePage,
  }),
  rows: endpoint({
    id: 'bulkUpdates.rows',
    summary: 'What each row of a file records, or did.',
    method: 'GET',
    path: '/api/bulk-updates/:runId/rows',
    ...reader,
    sample: () => ({ alsoFine: [404] }),
    params: ofRun,
    query: PageQuery.extend({
      outcome: queryList(z.enum(bulkUpdateOutcomes)),
      state: queryList(z.enum(feedRowStates)),
    }),
    response: pageOf(BulkUpdateRow),
  }),
  rejected: rawEndpoint({
    id: 'bulkUpdates.rejected',
    summary: 'The rejected rows as they came, each with its errors.',
    method: 'GET',
    path: '/api/bulk-updates/:runId/rejected.csv',
    ...reader,
    audit: 'bulkUpdates.exportRejected',
    sample: () => ({ alsoFine: [404] }),
    protocol: 'CSV, UTF-8 with byte order mark: the columns of the file, then `line` and `errors`.',
    produces: 'text/csv',
  }),
  sampleFile: rawEndpoint({
    id: 'bulkUpdates.sampleFile',
    summary: 'A sample file with the columns of a bulk update.',
    method: 'GET',
    path: '/api/bulk-updates/sample.csv',
    ...reader,
    protocol: 'CSV, UTF-8 with byte order mark: courseTitle, activityTitle, completedAt, progress and the person.',
    produces: 'text/csv',
  }),
}
