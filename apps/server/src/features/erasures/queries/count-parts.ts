import { type ErasureKind, type ErasurePart, erasureKinds, type ProofKind } from '@learnt/contract/erasures'
import { type Erased, fates, isProof, proofMade } from './fates.ts'

/** What becomes of each kind. Counts need what stays; it leads to nobody. */
const becomes: Readonly<Record<ErasureKind, 'goes' | 'nameless'>> = {
  profile: 'goes',
  messages: 'goes',
  comments: 'goes',
  files: 'goes',
  certificates: 'nameless',
  badges: 'nameless',
  outsideCertificates: 'goes',
  submissions: 'nameless',
  learning: 'nameless',
  feeds: 'nameless',
  log: 'nameless',
}

/** Tables of which a count says something to a person; of the others each record belongs to one that is counted. */
const counted: Readonly<Record<ErasureKind, readonly string[]>> = {
  profile: [
    'saved_views',
    'schedules',
    'quick_notes',
    'personal_entries',
    'calendar_feeds',
    'event_facilitators',
    'audience_people',
    'stand_ins',
  ],
  messages: ['notifications', 'mails'],
  comments: ['step_comments', 'ratings', 'requests'],
  files: ['data_exports'],
  certificates: ['certificates'],
  badges: ['badge_awards'],
  outsideCertificates: ['outside_certificates'],
  submissions: ['submissions'],
  learning: ['statements'],
  feeds: ['feed_rows'],
  log: ['audit_entries', 'impersonation_sessions', 'jobs'],
}

/** One statement that counts the records of a person by kind: rows of `kind` and `records`. */
export function countByKind(of: Erased): string {
  return fates
    .filter((fate) => counted[fate.kind].includes(fate.table))
    .map(
      ({ table, kind, where }) =>
        `select '${kind}' as kind, count(*)::int as records from ${table} t where ${where(of)}`,
    )
    .join(' union all ')
}

/** When the latest record of each kind of proof was made. */
export function latestProofs(of: Erased): string {
  return Object.entries(proofMade)
    .map(
      ([kind, { table, at }]) =>
        `select '${kind}' as kind, max(${at}) as made from ${table} t where t.user_id = '${of.userId}'::uuid`,
    )
    .join(' union all ')
}

export interface ProofPeriod {
  readonly kind: ProofKind
  readonly months: number
  readonly reason: string
}

interface KeptProof {
  readonly kind: ProofKind
  readonly until: string
  readonly reason: string
}

/** What is kept, and until when: a number of months after the latest record, if that day has not come. */
export function keptProofs(
  latest: readonly { kind: string; made: Date | null }[],
  periods: readonly ProofPeriod[],
  now: Date,
): KeptProof[] {
  return periods.flatMap(({ kind, months, reason }) => {
    const made = latest.find((one) => one.kind === kind)?.made
    if (!made) return []
    const until = afterMonths(made, months).toISOString().slice(0, 10)
    return until > now.toISOString().slice(0, 10) ? [{ kind, until, reason }] : []
  })
}

/** The same day some months later, or the last day of that month. */
export function afterMonths(from: Date, months: number): Date {
  const day = new Date(from)
  day.setUTCMonth(day.getUTCMonth() + months)
  if (day.getUTCDate() !== from.getUTCDate()) day.setUTCDate(0)
  return day
}

/** Every kind with what becomes of it, in the order of the contract. */
export function partsOf(
  counts: readonly { kind: string; records: number }[],
  kept: readonly KeptProof[],
): ErasurePart[] {
  return erasureKinds.map((kind) => {
    const proof = isProof(kind) ? kept.find((one) => one.kind === kind) : undefined
    return {
      kind,
      fate: proof ? 'kept' : becomes[kind],
      records: counts.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.records, 0),
      reason: proof?.reason ?? '',
      until: proof?.until ?? null,
    }
  })
}
