import type { ChainProblem, ChainReport } from '@learnt/contract/audit-chain'
import { sql } from 'kysely'
import {
  entryColumns,
  type HashedEntry,
  hashFacts,
  hashOfNothing,
  hashSeal,
  hashWords,
} from '../../../platform/audit-hashes.ts'
import { type HeadKeeper, type HeadLine, linesInForce, readHeads } from '../../../platform/audit-heads.ts'
import type { ReadTx, TenantDb } from '../../../platform/db/database.ts'

const batchSize = 2000
/** Problems that are named; all are counted. */
const namedProblems = 100
/** An entry whose time is so much before that of an entry with a lower number was late, or was made up. */
const lateMs = 86_400_000
const slow = { statementTimeout: 600_000 }

/**
 * Compares the whole log of a tenant with its seals, and the seals with the heads that were signed outside of the database.
 * Entries that are written, sealed or blanked meanwhile do no harm. Memory is that of one portion.
 */
export async function verifyChain(
  keeper: HeadKeeper,
  db: TenantDb,
  progress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<ChainReport> {
  const { lines, strange } = await readHeads(keeper, db.tenantId)
  const head = await db.read(findHead)
  const found = new Findings()
  const inForce = linesInForce(lines)
  const last = inForce.at(-1)
  const report = {
    isSigned: last !== undefined,
    strangeLines: strange,
    restores: listRestores(lines),
  }
  if (head === null) {
    if (last && last.seq > 0) found.add('cut', { from: 1, until: last.seq, at: last.at })
    await db.read((tx) => findUnsealed(tx, found), slow)
    return { upTo: 0, upToAt: null, erased: 0, late: 0, ...found.told(), ...report }
  }
  const signs = new Signs(inForce, head.chainId)
  const walk = new Walk(found, signs, { chainId: head.chainId, hash: hashOfNothing(db.tenantId, head.chainId) })
  signs.pass(0, walk.hashBefore)
  while (walk.seq < head.seq) {
    const rows = await db.read((tx) => listSealed(tx, walk.seq, head.seq), slow)
    if (rows.length === 0) break
    for (const row of rows) await walk.step(row, (hash) => db.read((tx) => isFactsOfAnother(tx, hash, row.seq)))
    await progress(walk.seq, head.seq)
  }
  if (walk.seq < head.seq) found.add('cut', { from: walk.seq + 1, until: head.seq, at: head.sealedAt.toISOString() })
  else if (walk.hashBefore !== head.hash) found.add('reordered', { from: head.seq, until: head.seq, at: walk.at })
  const beyond = last && last.chainId === head.chainId && last.seq > head.seq ? last : null
  if (beyond && walk.seq >= head.seq) found.add('cut', { from: head.seq + 1, until: beyond.seq, at: beyond.at })
  signs.conclude(found)
  await db.read((tx) => findUnsealed(tx, found), slow)
  await db.read((tx) => findFalseBlanks(tx, walk.erasures, found), slow)
  return { upTo: walk.seq, upToAt: walk.at, erased: walk.erased, late: walk.late, ...found.told(), ...report }
}

interface SealedRow extends HashedEntry {
  seq: number
  entryId: string
  factsHash: string
  wordsHash: string
  salt: string | null
  hash: string
  blankSalt: string | null
  blankHash: string | null
  /** Null: the entry is gone. */
  id: string
}

class Walk {
  seq: number
  hashBefore: string
  at: string | null = null
  erased = 0
  late = 0
  /** Entries that say what an erasure has blanked in this chain. */
  readonly erasures = new Map<string, { seq: number; at: string }>()
  readonly #found: Findings
  readonly #signs: Signs
  readonly #chainId: string
  #latest = 0

  constructor(found: Findings, signs: Signs, start: { chainId: string; hash: string }) {
    this.#found = found
    this.#chainId = start.chainId
    this.#signs = signs
    this.seq = 0
    this.hashBefore = start.hash
  }

  async step(row: SealedRow, isOfAnother: (factsHash: string) => Promise<boolean>): Promise<void> {
    const { seq } = row
    if (seq > this.seq + 1) this.#found.add('deleted', { from: this.seq + 1, until: seq - 1, at: this.at })
    const isGap = seq > this.seq + 1
    const isLinked =
      isGap ||
      hashSeal({ hashBefore: this.hashBefore, seq, factsHash: row.factsHash, wordsHash: row.wordsHash }) === row.hash
    const where = { from: seq, until: seq, at: row.at ?? this.at, action: row.action ?? null }
    if (row.id === null) this.#found.add('deleted', where)
    else {
      const facts = hashFacts(row)
      // The seal of another entry stands here, or the link to the one before does not hold although the entry does.
      if (facts !== row.factsHash)
        this.#found.add(this.#found.mayLook() && (await isOfAnother(facts)) ? 'reordered' : 'edited', where)
      else if (!isLinked) this.#found.add('reordered', where)
      else this.#words(row, where)
      this.#times(row)
    }
    this.seq = seq
    this.hashBefore = row.hash
    this.#signs.pass(seq, row.hash)
  }

  #words(row: SealedRow, where: Omit<ChainProblem, 'kind'>): void {
    if (row.action === 'erasures.blank' && row.after?.includes(this.#chainId))
      this.erasures.set(row.id, { seq: row.seq, at: row.at })
    if (row.salt !== null) {
      if (hashWords(row.salt, row) !== row.wordsHash) this.#found.add('edited', where)
    } else if (row.blankSalt === null || row.blankHash === null) this.#found.add('blanked', where)
    else if (hashWords(row.blankSalt, row) !== row.blankHash) this.#found.add('edited', where)
    else this.erased++
  }

  #times({ at }: SealedRow): void {
    const time = Date.parse(at)
    if (time < this.#latest - lateMs) this.late++
    this.#latest = Math.max(this.#latest, time)
    this.at = at
  }
}

/** The heads that were signed outside of the database, met one after the other. */
class Signs {
  readonly #hashes = new Map<number, Set<string>>()
  readonly #lines: readonly HeadLine[]
  readonly #chainId: string
  #good = 0
  #wrong: HeadLine | null = null

  constructor(lines: readonly HeadLine[], chainId: string) {
    this.#lines = lines
    this.#chainId = chainId
    for (const { seq, hash, chainId: of } of lines)
      if (of === chainId) this.#hashes.set(seq, (this.#hashes.get(seq) ?? new Set()).add(hash))
  }

  pass(seq: number, hash: string): void {
    const signed = this.#hashes.get(seq)
    if (signed === undefined || this.#wrong) return
    if (signed.size === 1 && signed.has(hash)) this.#good = seq
    else this.#wrong = this.#lines.find((line) => line.seq === seq && line.hash !== hash) ?? null
  }

  conclude(found: Findings): void {
    const foreign = this.#lines.findLast((line) => line.chainId !== this.#chainId)
    if (foreign) found.add('rewritten', { from: 1, until: foreign.seq, at: foreign.at })
    else if (this.#wrong) found.add('rewritten', { from: this.#good + 1, until: this.#wrong.seq, at: this.#wrong.at })
  }
}

class Findings {
  readonly #problems: ChainProblem[] = []
  #count = 0
  #looks = 0

  /** What follows the problem before it is told with it. */
  add(kind: ChainProblem['kind'], of: Omit<ChainProblem, 'kind' | 'action'> & { action?: string | null }): void {
    this.#count += of.from !== null && of.until !== null && kind !== 'rewritten' ? of.until - of.from + 1 : 1
    const before = this.#problems.at(-1)
    if (before?.kind === kind && before.until !== null && of.from === before.until + 1) {
      before.until = of.until
      before.action = null
      return
    }
    if (this.#problems.length < namedProblems) this.#problems.push({ kind, action: null, ...of })
  }

  /** A look through all seals is worth it for the first problems only. */
  mayLook(): boolean {
    return this.#looks++ < 20
  }

  told(): Pick<ChainReport, 'problems' | 'problemCount'> {
    return { problems: this.#problems, problemCount: this.#count }
  }
}

async function findHead(tx: ReadTx) {
  const { rows } = await sql<{ chainId: string; seq: number; hash: string; sealedAt: Date }>`
    select chain_id, seq, encode(hash, 'hex') as hash, sealed_at from audit_heads`.execute(tx)
  return rows[0] ?? null
}

/** Looked up one by one: on tables that grow fast the planner would guess, and read them whole for each portion. */
async function listSealed(tx: ReadTx, after: number, until: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    with seals as materialized (
      select * from audit_seals where seq > ${after} and seq <= ${until} order by seq limit ${batchSize}
    )
    select s.seq, s.entry_id, encode(s.facts_hash, 'hex') as facts_hash, encode(s.words_hash, 'hex') as words_hash,
      encode(s.salt, 'hex') as salt, encode(s.hash, 'hex') as hash, encode(b.salt, 'hex') as blank_salt,
      encode(b.words_hash, 'hex') as blank_hash, ${entryColumns}
    from seals s
      left join lateral (select * from audit_entries x where x.tenant_id = s.tenant_id and x.id = s.entry_id offset 0) e on true
      left join lateral (
        select * from audit_payloads x where x.tenant_id = s.tenant_id and x.entry_id = s.entry_id offset 0
      ) p on true
      left join lateral (
        select x.salt, x.words_hash from audit_blanks x
        where s.salt is null and x.tenant_id = s.tenant_id and x.seq = s.seq and x.salt is not null limit 1
      ) b on true
    order by s.seq`.execute(tx)
  return rows
}

async function isFactsOfAnother(tx: ReadTx, factsHash: string, seq: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from audit_seals where facts_hash = decode(${factsHash}, 'hex') and seq <> ${seq}) as found`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}

/** Entries that nobody sealed and that do not wait for it, and such that wait and are gone; looked up one by one as well. */
async function findUnsealed(tx: ReadTx, found: Findings): Promise<void> {
  const { rows } = await sql<{ kind: 'inserted' | 'deleted'; at: string; action: string | null }>`
    (select 'inserted' as kind, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.action
     from audit_entries e
     where not exists (select from audit_seals s where s.tenant_id = e.tenant_id and s.entry_id = e.id offset 0)
       and not exists (select from audit_pending w where w.tenant_id = e.tenant_id and w.at = e.at and w.entry_id = e.id offset 0)
     limit ${namedProblems})
    union all
    (select 'deleted', to_char(w.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), null
     from audit_pending w
     where not exists (select from audit_entries e where e.tenant_id = w.tenant_id and e.id = w.entry_id offset 0)
     limit ${namedProblems})
    order by 1, 2`.execute(tx)
  for (const { kind, at, action } of rows) found.add(kind, { from: null, until: null, at, action })
}

/** What erasures have left of entries, compared with what each has said of it in the log. */
async function findFalseBlanks(
  tx: ReadTx,
  met: ReadonlyMap<string, { seq: number; at: string }>,
  found: Findings,
): Promise<void> {
  const { rows } = await sql<{
    id: string
    entries: number
    digest: string
    told: Told | null
    isKnown: boolean
    first: number
  }>`
    select b.id, b.entries, b.digest, b.first, p.after as told,
      exists (select from audit_seals s where s.entry_id = b.id) or exists (select from audit_pending w where w.entry_id = b.id) as is_known
    from (
      select erasure_entry_id as id, count(*)::int as entries, min(seq) as first,
        encode(sha256(convert_to(string_agg(seq || ':' || encode(words_hash, 'hex') || chr(10), '' order by seq), 'UTF8')), 'hex') as digest
      from audit_blanks group by erasure_entry_id
    ) b
      left join audit_entries e on e.id = b.id and e.action = 'erasures.blank'
      left join audit_payloads p on p.entry_id = e.id`.execute(tx)
  const left = new Map(met)
  for (const { id, entries, digest, told, isKnown, first } of rows) {
    left.delete(id)
    if (!isKnown || told?.entries !== entries || told?.digest !== digest)
      found.add('blanked', { from: first, until: first, at: met.get(id)?.at ?? null })
  }
  for (const { seq, at } of left.values()) found.add('blanked', { from: seq, until: seq, at })
}

interface Told {
  entries?: number
  digest?: string
}

/** The latest times that a backup was put back, and how far the log had come before. */
function listRestores(lines: readonly HeadLine[]): ChainReport['restores'] {
  let before = 0
  const restores: ChainReport['restores'] = []
  for (const { kind, seq, at } of lines) {
    if (kind === 'restored') restores.push({ at, upTo: seq, before })
    before = seq
  }
  return restores.slice(-5)
}
