import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Can, Day, Id, Moment, oneLine, PageQuery, pageOf, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    erasures: { verbs: 'begin' | 'blank' | 'confirm' | 'finish' | 'hold' | 'release' | 'removeProof' | 'setRetention' }
  }
}

/** Records that a tenant may keep as proof for a time after it erased somebody. */
export const proofKinds = ['certificates', 'badges', 'outsideCertificates', 'submissions'] as const
export const ProofKind = z.enum(proofKinds)
export type ProofKind = z.infer<typeof ProofKind>

/** What is kept of a person, by kind. */
export const erasureKinds = [
  'profile',
  'messages',
  'comments',
  'files',
  ...proofKinds,
  'learning',
  'feeds',
  'log',
] as const
export const ErasureKind = z.enum(erasureKinds)
export type ErasureKind = z.infer<typeof ErasureKind>

/** `goes`: with the person. `nameless`: stays for counts, without name and words. `kept`: with the name, until a day. */
export const ErasureFate = z.enum(['goes', 'nameless', 'kept'])
export type ErasureFate = z.infer<typeof ErasureFate>

export const erasureStates = ['open', 'held', 'running', 'done', 'withdrawn', 'dismissed'] as const
export const ErasureState = z.enum(erasureStates)
export type ErasureState = z.infer<typeof ErasureState>

/** Months within which an organisation answers a wish to be erased. */
export const erasureDueMonths = 1

export const ErasurePart = z.object({
  kind: ErasureKind,
  fate: ErasureFate,
  /** Records of the person. */
  records: z.number().int(),
  /** Why they are kept, and the day on which they go. */
  reason: z.string(),
  until: Day.nullable(),
})
export type ErasurePart = z.infer<typeof ErasurePart>

export const Erasure = z.object({
  userId: Id,
  /** Of a person who is erased it is what stands in place of the name. */
  name: z.string(),
  teamId: z.string(),
  state: ErasureState,
  /** The administrator who began it; null: the person asked. */
  begunBy: z.string().nullable(),
  reason: z.string(),
  askedAt: Moment,
  dueAt: Moment,
  confirmedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
  /** When the last record that is kept as proof goes. */
  keptUntil: Day.nullable(),
})
export type Erasure = z.infer<typeof Erasure>

export const Hold = z.object({
  userId: Id,
  name: z.string(),
  teamId: z.string(),
  reason: z.string(),
  heldBy: z.string(),
  heldAt: Moment,
})
export type Hold = z.infer<typeof Hold>

/** What is known of one person about erasing them. */
export const ErasureOfMember = z.object({
  name: z.string(),
  email: z.string(),
  request: Erasure.nullable(),
  hold: Hold.nullable(),
  can: Can,
})
export type ErasureOfMember = z.infer<typeof ErasureOfMember>

export const ErasurePreview = z.object({
  name: z.string(),
  email: z.string(),
  parts: z.array(ErasurePart),
  /** The account opens another organisation too, and stays there. */
  keepsAccount: z.boolean(),
  /** Days after which no backup holds the data; null: the operator has not said. */
  backupDays: z.number().int().nullable(),
  can: Can,
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const RetentionPeriod = z.object({
  kind: ProofKind,
  /** 0: it goes with the person. */
  months: z.number().int(),
  reason: z.string(),
})
export type RetentionPeriod = z.infer<typeof RetentionPeriod>

export const RetentionInput = z
  .strictObject({
    months: z.number({ error: 'required' }).int().min(0).max(600),
    reason: oneLine().max(200).default(''),
  })
  .refine(({ months, reason }) => months === 0 || reason !== '', { path: ['reason'], error: 'required' })
export type RetentionInput = z.infer<typeof RetentionInput>

export const HoldInput = z.strictObject({ reason: oneLine().min(1, { error: 'required' }).max(500) })
export type HoldInput = z.infer<typeof HoldInput>

/** The name or the address as the page shows it. */
export const ErasureConfirmation = z.strictObject({
  confirmation: z.string().trim().min(1, { error: 'required' }).max(500),
})
export type ErasureConfirmation = z.infer<typeof ErasureConfirmation>

export const ErasureWish = z.strictObject({ reason: z.string().trim().max(500).default('') })

const member = { params: z.object({ userId: Id }), query: z.object({ teamId: Slug.optional() }) }

export const erasures = {
  list: endpoint({
    id: 'erasures.list',
    summary: 'Wishes to be erased and what became of them, the newest first.',
    method: 'GET',
    path: '/api/erasures',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({ state: ErasureState.optional() }),
    response: pageOf(Erasure),
  }),
  ofMember: endpoint({
    id: 'erasures.ofMember',
    summary: 'The erasure of one person: whether it was asked for, how far it is, and whether it is on hold.',
    method: 'GET',
    path: '/api/members/:userId/erasure',
    access: 'admin',
    callers: ['token', 'looking'],
    ...member,
    response: ErasureOfMember,
  }),
  preview: endpoint({
    id: 'erasures.preview',
    summary: 'What erasing a person takes away, what stays without a name, and what is kept as proof.',
    method: 'GET',
    path: '/api/members/:userId/erasure/preview',
    access: 'admin',
    callers: ['token', 'looking'],
    ...member,
    response: ErasurePreview,
  }),
  begin: endpoint({
    id: 'erasures.begin',
    summary: 'Put a person who did not ask on the list of erasures. Erases nothing.',
    method: 'PUT',
    path: '/api/members/:userId/erasure',
    access: 'admin',
    callers: ['token'],
    audit: 'erasures.begin',
    sample: () => ({ body: { reason: 'Asked for by letter' } }),
    ...member,
    body: ErasureWish,
    response: ErasureOfMember,
  }),
  confirm: endpoint({
    id: 'erasures.confirm',
    summary: 'Erase a person: their name or address is typed as it is shown. Done within the hour, and never undone.',
    method: 'POST',
    path: '/api/members/:userId/erasure/confirm',
    access: 'admin',
    callers: [],
    audit: 'erasures.confirm',
    sample: (given) => ({ body: { confirmation: given.learner.email } }),
    ...member,
    body: ErasureConfirmation,
    response: ErasureOfMember,
  }),
  retention: endpoint({
    id: 'erasures.retention',
    summary: 'How long each kind of record is kept as proof after a person was erased, and how long backups are kept.',
    method: 'GET',
    path: '/api/erasures/retention',
    access: 'admin',
    callers: ['token', 'looking'],
    response: z.object({ periods: z.array(RetentionPeriod), backupDays: z.number().int().nullable(), can: Can }),
  }),
  setRetention: endpoint({
    id: 'erasures.setRetention',
    summary: 'Set how long a kind of record is kept as proof; 0 months: it goes with the person.',
    method: 'PUT',
    path: '/api/erasures/retention/:kind',
    access: 'admin',
    callers: ['token'],
    audit: 'erasures.setRetention',
    sample: () => ({
      params: { kind: 'certificates' },
      body: { months: 24, reason: 'Proof of safety training' },
      acrossTenants: true,
    }),
    params: z.object({ kind: ProofKind }),
    body: RetentionInput,
  }),
  holds: endpoint({
    id: 'erasures.holds',
    summary: 'People who may not be erased for now, and why.',
    method: 'GET',
    path: '/api/erasures/holds',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery,
    response: pageOf(Hold),
  }),
  hold: endpoint({
    id: 'erasures.hold',
    summary: 'Keep a person from being erased, with the reason.',
    method: 'PUT',
    path: '/api/members/:userId/hold',
    access: 'admin',
    callers: ['token'],
    audit: 'erasures.hold',
    sample: () => ({ body: { reason: 'Court case 12/26' } }),
    ...member,
    body: HoldInput,
  }),
  release: endpoint({
    id: 'erasures.release',
    summary: 'End the hold on a person. Done twice it is the same.',
    method: 'DELETE',
    path: '/api/members/:userId/hold',
    access: 'admin',
    callers: ['token'],
    audit: 'erasures.release',
    sample: () => ({ changesNothing: true }),
    ...member,
  }),
}
