import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { FeedState, feedLimits } from './feed-states.ts'
import { membershipStatuses } from './states.ts'
import { feedFields } from './team-values.ts'
import { FeedHeadings } from './teams.ts'
import { EncodingBasis, TellingRow, TextEncoding } from './text-encodings.ts'
import { Can, Id, Moment, PageQuery, pageOf, queryList, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    feeds: {
      verbs: 'changeSettings' | 'check' | 'commit' | 'discard' | 'exportRejected' | 'start' | 'undo'
      subjects: 'feedRun'
    }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** A file that runs by itself would deactivate more people than it may without asking. */
    feedAsks: { fileName: string; leaving: number }
  }
}

/** What a run does with the rows of its file, and with people who are not in it. */
export const FeedOptions = z.strictObject({
  /** Whether people who are not known yet are added, people who are known changed, or both. */
  mode: z.enum(['both', 'create', 'update']),
  /** What an empty cell means: the field stays as it is, or is emptied. */
  blanks: z.enum(['keep', 'clear']),
  /** What becomes of people of the team who are not in the file: they stay, or get this status. */
  missing: z.enum(['keep', ...membershipStatuses.filter((one) => one !== 'active')] as const),
  /** People in the file who had left (inactive, archived, terminated) become active again. */
  returns: z.boolean(),
  /** New people get a mail that says how to sign in. */
  invites: z.boolean(),
  /** The order of day, month and year where dates are not written as 2026-11-20. */
  dates: z.enum(['dmy', 'mdy']),
  /** What separates several values in one cell. */
  separator: z.enum([';', ',', '|', '/']),
})
export type FeedOptions = z.infer<typeof FeedOptions>

/** Which field each column of the file fills; null: none. In the order of the columns. */
export const FeedMapping = z
  .array(z.enum(feedFields).nullable())
  .max(feedLimits.columns)
  .superRefine((fields, complaints) => {
    const seen = new Set<string>()
    for (const [at, field] of fields.entries()) {
      if (field !== null && seen.has(field))
        complaints.addIssue({ code: 'custom', message: 'feedFieldTwice', path: [at], input: field })
      if (field !== null) seen.add(field)
    }
  })

/** How the text of a file is read; '' finds it out. A workbook needs neither. */
export const FeedReading = z.strictObject({
  encoding: TextEncoding,
  delimiter: z.string().max(1),
})

/** How it was read, and why so. */
export const FeedReadingFound = z.object({ ...FeedReading.shape, basis: EncodingBasis })

/** How the whole file was read. */
export const FeedReadAs = FeedReadingFound.extend({
  /** Rows with fewer cells than there are headings: the missing ones count as empty. */
  shortRows: z.number().int(),
})

/** Figures of a run: rows of the file, and people who are missing from it. */
export const FeedCounts = z.object({
  rows: z.number().int(),
  create: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  /** Rows with errors, or that the options leave out. */
  rejected: z.number().int(),
  skipped: z.number().int(),
  /** People who get the status for those who are missing, and people whose last day has passed. */
  leaving: z.number().int(),
  /** Active people of the team, before the run. */
  active: z.number().int(),
  /** In the file, but not active. */
  away: z.number().int(),
  /** Rows that were carried out, and rows that were taken back. */
  done: z.number().int(),
  failed: z.number().int(),
  undone: z.number().int(),
})
export type FeedCounts = z.infer<typeof FeedCounts>

export const FeedRun = z.object({
  id: Id,
  teamId: Slug,
  teamName: z.string(),
  state: FeedState,
  source: z.enum(['upload', 'api', 'folder']),
  fileName: z.string(),
  fileSize: z.number().int(),
  by: z.string(),
  counts: FeedCounts,
  /** It would deactivate more people than the team lets a run do without asking. */
  asks: z.boolean(),
  /** One sentence, where it failed or stopped. */
  reason: z.string(),
  createdAt: Moment,
  /** When its job began and ended; null: not yet. */
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
  can: Can,
})
export type FeedRun = z.infer<typeof FeedRun>

export const FeedRunPage = FeedRun.extend({
  jobId: Id.nullable(),
  headings: z.array(z.string()),
  mapping: FeedMapping,
  options: FeedOptions,
  reading: FeedReading,
  /** Null: it was not read yet. */
  readAs: FeedReadAs.nullable(),
  /** Percent of the active people. */
  mostLeaving: z.number().int(),
})
export type FeedRunPage = z.infer<typeof FeedRunPage>

/** What was found in a file before it is read as a whole. */
export const FeedPreview = z.object({
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** The first rows with letters outside ASCII, wherever in the beginning of the file they stand. */
  telling: z.array(TellingRow),
  mapping: FeedMapping,
  reading: FeedReadingFound,
  isWorkbook: z.boolean(),
  options: FeedOptions,
})
export type FeedPreview = z.infer<typeof FeedPreview>

export const feedOutcomes = ['create', 'update', 'leave', 'unchanged', 'skipped', 'rejected'] as const
export const feedRowStates = ['planned', 'done', 'failed', 'undone', 'kept'] as const

export const FeedRow = z.object({
  place: z.number().int(),
  /** Line of the file; null: somebody who is missing from it. */
  line: z.number().int().nullable(),
  /** As people know them: the name, else what the file says. */
  person: z.string(),
  userId: Id.nullable(),
  outcome: z.enum(feedOutcomes),
  state: z.enum(feedRowStates),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  errors: z.array(
    z.object({
      /** The heading of the column; '' where it is about the row as a whole. */
      column: z.string(),
      /** One sentence. */
      expected: z.string(),
      found: z.string(),
    }),
  ),
})
export type FeedRow = z.infer<typeof FeedRow>

export const FeedSettings = z.object({
  feedHeadings: FeedHeadings,
  /** Percent of the active people that a run may deactivate without asking. */
  mostLeaving: z.number().int().min(0).max(100),
  /** New files in the team's folder are run by themselves. */
  watchesFolder: z.boolean(),
  /** Where the operator puts the files, below the folder of the installation's data. */
  folder: z.string(),
})
export type FeedSettings = z.infer<typeof FeedSettings>

const ofRun = z.object({ runId: Id })
const reader = { access: 'admin', callers: ['token', 'looking'] } as const
const writer = { access: 'admin', callers: ['token'] } as const
const noRun = { alsoFine: [404, 409] } as const

export const feeds = {
  settings: endpoint({
    id: 'feeds.settings',
    summary: 'Columns of the team’s HR feed, and how careful its runs are.',
    method: 'GET',
    path: '/api/feeds/settings',
    ...reader,
    response: FeedSettings,
  }),
  changeSettings: endpoint({
    id: 'feeds.changeSettings',
    summary: 'Set the columns of the team’s HR feed, and how careful its runs are.',
    method: 'PUT',
    path: '/api/feeds/settings',
    ...writer,
    audit: 'feeds.changeSettings',
    sample: () => ({ body: { feedHeadings: [], mostLeaving: 20, watchesFolder: false } }),
    body: z.strictObject(FeedSettings.omit({ folder: true }).shape),
    response: FeedSettings,
  }),
  list: endpoint({
    id: 'feeds.list',
    summary: 'Runs of the HR feed, newest first.',
    method: 'GET',
    path: '/api/feeds/runs',
    ...reader,
    query: PageQuery.extend({ state: queryList(FeedState) }),
    response: pageOf(FeedRun),
  }),
  get: endpoint({
    id: 'feeds.get',
    summary: 'One run.',
    method: 'GET',
    path: '/api/feeds/runs/:runId',
    ...reader,
    sample: () => ({ alsoFine: [404] }),
    params: ofRun,
    response: FeedRunPage,
  }),
  start: endpoint({
    id: 'feeds.start',
    summary:
      'Start a run with an uploaded CSV or XLSX file. With `commits`, it is checked and carried out with the mapping and the options of last time, unless it would deactivate too many people.',
    method: 'POST',
    path: '/api/feeds/runs',
    ...writer,
    audit: ['feeds.start', 'files.adopt'],
    sample: (given) => ({ body: { uploadId: given.newId() }, alsoFine: [404, 422] }),
    body: z.strictObject({
      uploadId: z.string().max(100),
      commits: z.boolean().default(false),
      options: FeedOptions.partial().optional(),
    }),
    response: FeedRunPage,
    status: 201,
  }),
  preview: endpoint({
    id: 'feeds.preview',
    summary: 'The first rows of the file, how it is read, and which field each column probably fills.',
    method: 'GET',
    path: '/api/feeds/runs/:runId/preview',
    ...reader,
    sample: () => ({ alsoFine: [404] }),
    params: ofRun,
    query: FeedReading.partial(),
    response: FeedPreview,
  }),
  check: endpoint({
    id: 'feeds.check',
    summary: 'Read the whole file and say what the run would do: the dry run. Goes on as a job.',
    method: 'POST',
    path: '/api/feeds/runs/:runId/check',
    ...writer,
    audit: 'feeds.check',
    sample: () => ({
      ...noRun,
      body: { mapping: [], options: standardSample, reading: { encoding: '', delimiter: '' } },
    }),
    params: ofRun,
    body: z.strictObject({ mapping: FeedMapping, options: FeedOptions, reading: FeedReading }),
    response: FeedRunPage,
  }),
  commit: endpoint({
    id: 'feeds.commit',
    summary: 'Carry out the good rows. Goes on as a job.',
    method: 'POST',
    path: '/api/feeds/runs/:runId/commit',
    ...writer,
    audit: 'feeds.commit',
    sample: () => ({ ...noRun, body: {} }),
    idempotency: 'required',
    params: ofRun,
    body: z.strictObject({
      /** Where the run asks: how many people it deactivates, as its page shows it. */
      leaving: z.number().int().min(0).max(10_000_000).optional(),
    }),
    response: FeedRunPage,
  }),
  undo: endpoint({
    id: 'feeds.undo',
    summary:
      'Take the run back: fields get the values from before where nobody changed them since, people whom it added are archived. Goes on as a job.',
    method: 'POST',
    path: '/api/feeds/runs/:runId/undo',
    ...writer,
    audit: 'feeds.undo',
    sample: () => noRun,
    idempotency: 'required',
    params: ofRun,
    response: FeedRunPage,
  }),
  discard: endpoint({
    id: 'feeds.discard',
    summary: 'Give up a run that was not carried out.',
    method: 'POST',
    path: '/api/feeds/runs/:runId/discard',
    ...writer,
    audit: 'feeds.discard',
    sample: () => noRun,
    params: ofRun,
    response: FeedRunPage,
  }),
  rows: endpoint({
    id: 'feeds.rows',
    summary: 'What each row of a run does, or did.',
    method: 'GET',
    path: '/api/feeds/runs/:runId/rows',
    ...reader,
    sample: () => ({ alsoFine: [404] }),
    params: ofRun,
    query: PageQuery.extend({
      outcome: queryList(z.enum(feedOutcomes)),
      state: queryList(z.enum(feedRowStates)),
    }),
    response: pageOf(FeedRow),
  }),
  rejected: rawEndpoint({
    id: 'feeds.rejected',
    summary: 'The rejected rows as they came, each with its errors.',
    method: 'GET',
    path: '/api/feeds/runs/:runId/rejected.csv',
    ...reader,
    audit: 'feeds.exportRejected',
    sample: () => ({ alsoFine: [404] }),
    protocol: 'CSV, UTF-8 with byte order mark: the columns of the file, then `line` and `errors`.',
    produces: 'text/csv',
  }),
}

const standardSample = {
  mode: 'both',
  blanks: 'keep',
  missing: 'keep',
  returns: false,
  invites: false,
  dates: 'dmy',
  separator: ';',
}
