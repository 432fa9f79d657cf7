import { sql } from 'kysely'
import type pg from 'pg'
import { systemUserId } from '../actor.ts'
import { clusterSetting, firstCluster, gatedConnection } from '../db/clusters.ts'
import type { Database } from '../db/database.ts'
import { DEAD_AFTER_MS, waitForJointCommits } from '../db/settle.ts'
import { deterministicId } from '../ids.ts'
import { deleteOwnRows, type Owners, ownerOf } from '../tenant/remove-tenant.ts'
import { mintTenantId, type TenantId } from '../tenant/tenant-id.ts'
import { selectWork, workColumns } from './backup.ts'
import { copyIn, copyOut } from './copy.ts'
import { placeLock, readCommonMigrations } from './cut.ts'
import {
  columnList,
  copyOfTenant,
  KeepingRefused,
  type KeptTable,
  leftTables,
  qualified,
  readCatalogue,
  withOwner,
} from './tables.ts'

/** Where a move may be killed, for tests. */
export type MoveStep = 'begun' | 'closed' | 'copied' | 'left' | 'placed' | 'opened' | 'emptied'

export interface PlaceOptions {
  readonly owners: Owners
  readonly db: Database
  readonly tenantId: string
  readonly to: string
  /** How long work that runs, and transactions that are open, are waited for. */
  readonly patienceMs?: number | undefined
  readonly at?: ((step: MoveStep) => Promise<void>) | undefined
  readonly say: (line: string) => void
}

/** The tenant lies where it was to go; what is left to do afterwards is done by whoever comes next. */
export class PlacedAlready extends KeepingRefused {}

export interface Placed {
  readonly rows: number
  /** For how long nobody could write. */
  readonly closedMs: number
}

interface Move {
  readonly tenantId: TenantId
  readonly from: string
  readonly to: string
  /** The number of the place that is left. */
  readonly placeNumber: number
}

interface Hands {
  /** Holds the lock: what it writes is written by the one that moves. */
  readonly first: pg.Client
  readonly source: pg.Client
  readonly target: pg.Client
}

/** What a move would do, in lines for the operator; refuses what could not be moved. */
export async function planMove({ owners, tenantId, to }: Pick<PlaceOptions, 'owners' | 'tenantId' | 'to'>) {
  return withOwner(owners.adminUrl, async (first) => {
    const move = await readMove(first, owners, tenantId, to)
    await refuseUngated([first])
    return withOwner(ownerOf(owners, move.from), async (source) => {
      await refuseUngated([source])
      await source.query('begin read only')
      await source.query(`select set_config('app.tenant_id', $1, true)`, [move.tenantId])
      let rows = 0
      for (const table of (await readCatalogue(source)).tenant.filter((one) => !leftTables.has(one.name))) {
        const counted = await source.query<{ count: string }>(
          `select count(*) as count from ${qualified(table)} where tenant_id = $1`,
          [move.tenantId],
        )
        rows += Number(counted.rows[0]?.count ?? 0)
      }
      await source.query('rollback')
      return { from: move.from, rows, running: await countRunning(source, move.tenantId) }
    })
  })
}

/**
 * Moves a tenant's rows to another cluster while everybody works on. Where they are is said in one place, by one row of
 * control.tenants, which changes in one transaction: there is never a second home. Before that the old place is closed for
 * writing by a row of its own, which every transaction asks first, and whatever was open is waited for: so nothing is
 * written there that the copy does not have, not even by a process that slept through it all.
 *
 * What fails before that moment is taken back; what is killed, recoverMoves() takes back or brings to its end.
 */
export async function placeTenant(options: PlaceOptions): Promise<Placed> {
  const { owners, tenantId, to, say } = options
  return withMoveLock(owners, async (first) => {
    const { failed } = await recoverWith(first, options)
    if (failed.has(tenantId))
      throw new KeepingRefused(`A move of ${tenantId} is half-way, and cannot be ended now. See: npm run cli -- doctor`)
    const move = await readMove(first, owners, tenantId, to)
    return withHands(first, owners, move, async (hands) => {
      const at = options.at ?? (async () => {})
      let rows: number
      let closedAt = 0
      await refuseUngated([first, hands.source])
      try {
        await begin(hands, move, options)
        await at('begun')
        await holdWork(hands, move, options)
        say(`${move.tenantId} is closed for writing`)
        closedAt = performance.now()
        await setPlace(hands.source, move, { writes: move.placeNumber, reads: -1, holds: true })
        await at('closed')
        await waitForOpen(hands.source, options)
        await holdWork(hands, move, options)
        await endJoint(options, move)
        // One that was started meanwhile.
        await refuseUngated([first, hands.source])
        rows = await copyRows(hands, move)
        say(`${rows} rows are on ${move.to}`)
        await at('copied')
        // From here until the next step it can be neither read nor written: whoever comes waits a moment.
        await setPlace(hands.source, move, { writes: move.placeNumber, reads: move.placeNumber, holds: true })
        await at('left')
        await refuseUngated([first, hands.source])
        await turn(first, move)
      } catch (error) {
        // Where it lies by now says its row; without a connection to ask, whoever comes next does.
        if (!(await isPlaced(first, move))) await takeBack(hands, move)
        throw error
      }
      const closedMs = Math.round(performance.now() - closedAt)
      await at('placed')
      await goOn(hands, move, options).catch((error: unknown) => {
        const words = error instanceof Error ? error.message : String(error)
        throw new PlacedAlready(
          `${move.tenantId} lies on ${to} now, and is served there; do not move it again. What is left to do afterwards was not done (${words}). A process with WORKER=on does it within seconds of when it can be done.`,
          { cause: error },
        )
      })
      return { rows, closedMs }
    })
  })
}

/** Whether there is anything to recover, asked for often. */
export async function hasMoves(db: Database): Promise<boolean> {
  const { rows } = await db.control((tx) => sql<{ yes: boolean }>`select control.has_moves() as yes`.execute(tx))
  return rows[0]?.yes ?? false
}

/** Ends moves whose process is gone, and answers their tenants; a move that somebody is at is left alone. */
export async function recoverMoves(of: Pick<PlaceOptions, 'owners' | 'db' | 'say'>): Promise<string[]> {
  return withOwner(of.owners.adminUrl, async (first) => {
    if (!(await tryLock(first))) return []
    const { ended, failed } = await recoverWith(first, of)
    for (const error of failed.values()) throw error
    return ended
  })
}

async function recoverWith(
  first: pg.Client,
  of: Pick<PlaceOptions, 'owners' | 'db' | 'say'>,
): Promise<{ ended: string[]; failed: ReadonlyMap<string, unknown> }> {
  const { rows } = await first.query<{
    tenant_id: string
    from_cluster: string
    to_cluster: string
    place_number: number
    is_placed: boolean
  }>('select * from control.tenant_moves order by begun_at')
  const ended: string[] = []
  const failed = new Map<string, unknown>()
  for (const row of rows) {
    const tenantId = mintTenantId(row.tenant_id)
    const move = { tenantId, from: row.from_cluster, to: row.to_cluster, placeNumber: row.place_number }
    try {
      await withHands(first, of.owners, move, (hands) =>
        row.is_placed ? goOn(hands, move, of) : takeBack(hands, move),
      )
    } catch (error) {
      // A cluster that is away keeps no other tenant's move back.
      failed.set(tenantId, error)
      of.say(`The move of ${tenantId} to ${move.to} cannot be ended: ${error instanceof Error ? error.message : error}`)
      continue
    }
    ended.push(tenantId)
    of.say(
      row.is_placed
        ? `The move of ${tenantId} to ${move.to} was brought to its end`
        : `The move of ${tenantId} to ${move.to} was taken back`,
    )
  }
  return { ended, failed }
}

const lockHere = `hashtextextended('learnt:tenant place here', 0)`

async function withMoveLock<T>(owners: Owners, work: (first: pg.Client) => Promise<T>): Promise<T> {
  return withOwner(owners.adminUrl, async (first) => {
    if (!(await tryLock(first)))
      throw new KeepingRefused(
        'Another tenant is being moved, or a backup or an export begins at this moment. Try again after it.',
      )
    return work(first)
  })
}

async function tryLock(first: pg.Client): Promise<boolean> {
  // Nor is a tenant put back meanwhile.
  const { rows } = await first.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(${placeLock}) and pg_try_advisory_lock(hashtextextended('learnt:tenant restore', 0)) as mine`,
  )
  return rows[0]?.mine ?? false
}

function withHands<T>(first: pg.Client, owners: Owners, move: Move, work: (hands: Hands) => Promise<T>): Promise<T> {
  // On each cluster by itself, too: whoever has lost the first one's lock may still be at work there.
  const locked = async (client: pg.Client) => client.query(`select pg_advisory_lock(${lockHere})`)
  return withOwner(ownerOf(owners, move.from), async (source) => {
    await locked(source)
    return withOwner(ownerOf(owners, move.to), async (target) => {
      await locked(target)
      return work({ first, source, target })
    })
  })
}

/** Refuses what would keep a tenant from going there that is about to come to the first cluster. */
export async function checkWay({ owners, to }: Pick<PlaceOptions, 'owners' | 'to'>): Promise<void> {
  refuseUnreachable(owners, [to])
  if (to === firstCluster) return
  await withOwner(owners.adminUrl, async (first) => {
    await refuseUngated([first])
    await withOwner(ownerOf(owners, to), async (target) => {
      await readCommonMigrations(
        new Map([
          [firstCluster, first],
          [to, target],
        ]),
      )
    })
  })
}

function refuseUnreachable(owners: Owners, names: readonly string[]): void {
  const known = [firstCluster, ...(owners.clusters ?? []).map(({ name }) => name)]
  for (const name of names) {
    if (!known.includes(name))
      throw new KeepingRefused(`There is no cluster ${JSON.stringify(name)}. There are: ${known.join(', ')}`)
    if (name !== firstCluster && owners.clusters?.find((one) => one.name === name)?.adminUrl === undefined)
      throw new KeepingRefused(
        `The owner's address of cluster ${name} is not set: ${clusterSetting(name).replace(/_URL$/, '_ADMIN_URL')}`,
      )
  }
}

async function readMove(first: pg.Client, owners: Owners, id: string, to: string): Promise<Move> {
  refuseUnreachable(owners, [to])
  const { rows } = await first.query<{ id: string; cluster: string; place_number: number; status: string }>(
    'select id, cluster, place_number, status from control.tenants where id = $1',
    [id],
  )
  const [row] = rows
  if (row === undefined)
    throw new KeepingRefused(`There is no tenant ${JSON.stringify(id)}. See: npm run cli -- tenant list`)
  if (row.cluster === to) throw new KeepingRefused(`${id} lies on ${to} already.`)
  if (row.status === 'deleted' || row.status === 'removing')
    throw new KeepingRefused(`${id} was deleted. Restore it first, or let it go where it is.`)
  refuseUnreachable(owners, [row.cluster])
  return { tenantId: mintTenantId(row.id), from: row.cluster, to, placeNumber: row.place_number }
}

/**
 * A process that was started with one cluster asks nobody whether its tenants are still there, nor does one of an older
 * version: they would write where the tenant was. Connections that listen have no name and write nothing; those that make
 * files only read, beside others of their process.
 */
async function refuseUngated(clients: readonly pg.Client[]): Promise<void> {
  for (const client of clients) {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select a.application_name as name, count(*)::int as count
       from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
       where a.datname = current_database() and a.usename <> current_user and not r.rolsuper
         and pg_has_role(r.oid, 'learnt_app', 'member') and a.application_name <> all ($1)
       group by 1 order by 1`,
      [['', 'learnt-file', gatedConnection]],
    )
    if (rows.length === 0) continue
    const found = rows.map(({ name, count }) => `${count} of "${name}"`).join(', ')
    throw new KeepingRefused(
      `Processes are connected that would not notice the move (${found}): started without the settings of the further clusters, or of an older version, or with a name of their own for their connections (application_name in an address, PGAPPNAME). Restart all processes with CLUSTER_<NAME>_URL of every cluster, end other programs that use the application's role, and try again.`,
    )
  }
}

async function begin({ first, source, target }: Hands, move: Move, patience: Patience): Promise<void> {
  const clients = new Map([
    [firstCluster, first],
    [move.from, source],
    [move.to, target],
  ])
  await readCommonMigrations(clients)
  await first.query(
    'insert into control.tenant_moves (tenant_id, from_cluster, to_cluster, place_number) values ($1, $2, $3, $4)',
    [move.tenantId, move.from, move.to, move.placeNumber],
  )
  await setPlace(source, move, { writes: -1, reads: -1, holds: true })
  await waitForRelay(source, patience)
}

/** What the gate of one cluster says of the tenant. */
async function setPlace(
  client: pg.Client,
  { tenantId }: Move,
  to: { writes: number; reads: number; holds: boolean },
): Promise<void> {
  await client.query(
    `insert into control.closed_places (tenant_id, writes_until, reads_until, holds_work) values ($1, $2, $3, $4)
     on conflict (tenant_id) do update set writes_until = excluded.writes_until, reads_until = excluded.reads_until,
       holds_work = excluded.holds_work`,
    [tenantId, to.writes, to.reads, to.holds],
  )
}

const [PATIENCE_MS, LOOK_MS] = [60_000, 50]

/** Takes the tenant's work back from the runner into the outbox, where it is held, and lets what runs come to its end. */
async function holdWork({ source }: Hands, { tenantId }: Move, { patienceMs = PATIENCE_MS }: Patience): Promise<void> {
  await waitUntil(patienceMs, `Work of ${tenantId} is still running. Try again after it.`, async () => {
    const select = await selectWork(source, tenantId)
    if (select === null) return true
    await source.query('begin')
    try {
      await source.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
      // What was given up after all attempts is no work any more: it stays, and `doctor` counts it.
      const idle = `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where j.payload->>'tenantId' = $1 and j.locked_at is null and t.identifier = 'learnt' and j.attempts < j.max_attempts
        for update of j skip locked`
      const { rows } = await source.query<{ id: string }>(idle, [tenantId])
      const ids = rows.map(({ id }) => id)
      await source.query(`insert into public.outbox (${columnList(workColumns)}) ${select} and j.id = any ($1)`, [ids])
      await source.query('delete from graphile_worker._private_jobs where id = any ($1)', [ids])
      await source.query('commit')
    } catch (error) {
      await source.query('rollback').catch(() => {})
      throw error
    }
    return (await countRunning(source, tenantId)) === 0
  })
}

type Patience = Pick<PlaceOptions, 'patienceMs'>

async function countRunning(source: pg.Client, tenantId: string): Promise<number> {
  if ((await selectWork(source)) === null) return 0
  const { rows } = await source.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs
     where payload->>'tenantId' = $1 and locked_at is not null`,
    [tenantId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Transactions that may have asked before the place was closed. Each holds a lock on its own number, also one that has
 * only read so far; those of the owner's connections (the relay, other commands) are no tenant's.
 */
function waitForOpen(source: pg.Client, patience: Patience): Promise<void> {
  return waitForThose(
    source,
    `l.locktype = 'virtualxid' and a.usename <> current_user`,
    'Transactions of before are still open.',
    patience,
  )
}

/**
 * A relay that did not see yet that this work is held would give it to the runner behind our back. Before its statement
 * sees anything it holds the lock that goes with taking rows out of the outbox, and keeps it until its transaction ends.
 */
function waitForRelay(source: pg.Client, patience: Patience): Promise<void> {
  return waitForThose(
    source,
    `l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.relation = 'public.outbox'::regclass`,
    'A transaction on the outbox is still open.',
    patience,
  )
}

/** Those of now: whoever comes later sees what was written before. */
async function waitForThose(
  source: pg.Client,
  which: string,
  words: string,
  { patienceMs = PATIENCE_MS }: Patience,
): Promise<void> {
  const open = async () => {
    const { rows } = await source.query<{ one: string }>(
      `select l.virtualtransaction as one from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where a.datname = current_database() and a.pid <> pg_backend_pid() and ${which}`,
    )
    return rows.map(({ one }) => one)
  }
  const before = await open()
  await waitUntil(patienceMs, words, async () => {
    const now = new Set(await open())
    return !before.some((one) => now.has(one))
  })
}

/** No transaction over two clusters is left half-way: who settles it would look where the tenant was. */
async function endJoint({ db }: Pick<PlaceOptions, 'db'>, move: Move): Promise<void> {
  if (move.from === firstCluster) return
  await db.settleJointCommits(DEAD_AFTER_MS)
  await waitForJointCommits(db.at(move.from), move.tenantId)
}

async function waitUntil(ms: number, words: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > until) throw new KeepingRefused(`${words} See: npm run cli -- doctor`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** In one transaction on the new cluster, from one snapshot of the old one; piece by piece through this process. */
async function copyRows({ source, target }: Hands, move: Move): Promise<number> {
  await target.query(`select control.make_statement_months((now() + interval '13 months')::date)`)
  await source.query('begin isolation level repeatable read, read only')
  await target.query('begin')
  try {
    await deleteOwnRows(target, move.tenantId)
    let rows = 0
    for (const table of (await readCatalogue(source)).tenant.filter((one) => !leftTables.has(one.name)))
      rows += await copyTable(source, target, table, move.tenantId)
    await setPlace(target, move, { writes: move.placeNumber, reads: move.placeNumber, holds: true })
    await target.query('commit')
    return rows
  } catch (error) {
    await target.query('rollback').catch(() => {})
    throw error
  } finally {
    await source.query('rollback').catch(() => {})
  }
}

/** COPY does not go through row security, and INSERT does: a row of another tenant would be refused by the database itself. */
async function copyTable(source: pg.Client, target: pg.Client, table: KeptTable, tenantId: string): Promise<number> {
  const columns = columnList(table.columns)
  const staging = 'pg_temp.learnt_staging'
  await target.query(
    `create temp table learnt_staging on commit drop as select ${columns} from ${qualified(table)} with no data`,
  )
  let sent = 0
  const pieces = (async function* () {
    sent = yield* copyOut(source, copyOfTenant(table, tenantId))
  })()
  const taken = await copyIn(target, `copy ${staging} (${columns}) from stdin`, pieces)
  const { rowCount } = await target.query(
    `insert into ${qualified(table)} (${columns}) select ${columns} from ${staging}`,
  )
  await target.query(`drop table ${staging}`)
  if (taken !== sent || rowCount !== sent) throw new Error(`${table.name} took ${rowCount} of ${sent} rows`)
  return sent
}

/** The one moment: from here on the tenant lies there. */
async function turn(first: pg.Client, { tenantId, from, to, placeNumber }: Move): Promise<void> {
  const { rowCount } = await first.query(
    `with moved as (
       update control.tenants set cluster = $3, place_number = $4 + 1, placed_at = clock_timestamp()
       where id = $1 and cluster = $2 and place_number = $4 returning id
     )
     update control.tenant_moves m set is_placed = true from moved where m.tenant_id = moved.id`,
    [tenantId, from, to, placeNumber],
  )
  if (rowCount !== 1) throw new Error(`The place of ${tenantId} was changed by somebody else`)
}

/** What is left to do once the tenant lies on the other cluster: its work, its entry in the log, the rows that it left. */
async function goOn(
  { first, source, target }: Hands,
  move: Move,
  options: Pick<PlaceOptions, 'db' | 'at' | 'patienceMs'>,
): Promise<void> {
  const { tenantId, from, to, placeNumber } = move
  const at = options.at ?? (async () => {})
  await endJoint(options, move)
  const { rows: names } = await first.query<{ name: string }>('select name from control.tenants where id = $1', [
    tenantId,
  ])
  await target.query('begin')
  await target.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
  // The same each time, for whoever goes on.
  const id = deterministicId('placed', tenantId, String(placeNumber))
  await target.query(
    `insert into audit_entries (tenant_id, id, at, actor_id, actor_name, action, subject_type, subject_id, subject_title, request_id, address)
     values ($1, $2, now(), $3, '', 'tenants.place', 'tenant', $1, $4, 'tenants.place', '') on conflict do nothing`,
    [tenantId, id, systemUserId, names[0]?.name ?? ''],
  )
  await target.query(
    'insert into audit_payloads (tenant_id, entry_id, before, after) values ($1, $2, $3, $4) on conflict do nothing',
    [tenantId, id, JSON.stringify({ cluster: from }), JSON.stringify({ cluster: to })],
  )
  await setPlace(target, move, { writes: placeNumber, reads: placeNumber, holds: false })
  await target.query('commit')
  await at('opened')
  await waitForOpen(source, options)
  await source.query('begin')
  // Who settles a transaction over two clusters finds here how it was decided.
  await deleteOwnRows(source, tenantId, ['joint_commits'])
  await setPlace(source, move, { writes: placeNumber, reads: placeNumber, holds: false })
  await source.query('commit')
  await at('emptied')
  await first.query('delete from control.tenant_moves where tenant_id = $1', [tenantId])
}

async function isPlaced(first: pg.Client, { tenantId }: Move): Promise<boolean> {
  await first.query('rollback')
  const { rows } = await first.query<{ is_placed: boolean }>(
    'select is_placed from control.tenant_moves where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.is_placed ?? false
}

/** The tenant stays where it is. */
async function takeBack({ first, source, target }: Hands, move: Move): Promise<void> {
  for (const client of [source, target]) await client.query('rollback').catch(() => {})
  await target.query('begin')
  await deleteOwnRows(target, move.tenantId, ['joint_commits'])
  await target.query('update control.closed_places set holds_work = false where tenant_id = $1', [move.tenantId])
  await target.query('commit')
  await setPlace(source, move, { writes: -1, reads: -1, holds: false })
  await first.query('delete from control.tenant_moves where tenant_id = $1', [move.tenantId])
}
