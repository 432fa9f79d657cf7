import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { blankDigest, entryColumnsText, type HashedEntry, hashWords } from '../../../platform/audit-hashes.ts'
import { newId } from '../../../platform/ids.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { lockHead } from './lock-head.ts'
import { noteEntry } from './note-entry.ts'

const batchSize = 2000

/**
 * Takes a person out of the audit log, in one transaction of the owner's connection that is bound to the tenant. Each of
 * `statements` changes or deletes rows and returns the ids of their entries as `id`. The seals of those entries lose their
 * salt, so that nobody can tell from a hash what stood there. What the entries say from now on is hashed anew, and an entry
 * of the log says how many they are, with a hash of all that: without it, blanked entries count as tampered with.
 */
export async function blankEntries(
  client: pg.ClientBase,
  of: {
    readonly tenantId: string
    readonly now: Date
    readonly userId: string
    readonly pseudonym: string
    readonly statements: readonly string[]
  },
): Promise<void> {
  await client.query('begin')
  try {
    // No entry is sealed meanwhile: a seal would cover what an entry said before.
    const { chainId } = await lockHead(client, of.tenantId, of.now)
    await client.query('create temp table blanked_entries (id uuid primary key) on commit drop')
    for (const statement of of.statements)
      await client.query(
        `with changed as (${statement}) insert into pg_temp.blanked_entries select id from changed on conflict do nothing`,
      )
    const id = newId()
    const { entries, digest } = await sealBlanks(client, of.tenantId, id)
    if (entries > 0)
      await noteEntry(client, {
        id,
        tenantId: of.tenantId,
        now: of.now,
        action: 'erasures.blank',
        subjectType: 'user',
        subjectId: of.userId,
        subjectTitle: of.pseudonym,
        requestId: 'erasures.run',
        after: { chainId, entries, digest },
      })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function sealBlanks(client: pg.ClientBase, tenantId: string, id: string) {
  const digest = blankDigest()
  let entries = 0
  await client.query(
    `create temp table blanked_seals on commit drop as
     select s.seq, c.id from pg_temp.blanked_entries c
       cross join lateral (select x.seq from audit_seals x where x.tenant_id = '${mintTenantId(tenantId)}' and x.entry_id = c.id offset 0) s`,
  )
  await client.query('alter table pg_temp.blanked_seals add primary key (seq)')
  for (let seq = 0; ; ) {
    const { rows } = await client.query<HashedEntry & { seq: string }>(
      `select s.seq, ${entryColumnsText}
       from (select * from pg_temp.blanked_seals where seq > $2 order by seq limit ${batchSize}) s
         cross join lateral (select * from audit_entries x where x.tenant_id = $1 and x.id = s.id offset 0) e
         left join lateral (select * from audit_payloads x where x.tenant_id = $1 and x.entry_id = s.id offset 0) p on true
       order by s.seq`,
      [tenantId, seq],
    )
    if (rows.length === 0) return { entries, digest: digest.digest() }
    const blanks = rows.map((entry) => {
      const salt = randomBytes(16).toString('hex')
      const words = hashWords(salt, entry)
      digest.add(Number(entry.seq), words)
      return { seq: Number(entry.seq), words, salt }
    })
    const seqs = blanks.map((one) => one.seq)
    await client.query('update audit_seals set salt = null where tenant_id = $1 and seq = any ($2)', [tenantId, seqs])
    await client.query('update audit_blanks set salt = null where tenant_id = $1 and seq = any ($2)', [tenantId, seqs])
    await client.query(
      `insert into audit_blanks (tenant_id, erasure_entry_id, seq, words_hash, salt)
       select $1, $2, n.seq, decode(n.words, 'hex'), decode(n.salt, 'hex')
       from jsonb_to_recordset($3::jsonb) as n (seq bigint, words text, salt text)`,
      [tenantId, id, JSON.stringify(blanks)],
    )
    entries += blanks.length
    seq = seqs.at(-1) as number
  }
}
