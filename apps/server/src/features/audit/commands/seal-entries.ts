import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  entryColumns,
  type HashedEntry,
  hashFacts,
  hashOfNothing,
  hashSeal,
  hashWords,
} from '../../../platform/audit-hashes.ts'
import { appendHead, linesInForce, readHeads } from '../../../platform/audit-heads.ts'
import type { Services } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'

type Sealer = Pick<Services, 'db' | 'clock' | 'settings' | 'secrets' | 'log'>

/** Entries in one transaction: the memory it takes, and how long an erasure may wait. */
const batchSize = 2000

interface Head {
  chainId: string
  seq: number
  hash: string
  signedSeq: number
}

/** Seals what waits in all tenants, and writes the signed heads. Killed anywhere, the next run goes on. */
export async function sealEntries(services: Sealer, stopping?: AbortSignal): Promise<void> {
  const { rows } = await services.db.dangerouslyLookAsSystem((tx) =>
    sql<{ tenantId: string }>`
      select distinct tenant_id from audit_pending union select tenant_id from audit_heads where signed_seq <> seq`.execute(
      tx,
    ),
  )
  for (const { tenantId } of rows) {
    if (stopping?.aborted) return
    await sealTenant(services, tenantId, stopping)
  }
}

/** Answers how many entries were sealed. */
export async function sealTenant(services: Sealer, tenantId: string, stopping?: AbortSignal): Promise<number> {
  let sealed = 0
  for (let taken = batchSize; taken === batchSize && !stopping?.aborted; sealed += taken)
    taken = await services.db.dangerouslyAsSystem((tx) => sealBatch(tx, tenantId, services.clock.now()))
  if (!(await signHead(services, tenantId)) && sealed > 0)
    services.log.error(
      { tenant: tenantId },
      'the audit chain contradicts the heads that were signed before: no head is signed until somebody has looked. See doctor',
    )
  return sealed
}

/** The oldest entries that wait; none while another process seals this tenant. */
async function sealBatch(tx: WriteTx, tenantId: string, now: Date): Promise<number> {
  const head = await takeHead(tx, tenantId, now)
  if (head === null) return 0
  // Looked up one by one: on tables that grow fast the planner would guess, and read them whole for each portion. What waits
  // and is gone stays as evidence, and holds up nothing.
  const { rows } = await sql<HashedEntry & { isSealed: boolean }>`
    with taken as materialized (
      select w.at, w.entry_id from audit_pending w
        cross join lateral (select from audit_entries x where x.tenant_id = ${tenantId} and x.id = w.entry_id offset 0) e
      where w.tenant_id = ${tenantId} order by w.at, w.entry_id limit ${batchSize}
    )
    select ${entryColumns}, s.seq is not null as "isSealed"
    from taken t
      cross join lateral (select * from audit_entries x where x.tenant_id = ${tenantId} and x.id = t.entry_id offset 0) e
      left join lateral (select * from audit_payloads x where x.tenant_id = ${tenantId} and x.entry_id = t.entry_id offset 0) p on true
      left join lateral (select x.seq from audit_seals x where x.tenant_id = ${tenantId} and x.entry_id = t.entry_id offset 0) s on true
    order by t.at, t.entry_id`.execute(tx)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 0
  await sql`
    delete from audit_pending
    where tenant_id = ${tenantId} and at between ${first.at}::text::timestamptz and ${last.at}::text::timestamptz
      and entry_id = any(${rows.map((entry) => entry.id)}::uuid[])`.execute(tx)
  let { seq, hash } = head
  const seals = rows
    .filter((entry) => !entry.isSealed)
    .map((entry) => {
      const salt = randomBytes(16).toString('hex')
      const [facts, words] = [hashFacts(entry), hashWords(salt, entry)]
      seq += 1
      hash = hashSeal({ hashBefore: hash, seq, factsHash: facts, wordsHash: words })
      return { seq, entry: entry.id, facts, words, salt, hash }
    })
  if (seals.length > 0) {
    await sql`
      insert into audit_seals (tenant_id, seq, entry_id, facts_hash, words_hash, salt, hash)
      select ${tenantId}, n.seq, n.entry, decode(n.facts, 'hex'), decode(n.words, 'hex'), decode(n.salt, 'hex'), decode(n.hash, 'hex')
      from jsonb_to_recordset(${json(seals)}) as n (seq bigint, entry uuid, facts text, words text, salt text, hash text)`.execute(
      tx,
    )
    await sql`
      update audit_heads set seq = ${seq}, hash = decode(${hash}, 'hex'), sealed_at = ${now}
      where tenant_id = ${tenantId}`.execute(tx)
  }
  return rows.length
}

/** Locks the head of the chain, which begins with the first entry; null: another process holds it. */
async function takeHead(tx: WriteTx, tenantId: string, now: Date): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select chain_id, seq, encode(hash, 'hex') as hash, signed_seq from audit_heads
    where tenant_id = ${tenantId} for update skip locked`.execute(tx)
  if (rows[0]) return rows[0]
  const chainId = randomUUID()
  const { rows: begun } = await sql<Head>`
    insert into audit_heads (tenant_id, chain_id, seq, hash, sealed_at, signed_seq)
    values (${tenantId}, ${chainId}, 0, decode(${hashOfNothing(tenantId, chainId)}, 'hex'), ${now}, 0)
    on conflict do nothing
    returning chain_id, seq, encode(hash, 'hex') as hash, signed_seq`.execute(tx)
  return begun[0] ?? null
}

/**
 * Writes the head outside of the database, unless the chain contradicts what was signed before: a log that was rewritten or
 * cut must not be signed as if it were the old one going on. False: it does.
 */
async function signHead(services: Sealer, tenantId: string): Promise<boolean> {
  return services.db.dangerouslyAsSystem(async (tx) => {
    const { rows } = await sql<Head>`
      select chain_id, seq, encode(hash, 'hex') as hash, signed_seq from audit_heads
      where tenant_id = ${tenantId} for update`.execute(tx)
    const [head] = rows
    if (!head || head.signedSeq === head.seq) return true
    const last = linesInForce((await readHeads(services, tenantId)).lines).at(-1)
    if (last && !(last.chainId === head.chainId && last.hash === (await hashAt(tx, tenantId, head.chainId, last.seq))))
      return false
    await appendHead(services, tenantId, { kind: 'sealed', ...head, at: services.clock.now() })
    await sql`update audit_heads set signed_seq = seq where tenant_id = ${tenantId}`.execute(tx)
    return true
  })
}

async function hashAt(tx: WriteTx, tenantId: string, chainId: string, seq: number): Promise<string | null> {
  if (seq === 0) return hashOfNothing(tenantId, chainId)
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_seals where tenant_id = ${tenantId} and seq = ${seq}`.execute(tx)
  return rows[0]?.hash ?? null
}
