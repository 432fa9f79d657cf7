import { type ErasureKind, type ErasurePart, erasureKinds, type ProofKind } from '@learnt/contract/erasures'
import type { Erased } from '../../../platform/person-tables.ts'
import { isProof, listFates } from './fates.ts'

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

/** One statement that counts the records of a person by kind: rows of `kind` and `records`. */
export function countByKind(of: Erased): string {
  return listFates()
    .filter(({ isCounted }) => isCounted)
    .map(
      ({ table, kind, where }) =>
        `select '${kind}' as kind, count(*)::int as records from ${table} t where ${where(of)}`,
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
