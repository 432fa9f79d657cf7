import { z } from 'zod'
import { endpoint, type ReplyOf } from './endpoint.ts'
import { ImportDates, importOperations } from './imports.ts'
import { membershipStatuses } from './states.ts'
import { feedFields } from './team-values.ts'
import { FeedHeadings } from './teams.ts'

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
    /** A run that starts by itself would deactivate more people than it may without asking. */
    feedAsks: { fileName: string; leaving: number }
  }
}

/** What a run does with the rows of its file, and with people who are not in it. */
export const FeedOptions = z.strictObject({
  /** Whether a run adds new people, changes known ones, or both. */
  mode: z.enum(['both', 'create', 'update']),
  /** What an empty cell means: the field stays as it is, or is emptied. */
  blanks: z.enum(['keep', 'clear']),
  /** What happens to people of the team who are not in the file: they stay, or get this status. */
  missing: z.enum(['keep', ...membershipStatuses.filter((one) => one !== 'active')] as const),
  /** People in the file who had left (inactive, archived, terminated) become active again. */
  returns: z.boolean(),
  /** New people get a mail that says how to sign in. */
  invites: z.boolean(),
  dates: ImportDates,
  /** What separates several values in one cell. */
  separator: z.enum([';', ',', '|', '/']),
})
export type FeedOptions = z.infer<typeof FeedOptions>

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

export const feedOutcomes = ['create', 'update', 'leave', 'unchanged', 'skipped', 'rejected'] as const

export const FeedSettings = z.object({
  feedHeadings: FeedHeadings,
  /** Percent of the active people that a run may deactivate without asking. */
  mostLeaving: z.number().int().min(0).max(100),
  /** New files in the team’s folder start a run by themselves. */
  watchesFolder: z.boolean(),
  /** Where the operator puts the files, below the folder of the installation's data. */
  folder: z.string(),
})
export type FeedSettings = z.infer<typeof FeedSettings>

export const feeds = {
  settings: endpoint({
    id: 'feeds.settings',
    summary: 'Columns of the team’s HR feed, and how careful its runs are.',
    method: 'GET',
    path: '/api/feeds/settings',
    access: 'admin',
    callers: ['token', 'looking'],
    response: FeedSettings,
  }),
  changeSettings: endpoint({
    id: 'feeds.changeSettings',
    summary: 'Set the columns of the team’s HR feed, and how careful its runs are.',
    method: 'PUT',
    path: '/api/feeds/settings',
    access: 'admin',
    callers: ['token'],
    audit: 'feeds.changeSettings',
    sample: () => ({ body: { feedHeadings: [], mostLeaving: 20, watchesFolder: false } }),
    body: z.strictObject(FeedSettings.omit({ folder: true }).shape),
    response: FeedSettings,
  }),
  ...importOperations({
    noun: 'feeds',
    path: '/api/feeds/runs',
    words: 'the HR feed',
    fields: feedFields,
    Options: FeedOptions,
    sampleOptions: {
      mode: 'both',
      blanks: 'keep',
      missing: 'keep',
      returns: false,
      invites: false,
      dates: 'dmy',
      separator: ';',
    },
    outcomes: feedOutcomes,
    run: {
      counts: FeedCounts,
      source: z.enum(['upload', 'api', 'folder']),
      /** It would deactivate more people than the team lets a run do without asking. */
      asks: z.boolean(),
    },
    /** Percent of the active people. */
    page: { mostLeaving: z.number().int() },
    row: { changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })) },
    start: {
      /**
       * It is checked and carried out with the last mapping and options, unless it would deactivate too many people.
       */
      commits: z.boolean().default(false),
      options: FeedOptions.partial().optional(),
    },
    commit: z.strictObject({
      /** When the run asks: how many people it deactivates, as its page shows it. */
      leaving: z.number().int().min(0).max(10_000_000).optional(),
    }),
    undoes: 'fields get the values from before where nobody changed them since, and people that it added are archived',
  }),
}

export type FeedRun = ReplyOf<typeof feeds.list>['items'][number]
export type FeedRunPage = ReplyOf<typeof feeds.get>
export type FeedRow = ReplyOf<typeof feeds.rows>['items'][number]
