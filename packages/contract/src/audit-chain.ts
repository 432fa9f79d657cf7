import { z } from 'zod'
import { Moment } from './values.ts'

/**
 * What is wrong with the audit log.
 * - `edited`: an entry says something else than when it was sealed
 * - `deleted`: an entry is gone
 * - `inserted`: an entry that Learnt did not write, or whose seal was taken away
 * - `reordered`: the seals are not in the order in which they were made, or were changed
 * - `cut`: the end of the log is gone
 * - `rewritten`: the log agrees with itself, but not with a head that was signed outside of the database
 * - `blanked`: an entry lost what it said, and no erasure of a person explains it
 */
const chainProblemKinds = ['edited', 'deleted', 'inserted', 'reordered', 'cut', 'rewritten', 'blanked'] as const

export const ChainProblem = z.object({
  kind: z.enum(chainProblemKinds),
  /** Numbers of entries; null: of an entry without one. */
  from: z.number().int().nullable(),
  until: z.number().int().nullable(),
  /** The time of the entry, or of the signed head. */
  at: z.string().nullable(),
  action: z.string().nullable(),
})
export type ChainProblem = z.infer<typeof ChainProblem>

export const ChainReport = z.object({
  /** The number of the last entry that was compared, and its time. */
  upTo: z.number().int(),
  upToAt: z.string().nullable(),
  /** The first hundred. */
  problems: z.array(ChainProblem),
  problemCount: z.number().int(),
  /** Entries without what erasures took away. */
  erased: z.number().int(),
  /** Entries with a time more than a day before that of an entry with a lower number. */
  late: z.number().int(),
  /** There are signed heads outside of the database to compare with. */
  isSigned: z.boolean(),
  /** Lines in the file of heads that this installation has not signed. */
  strangeLines: z.number().int(),
  /** A backup was put back: the log ended at `upTo` then, and at `before` when it was last signed. */
  restores: z.array(z.object({ at: z.string(), upTo: z.number().int(), before: z.number().int() })),
})
export type ChainReport = z.infer<typeof ChainReport>

/** With the action in words. */
export const ShownProblem = ChainProblem.extend({ actionName: z.string().nullable() })
export type ShownProblem = z.infer<typeof ShownProblem>

export const ChainState = z.object({
  /** Sealed entries; null: none yet. */
  head: z.object({ seq: z.number().int(), hash: z.string(), sealedAt: Moment }).nullable(),
  /** Entries that wait for their seal. */
  waiting: z.number().int(),
  /** Of the key that signs the heads: Ed25519, base64url. */
  publicKey: z.string(),
  check: ChainReport.extend({ checkedAt: Moment, problems: z.array(ShownProblem) }).nullable(),
})
export type ChainState = z.infer<typeof ChainState>
