import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PackageEdition, PackageKind, PackageOrganization } from './packages.ts'
import { runtimeLimits } from './runtime-limits.ts'
import { ProgressState } from './states.ts'
import { Id, Moment, Percent } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    attempts: { verbs: 'recompute'; subjects: 'attempt' }
  }
}

/** How a package is opened: for the record, to look again without writing, to look as an author. */
export const runModes = ['normal', 'review', 'browse'] as const
export const RunMode = z.enum(runModes)
export type RunMode = z.infer<typeof RunMode>

/** Calls of the run-time API under one name for both editions, and what the player itself notes between them. */
export const runtimeFunctions = [
  'Initialize',
  'Terminate',
  'GetValue',
  'SetValue',
  'Commit',
  'GetLastError',
  'GetErrorString',
  'GetDiagnostic',
  /** The player opened the item's frame. */
  'opened',
  /** The frame was taken away, by the learner or by the package's own request. */
  'closed',
  /** A commit did not reach the server; `value` says why. */
  'networkFailed',
  /** The first commit that reached it again. */
  'networkBack',
] as const
export const RuntimeFunction = z.enum(runtimeFunctions)
export type RuntimeFunction = z.infer<typeof RuntimeFunction>

/** What is counted from 1, as far as it can be stored. */
const Count = z.number().int().min(1).max(2_147_483_647)

/** One line of the time-line, as the player saw it. */
export const RuntimeCall = z.strictObject({
  /** Number of the call within the launch, from 1. */
  n: Count,
  /** Milliseconds by the learner's clock. */
  at: z.number().int().nonnegative(),
  sco: z.string().max(runtimeLimits.elementLength),
  fn: RuntimeFunction,
  element: z.string().max(runtimeLimits.elementLength).optional(),
  value: z.string().max(runtimeLimits.callValueLength).optional(),
  result: z.string().max(runtimeLimits.callValueLength),
  /** The API's error code, `0` for none. */
  error: z.string().max(10),
  /** The same read, so many times in a row. */
  times: Count.min(2).optional(),
})
export type RuntimeCall = z.infer<typeof RuntimeCall>

const Elements = z
  .record(z.string().max(runtimeLimits.elementLength), z.string().max(runtimeLimits.valueLength))
  .refine((map) => Object.keys(map).length <= runtimeLimits.elements)

const TextMark = z.strictObject({ length: z.number().int().min(0), sum: z.number().int().min(0) })

/** What changed since an acknowledged commit: small enough to be sent while the page goes away. */
export const RuntimeDelta = z.strictObject({
  /** The acknowledged `seq` that this builds on. */
  base: z.number().int().min(0),
  set: Elements,
  drop: z.array(z.string().max(runtimeLimits.elementLength)).max(runtimeLimits.elements),
  /** Long texts that changed in one place: keep so many characters at both ends, put `insert` between. */
  splice: z
    .array(
      z.strictObject({
        element: z.string().max(runtimeLimits.elementLength),
        /** The text that it was made for, and the one that it makes: what is that already stays. */
        from: TextMark,
        to: TextMark,
        keepStart: z.number().int().min(0),
        keepEnd: z.number().int().min(0),
        insert: z.string().max(runtimeLimits.valueLength),
      }),
    )
    .max(100),
})
export type RuntimeDelta = z.infer<typeof RuntimeDelta>

export const RuntimeCommit = z
  .strictObject({
    /** Launch number; an older one than what stands can never overwrite it. */
    epoch: Count,
    /** Counts up within the launch. */
    seq: Count,
    sco: z.string().min(1).max(runtimeLimits.elementLength),
    /** Counts the openings of items within the launch: a new one starts a new session time. */
    visit: Count,
    /** The whole data model, element by element; empty ones are left out. */
    snapshot: Elements.optional(),
    delta: RuntimeDelta.optional(),
    /** Seconds since Initialize by the player's clock, for packages that report no session time. */
    elapsed: z
      .number()
      .min(0)
      .max(7 * 86_400),
    /** The package called Initialize in this visit; an asset never does. */
    initialized: z.boolean(),
    /** The package said goodbye itself. */
    end: z.boolean(),
    /** Navigation that took its frame away, for what is opened next time. */
    left: z.enum(['suspendAll', 'exitAll', 'exit', 'continue', 'previous', 'choice', 'abandon']).optional(),
    calls: z.array(RuntimeCall).max(runtimeLimits.callsPerCommit),
  })
  .refine((body) => (body.snapshot === undefined) !== (body.delta === undefined), {
    path: ['snapshot'],
    error: 'snapshotOrDelta',
  })
export type RuntimeCommit = z.infer<typeof RuntimeCommit>

export const scoStatuses = ['not attempted', 'browsed', 'incomplete', 'completed', 'passed', 'failed'] as const
export const ScoStatus = z.enum(scoStatuses)
export type ScoStatus = z.infer<typeof ScoStatus>

/** Where one item stands, in words that both editions share. */
export const ScoSummary = z.object({
  id: z.string(),
  status: ScoStatus,
  /** 0 to 100; null: none reported. */
  scorePercent: Percent.nullable(),
  /** 0 to 1; null: none reported. */
  progressMeasure: z.number().nullable(),
  totalSeconds: z.number(),
  /** It was left to be resumed. */
  suspended: z.boolean(),
})
export type ScoSummary = z.infer<typeof ScoSummary>

export const AttemptSummary = z.object({
  state: ProgressState,
  progress: Percent,
  scorePercent: Percent.nullable(),
  totalSeconds: z.number(),
})
export type AttemptSummary = z.infer<typeof AttemptSummary>

export const RuntimeReply = z.object({
  /** `stale`: a later launch has taken over and this one no longer writes. */
  outcome: z.enum(['stored', 'duplicate', 'stale']),
  savedAt: Moment,
  ackedSeq: z.number().int(),
  sco: ScoSummary.nullable(),
  attempt: AttemptSummary,
})
export type RuntimeReply = z.infer<typeof RuntimeReply>

export const RuntimeState = z.object({
  attemptId: Id,
  epoch: z.number().int(),
  mode: RunMode,
  package: z.object({
    kind: PackageKind,
    edition: PackageEdition,
    title: z.string(),
    organization: PackageOrganization,
  }),
  /** Folder of the package on the content origin, ending in a slash. */
  contentBase: z.string(),
  learner: z.object({ id: z.string(), name: z.string() }),
  /** The item that was open last; null at the first launch. */
  current: z.string().nullable(),
  /** The item that is opened now; null: the learner chooses. */
  open: z.string().nullable(),
  scos: z.array(ScoSummary.extend({ cmi: z.record(z.string(), z.string()).nullable(), opened: z.boolean() })),
  attempt: AttemptSummary,
  /** Seals the player's local queue, which other packages of the same host could otherwise write into. */
  journalKey: z.string(),
  savedAt: Moment.nullable(),
})
export type RuntimeState = z.infer<typeof RuntimeState>

export const runtime = {
  state: endpoint({
    id: 'runtime.state',
    summary: 'What the player needs before it opens a package: the tree, where each item stands, and what to load.',
    method: 'GET',
    path: '/api/runtime/state',
    access: 'attempt',
    callers: [],
    sample: () => ({ alsoFine: [401] }),
    response: RuntimeState,
  }),
  commit: endpoint({
    id: 'runtime.commit',
    summary: 'Store what a package said. The attempt is the token’s; the answer is sent once it is durable.',
    method: 'POST',
    path: '/api/runtime/commit',
    access: 'attempt',
    bodyBytes: runtimeLimits.bodyBytes,
    callers: [],
    audit: null,
    sample: () => ({ alsoFine: [401] }),
    body: RuntimeCommit,
    response: RuntimeReply,
  }),
}
