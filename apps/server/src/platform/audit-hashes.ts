import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

// How the audit chain hashes: SHA-256 over JSON arrays, so that somebody outside can compute it again with any language.
// docs/operating.md has the recipe; a change here needs another chain.

/** An entry as it is hashed: `entryColumns` of audit_entries `e` and its audit_payloads `p`. */
export interface HashedEntry {
  readonly id: string
  /** UTC with microseconds. */
  readonly at: string
  readonly actorId: string | null
  readonly impersonatorId: string | null
  readonly actorTeamId: string | null
  readonly action: string
  readonly subjectType: string
  readonly subjectId: string
  readonly requestId: string
  readonly actorName: string
  readonly impersonatorName: string | null
  readonly subjectTitle: string
  readonly address: string
  /** As PostgreSQL writes jsonb: one text for one value. */
  readonly before: string | null
  readonly after: string | null
}

export const entryColumnsText = `e.id::text as id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  e.actor_id::text as "actorId", e.impersonator_id::text as "impersonatorId", e.actor_team_id as "actorTeamId", e.action,
  e.subject_type as "subjectType", e.subject_id as "subjectId", e.request_id as "requestId", e.actor_name as "actorName",
  e.impersonator_name as "impersonatorName", e.subject_title as "subjectTitle", e.address,
  p.before::text as before, p.after::text as after`
export const entryColumns: RawBuilder<unknown> = sql.raw(entryColumnsText)

/** Of what stays for ever. */
export function hashFacts(e: HashedEntry): string {
  return sha256([
    e.id,
    e.at,
    e.actorId,
    e.impersonatorId,
    e.actorTeamId,
    e.action,
    e.subjectType,
    e.subjectId,
    e.requestId,
  ])
}

/** Of what an erasure may take away. Without the salt nobody can try out names until the hash fits. */
export function hashWords(salt: string, e: HashedEntry): string {
  return sha256([salt, e.actorName, e.impersonatorName, e.subjectTitle, e.address, e.before, e.after])
}

export function hashSeal(of: {
  readonly hashBefore: string
  readonly seq: number
  readonly factsHash: string
  readonly wordsHash: string
}): string {
  return sha256([of.hashBefore, of.seq, of.factsHash, of.wordsHash])
}

/** What stands before the first seal: no two chains begin alike. */
export function hashOfNothing(tenantId: string, chainId: string): string {
  return sha256(['learnt audit chain 1', tenantId, chainId])
}

/** What an erasure has left of sealed entries, as its own entry in the log says; `lines` in the order of their numbers. */
export function blankDigest(): { add(seq: number, wordsHash: string): void; digest(): string } {
  const hash = createHash('sha256')
  return {
    add: (seq, wordsHash) => void hash.update(`${seq}:${wordsHash}\n`),
    digest: () => hash.digest('hex'),
  }
}

function sha256(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
