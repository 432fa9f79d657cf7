import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChainProblem } from '@learnt/contract/audit-chain'
import pg from 'pg'
import { verifyChain } from '../features/audit/queries/verify-chain.ts'
import { countReturned } from '../features/erasures/commands/erasure-list.ts'
import type { Database, ReadTx } from '../platform/db/database.ts'
import { findPending, listFunctions, listMigrations } from '../platform/db/migrate.ts'
import { proveAppRole } from '../platform/db/prove.ts'
import { findOwnerFault } from '../platform/db/prove-owner.ts'
import { withOwner } from '../platform/db/tables.ts'
import { contentOrigin, type Settings } from '../platform/env.ts'
import { FileMissing, type FileStore } from '../platform/files/store.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { mintTenantId } from '../platform/tenant-id.ts'
import { listNamedFiles } from './backup.ts'

export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'warn' | 'fail'
  /** What was found, and where it is not well what to do about it. */
  readonly words: string
}

export interface Patient {
  readonly settings: Settings
  readonly databaseUrl: string
  /** Absent where only an application's role was given. */
  readonly adminUrl: string | undefined
  readonly db: Database
  readonly files: FileStore
  /** Numbers of rows that differ from a count, by rollup. */
  compareRollups(tx: ReadTx): Promise<object>
  /** Accounts of the demonstration that have the password which everybody knows. */
  listKnownAccounts(db: Database): Promise<readonly { name: string }[]>
}

/** Looks at everything that an operator answers for, and changes nothing. A look that fails is a finding itself. */
export async function* examine(patient: Patient): AsyncGenerator<Finding> {
  yield* looked('settings', async () => lookAtSettings(patient.settings))
  let answers = true
  for await (const finding of looked('database', () => lookAtDatabase(patient))) {
    answers &&= finding.level !== 'fail'
    yield finding
  }
  if (answers) yield* looked('direct address', () => lookAtDirect(patient))
  yield* looked('disk', () => lookAtDisk(patient.settings))
  yield* looked('file store', () => lookAtStore(patient.files))
  if (answers && patient.adminUrl === undefined)
    yield warn(
      'owner',
      'DATABASE_ADMIN_URL is not set: row security, migrations, files, rollups and the backlog were not looked at.',
    )
  else if (answers) yield* lookAsOwner(patient, patient.adminUrl as string)
  if (answers) yield* looked('demonstration', () => lookAtDemonstration(patient))
  yield* looked('processes', () => lookAtLine(patient))
  yield* looked('mail', () => lookAtMail(patient.settings))
  yield* looked('public address', () => lookAtPublic(patient.settings))
  yield* looked('content origin', () => lookAtContent(patient.settings))
}

const ok = (check: string, words: string): Finding => ({ check, level: 'ok', words })
const warn = (check: string, words: string): Finding => ({ check, level: 'warn', words })
const fail = (check: string, words: string): Finding => ({ check, level: 'fail', words })

async function* looked(check: string, look: () => Promise<Finding[]>): AsyncGenerator<Finding> {
  try {
    yield* await look()
  } catch (error) {
    yield fail(check, sayError(error))
  }
}

function sayError(error: unknown): string {
  const { message, errors, code } = error as Error & { errors?: Error[]; code?: string }
  return message || errors?.map((one) => one.message).join('; ') || code || String(error)
}

function lookAtSettings(settings: Settings): Finding[] {
  const found = settings.warnings.map((words) => warn('settings', words))
  return found.length > 0 ? found : [ok('settings', `Learnt on ${settings.publicUrl}`)]
}

async function lookAtDatabase({ db, databaseUrl }: Patient): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    return [fail('database', `It does not answer (${sayError(error)}). Look at DATABASE_URL, and whether it runs.`)]
  }
  try {
    const asked = Date.now()
    const { rows } = await client.query<{ version: number; name: string; now: Date }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name, clock_timestamp() as now`,
    )
    const { version = 0, name = '', now = new Date() } = rows[0] ?? {}
    const apart = Math.round(now.getTime() - (asked + Date.now()) / 2)
    const clock =
      Math.abs(apart) < 2000
        ? ok('clock', `${apart} ms from the database's`)
        : (Math.abs(apart) < 30_000 ? warn : fail)(
            'clock',
            `This machine's clock and the database's are ${apart} ms apart. Let both follow a time server.`,
          )
    const found = [
      version >= 150_000
        ? ok('database', `PostgreSQL ${name}`)
        : fail('database', `PostgreSQL ${name} is too old. Learnt needs 15 or newer.`),
      clock,
    ]
    try {
      await proveAppRole(db)
      return [...found, ok('role', 'row security binds the role of the application')]
    } catch (error) {
      return [...found, fail('role', sayError(error))]
    }
  } finally {
    await client.end()
  }
}

/** Live events and large files go past the pooler, so that address must lead to the same database. */
async function lookAtDirect({ settings, databaseUrl }: Patient): Promise<Finding[]> {
  const { databaseDirectUrl } = settings
  if (databaseDirectUrl === undefined) return []
  const [pooled, direct] = [await identify(databaseUrl), await identify(databaseDirectUrl).catch(sayError)]
  if (typeof direct === 'string')
    return [fail('direct address', `It does not answer (${direct}). Look at DATABASE_DIRECT_URL.`)]
  return [
    direct.database === pooled.database && direct.started === pooled.started
      ? ok('direct address', 'leads to the same database as DATABASE_URL')
      : fail('direct address', 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Write the same one.'),
  ]
}

async function identify(connectionString: string): Promise<{ database: string; started: string }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      'select current_database() as database, pg_postmaster_start_time()::text as started',
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

async function lookAtDisk(settings: Settings): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(settings.dataDir)
  const free = bavail * bsize
  const share = blocks > 0 ? bavail / blocks : 1
  const words = `${sayBytes(free)} free (${Math.round(share * 100)} %) on ${settings.dataDir}`
  if (free < 512 * 1024 ** 2) return [fail('disk', `${words}. Make room now: nothing can be stored soon.`)]
  if (free < 5 * 1024 ** 3 || share < 0.1) return [warn('disk', `${words}. Make room, or move DATA_DIR.`)]
  return [ok('disk', words)]
}

async function lookAtStore(files: FileStore): Promise<Finding[]> {
  await files.check()
  return [ok('file store', 'can be written')]
}

async function* lookAsOwner(patient: Patient, adminUrl: string): AsyncGenerator<Finding> {
  let isFit = true
  for await (const finding of looked('owner', () => lookAtOwner(adminUrl))) {
    isFit &&= finding.level !== 'fail'
    yield finding
  }
  // Nothing else is asked as a role that may see every tenant.
  if (!isFit) return
  let isMigrated = false
  for await (const finding of looked('migrations', () => lookAtMigrations(adminUrl))) {
    isMigrated = finding.level === 'ok'
    yield finding
  }
  if (!isMigrated) return
  const asOwner = (look: (client: pg.Client) => Promise<Finding[]>) => () => withOwner(adminUrl, look)
  yield* looked('row security', asOwner(lookAtRowSecurity))
  yield* looked('outbox', asOwner(lookAtOutbox))
  yield* looked('jobs', asOwner(lookAtRunner))
  yield* looked('people', asOwner(lookAtPeople))
  yield* looked('erasures', () => lookAtErasures(patient.settings, adminUrl))
  yield* looked(
    'audit log',
    asOwner((client) => lookAtAuditLog(client, patient)),
  )
  yield* looked('requests', asOwner(lookAtRequests))
  yield* looked('points', asOwner(lookAtPoints))
  yield* looked('cycles', asOwner(lookAtCycles))
  yield* looked(
    'files',
    asOwner((client) => lookAtFiles(client, patient)),
  )
  yield* looked(
    'rollups',
    asOwner((client) => lookAtRollups(client, patient)),
  )
}

async function lookAtDemonstration({ db, settings, listKnownAccounts }: Patient): Promise<Finding[]> {
  const [first, ...more] = await listKnownAccounts(db)
  if (first === undefined) return [ok('demonstration', 'no account has its known password')]
  const words = `the password that everybody knows opens ${first.name}${more.length > 0 ? ` and ${more.length} more` : ''}`
  if (settings.demoPasswords === 'known') return [ok('demonstration', `${words}, for this machine alone`)]
  return [
    fail(
      'demonstration',
      `${words}, and others can reach this installation. Run npm run seed -- --new-passwords, or npm run seed -- --remove.`,
    ),
  ]
}

async function lookAtOwner(adminUrl: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const fault = await findOwnerFault(client)
    return [fault === null ? ok('owner', 'row security binds the role that owns the tables') : fail('owner', fault)]
  } finally {
    await client.end()
  }
}

async function lookAtMigrations(adminUrl: string): Promise<Finding[]> {
  const missing = await findPending(adminUrl)
  if (missing.length > 0)
    return [fail('migrations', `Missing: ${missing.join(', ')}. A start of Learnt with DATABASE_ADMIN_URL runs them.`)]
  const [migrations, functions] = [await listMigrations(), listFunctions()]
  return [ok('migrations', `all ${migrations.length} have run, and ${functions.length} files of functions`)]
}

/** The same question as db/catalogue.test.ts asks of the migrations, asked of the living database. */
async function lookAtRowSecurity(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; held: boolean; strangers: string[] | null }>(
    `select c.relname as name,
       c.relrowsecurity and c.relforcerowsecurity and exists (
         select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation' and p.polcmd = '*'
           and pg_get_expr(p.polqual, p.polrelid) = '(tenant_id = ( SELECT current_tenant() AS current_tenant))'
           and pg_get_expr(p.polwithcheck, p.polrelid) = '(tenant_id = ( SELECT current_tenant() AS current_tenant))'
       ) as held,
       array(
         select p.polname::text from pg_policy p cross join unnest(p.polroles) r
         where p.polrelid = c.oid and p.polname <> 'tenant_isolation' and r <> c.relowner
           and r is distinct from to_regrole('learnt_relay') and r is distinct from to_regrole('learnt_search')
       ) as strangers
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const open = rows.filter((row) => !row.held || (row.strangers?.length ?? 0) > 0)
  if (open.length > 0)
    return [
      fail(
        'row security',
        `It does not hold tenants apart on ${open.map((row) => row.name).join(', ')}. Stop Learnt, and find out who changed that.`,
      ),
    ]
  return [ok('row security', `holds on all ${rows.length} tables`)]
}

async function lookAtOutbox(client: pg.Client): Promise<Finding[]> {
  const { rows } = await inRelay(client, () =>
    client.query<{ count: number; seconds: number }>(
      `select count(*)::int as count, coalesce(extract(epoch from now() - min(run_at)), 0)::int as seconds
       from outbox where run_at <= now()`,
    ),
  )
  const { count = 0, seconds = 0 } = rows[0] ?? {}
  const words = `${count} due, the oldest for ${seconds} s`
  if (count === 0 || seconds < 60) return [ok('outbox', words)]
  return [
    (seconds < 600 ? warn : fail)(
      'outbox',
      `${words}. Nobody moves it: at least one process needs DATABASE_ADMIN_URL and WORKER=on.`,
    ),
  ]
}

async function inRelay<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin read only')
  try {
    await client.query('set local role learnt_relay')
    return await work()
  } finally {
    await client.query('rollback')
  }
}

async function lookAtRunner(client: pg.Client): Promise<Finding[]> {
  const { rows: workers } = await client.query<{ alive: number; dead: number }>(
    `select count(*) filter (where seen_at > now() - interval '10 seconds')::int as alive,
       count(*) filter (where seen_at <= now() - interval '10 seconds')::int as dead from control.workers`,
  )
  const { alive = 0, dead = 0 } = workers[0] ?? {}
  const found = [
    alive > 0
      ? ok('workers', `${alive} alive${dead > 0 ? `, ${dead} ended without a word and were replaced` : ''}`)
      : warn('workers', 'None is alive: mails, imports and reports wait until a process with WORKER=on runs.'),
  ]
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  if (!there[0]?.there) return [...found, ok('jobs', 'none yet')]
  const { rows } = await client.query<{ waiting: number; seconds: number; given_up: number }>(
    `select count(*) filter (where attempts < max_attempts)::int as waiting,
       coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::int as seconds,
       count(*) filter (where attempts >= max_attempts)::int as given_up
     from graphile_worker._private_jobs`,
  )
  const { waiting = 0, seconds = 0, given_up = 0 } = rows[0] ?? {}
  const words = `${waiting} in hand, the oldest that is due waits for ${seconds} s`
  found.push(
    seconds < 300
      ? ok('jobs', words)
      : warn('jobs', `${words}. Start more processes with WORKER=on, or look at the log.`),
  )
  if (given_up > 0)
    found.push(warn('jobs', `${given_up} were given up after all attempts. The log says why (search for "runner").`))
  return found
}

/** A restored database may have people who were erased after the backup was made. */
async function lookAtErasures(settings: Settings, adminUrl: string): Promise<Finding[]> {
  const returned = await countReturned(settings, adminUrl)
  return [
    returned === 0
      ? ok('erasures', 'nobody of the list of erasures is back')
      : fail(
          'erasures',
          `${returned} people are back who were erased: the database is older. Start Learnt with WORKER=on; it erases them again.`,
        ),
  ]
}

/** Every entry is compared with its seal, and every chain with its head outside of the database. */
async function lookAtAuditLog(client: pg.Client, { db, settings }: Patient): Promise<Finding[]> {
  const keeper = { settings, secrets: await loadSecrets(db, settings.secretKey) }
  const found: Finding[] = []
  const tenants = await listTenants(client)
  let entries = 0
  for (const { id } of tenants) {
    const report = await verifyChain(keeper, db.tenant(mintTenantId(id)))
    entries += report.upTo
    const [first] = report.problems
    if (first)
      found.push(
        fail(
          'audit log',
          `${report.problemCount} problems in the log of ${id}, such as ${sayProblem(first)}. Find out who can write to the database; docs/operating.md, "Audit log". After a restore by other means: npm run cli -- audit restored`,
        ),
      )
    else if (report.upTo > 0 && !report.isSigned)
      found.push(
        warn(
          'audit log',
          `${settings.dataDir}/audit-heads has no head of ${id} that this installation has signed: nobody can tell whether all of its log was written anew. The next entry brings one.`,
        ),
      )
  }
  const waiting = await countWaiting(client, tenants)
  if (waiting > 0)
    found.push(
      warn('audit log', `${waiting} entries wait for more than an hour to be sealed. Start Learnt with WORKER=on.`),
    )
  return found.length > 0
    ? found
    : [ok('audit log', `${entries} entries of ${tenants.length} tenants are as they were sealed`)]
}

function sayProblem({ kind, from, until, at, action }: ChainProblem): string {
  const which = from === null ? 'an entry' : from === until ? `entry ${from}` : `entries ${from} to ${until}`
  return `${which} ${problemWords[kind]}${action ? ` (${action})` : ''}${at ? `, ${at}` : ''}`
}

const problemWords: Readonly<Record<ChainProblem['kind'], string>> = {
  edited: 'edited',
  deleted: 'deleted',
  inserted: 'inserted past Learnt, or without its seal',
  reordered: 'with a changed seal or order',
  cut: 'cut off at the end',
  rewritten: 'rewritten: the log agrees with itself, but not with the signed head',
  blanked: 'emptied without an erasure on record',
}

async function countWaiting(client: pg.Client, tenants: readonly { id: string }[]): Promise<number> {
  let waiting = 0
  for (const { id } of tenants) {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [id])
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from audit_pending where at < now() - interval '1 hour'`,
    )
    waiting += rows[0]?.count ?? 0
  }
  return waiting
}

/** The directory is a copy of the memberships: sign-in reads the one, the pages the other. */
async function lookAtPeople(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  let people = 0
  await client.query('begin isolation level repeatable read, read only')
  for (const { id } of await listTenants(client)) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
    const { rows } = await client.query<{ people: number; differ: number; homeless: number; work: number }>(
      `select (select count(*)::int from memberships) as people,
         (select count(*)::int from (select * from memberships where erased_at is null) m
            full join (select * from control.directory where tenant_id = $1) d on d.user_id = m.user_id and d.team_id = m.team_id
            where m.id is null or d.user_id is null or d.status <> m.status
              or not (d.roles @> m.roles and m.roles @> d.roles)) as differ,
         (select count(*)::int from memberships m left join control.teams t on t.id = m.team_id and t.tenant_id = m.tenant_id
            where t.id is null) as homeless,
         (select count(*)::int from assignments a where a.document_type = 'course' and a.is_active
            and not exists (select from documents c where c.id = a.document_id)) as work`,
      [id],
    )
    const row = rows[0] ?? { people: 0, differ: 0, homeless: 0, work: 0 }
    people += row.people
    if (row.differ > 0)
      found.push(
        fail(
          'people',
          `${row.differ} memberships of ${id} differ from the directory that sign-in goes by. Save those people again, or restore the tenant.`,
        ),
      )
    if (row.homeless > 0)
      found.push(fail('people', `${row.homeless} memberships of ${id} are of no team. Restore the tenant.`))
    if (row.work > 0) found.push(warn('people', `${row.work} assignments of ${id} are of courses that do not exist.`))
  }
  const { rows: lone } = await client.query<{ count: number }>(
    'select count(*)::int as count from control.users u where not exists (select from control.directory d where d.user_id = u.id)',
  )
  await client.query('rollback')
  if ((lone[0]?.count ?? 0) > 0) found.push(warn('people', `${lone[0]?.count} accounts belong to no tenant.`))
  return found.length > 0 ? found : [ok('people', `${people} memberships, each with its place in the directory`)]
}

/** A balance is the sum of its entries, whatever happened. */
async function lookAtPoints(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  let entries = 0
  await client.query('begin isolation level repeatable read, read only')
  for (const { id } of await listTenants(client)) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
    const { rows } = await client.query<{ entries: number; differ: number }>(
      `select (select count(*)::int from point_entries) as entries,
         (select count(*)::int from memberships m
            left join (select membership_id, sum(amount) as sum from point_entries group by 1) e on e.membership_id = m.id
            where m.reward_points_count <> coalesce(e.sum, 0)) as differ`,
    )
    const row = rows[0] ?? { entries: 0, differ: 0 }
    entries += row.entries
    if (row.differ > 0)
      found.push(fail('points', `${row.differ} balances of ${id} differ from their entries. Restore the tenant.`))
  }
  await client.query('rollback')
  return found.length > 0 ? found : [ok('points', `${entries} entries, and every balance is their sum`)]
}

/** Whether something opens depends on the assignment, which follows from its sources and from approved requests. */
async function lookAtRequests(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  let open = 0
  await client.query('begin isolation level repeatable read, read only')
  for (const { id } of await listTenants(client)) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
    const { rows } = await client.query<{ open: number; differ: number; ungranted: number }>(
      `select (select count(*)::int from requests where state = 'open') as open,
         (select count(*)::int from assignments a cross join lateral (
            select bool_and(s.needs_request) as needs_request from assignment_sources s where s.assignment_id = a.id
          ) given where given.needs_request is not null and a.needs_request <> (given.needs_request and a.started_at is null)) as differ,
         (select count(*)::int from requests r where r.state = 'approved' and r.kind = 'document'
            and not exists (select from assignment_sources s where s.source_id = r.id and s.kind = 'request')) as ungranted`,
    )
    const row = rows[0] ?? { open: 0, differ: 0, ungranted: 0 }
    open += row.open
    if (row.differ > 0)
      found.push(
        fail('requests', `${row.differ} assignments of ${id} open, or do not, otherwise than their sources say.`),
      )
    if (row.ungranted > 0)
      found.push(warn('requests', `${row.ungranted} approved requests of ${id} have given nothing.`))
  }
  await client.query('rollback')
  return found.length > 0 ? found : [ok('requests', `${open} open`)]
}

/** One column says which cycle of an assignment is current; everything else reads what is active or has a source. */
async function lookAtCycles(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  let ended = 0
  await client.query('begin isolation level repeatable read, read only')
  for (const { id } of await listTenants(client)) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
    const { rows } = await client.query<{ ended: number; wrong: number }>(
      `select count(*)::int as ended, count(*) filter (where a.is_active
           or exists (select from assignment_sources s where s.assignment_id = a.id)
           or not exists (select from assignments later where later.user_id = a.user_id and later.document_type = a.document_type
             and later.document_id = a.document_id and later.cycle > a.cycle))::int as wrong
       from assignments a where a.ended_at is not null`,
    )
    const row = rows[0] ?? { ended: 0, wrong: 0 }
    ended += row.ended
    if (row.wrong > 0)
      found.push(fail('cycles', `${row.wrong} earlier cycles of ${id} are still assigned, or have none after them.`))
  }
  await client.query('rollback')
  return found.length > 0 ? found : [ok('cycles', `${ended} earlier ones are kept`)]
}

async function listTenants(client: pg.Client): Promise<{ id: string }[]> {
  return (await client.query<{ id: string }>('select id from control.tenants order by id')).rows
}

/** So many files of the whole installation are read and compared with their names. */
const sampledFiles = 50
const sampledBytes = 64 * 1024 ** 2

async function lookAtFiles(client: pg.Client, { files, settings }: Patient): Promise<Finding[]> {
  const found: Finding[] = []
  await client.query('begin read only')
  const tenants = await listTenants(client)
  const named = await listNamedFiles(client, tenants)
  await client.query('rollback')
  const missing: string[] = []
  const damaged: string[] = []
  for (const file of sample(named, sampledFiles)) {
    const name = `${file.tenant}/${file.sha256}`
    const tenantId = mintTenantId(file.tenant)
    const size = await files.sizeOf(tenantId, file.sha256)
    if (size === null) missing.push(name)
    else if (file.size >= 0 && size !== file.size) damaged.push(name)
    else if (size <= sampledBytes && (await hashOf(files, file.tenant, file.sha256)) !== file.sha256) damaged.push(name)
  }
  if (missing.length > 0)
    found.push(
      fail(
        'files',
        `${missing.length} that rows name are not in the store, such as ${missing[0]}. Bring them back from a backup.`,
      ),
    )
  if (damaged.length > 0)
    found.push(
      fail(
        'files',
        `${damaged.length} have other bytes than were stored, such as ${damaged[0]}. Bring them back from a backup, and look at the disk.`,
      ),
    )

  const known = new Set(named.map((file) => `${file.tenant}/${file.sha256}`))
  let orphans = 0
  let bytes = 0
  for (const { id } of tenants) {
    for await (const { sha256, size } of files.list(mintTenantId(id))) {
      if (known.has(`${id}/${sha256}`)) continue
      orphans++
      bytes += size
    }
  }
  if (orphans > 0)
    found.push(warn('files', `${orphans} in the store (${sayBytes(bytes)}) are named by no row. They do no harm.`))
  const strangers = await foldersOfNobody(settings, tenants)
  if (strangers.length > 0)
    found.push(
      warn(
        'files',
        `The store has folders of tenants that do not exist: ${strangers.join(', ')}. A restore that was killed leaves them; they may be deleted.`,
      ),
    )
  return found.some((one) => one.level === 'fail')
    ? found
    : [
        ok('files', `${named.length} named by rows, ${Math.min(named.length, sampledFiles)} of them read and whole`),
        ...found,
      ]
}

async function foldersOfNobody(settings: Settings, tenants: readonly { id: string }[]): Promise<string[]> {
  const folder = join(settings.dataDir, 'files')
  if (settings.s3 || !existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !tenants.some(({ id }) => id === entry.name),
    )
    .map((entry) => entry.name)
}

/** Spread evenly over all. */
function sample<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all]
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T)
}

async function hashOf(files: FileStore, tenant: string, sha256: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of await files.open(mintTenantId(tenant), sha256)) hash.update(piece as Buffer)
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
  return hash.digest('hex')
}

const sampledTenants = 10

async function lookAtRollups(client: pg.Client, { db, compareRollups }: Patient): Promise<Finding[]> {
  const { rows } = await client.query<{ id: string }>(
    `select n.id from control.tenants n order by random() limit ${sampledTenants}`,
  )
  const found: Finding[] = []
  for (const { id } of rows) {
    const differences = await db.tenant(mintTenantId(id)).read(compareRollups, { statementTimeout: 600_000 })
    const wrong = Object.entries(differences).filter(([, count]) => Number(count) !== 0)
    if (wrong.length > 0)
      found.push(
        fail(
          'rollups',
          `Reports of ${id} differ from a count of the assignments (${wrong.map(([name, count]) => `${name}: ${count}`).join(', ')}). The daily recount mends them; if they differ again, tell us.`,
        ),
      )
  }
  return found.length > 0 ? found : [ok('rollups', `equal to a count of the assignments (${rows.length} tenants)`)]
}

async function lookAtMail(settings: Settings): Promise<Finding[]> {
  if (settings.smtpUrl === undefined)
    return [warn('mail', 'SMTP_URL is not set: mails are kept in the outbox of the administrators, and none is sent.')]
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(settings.smtpUrl, {})
  const limit = AbortSignal.timeout(10_000)
  try {
    await Promise.race([
      transport.verify(),
      new Promise((_, reject) => limit.addEventListener('abort', () => reject(new Error('no answer in 10 s')))),
    ])
    return [ok('mail', `${new URL(settings.smtpUrl).host} takes mails from us`)]
  } catch (error) {
    return [fail('mail', `${new URL(settings.smtpUrl).host}: ${sayError(error)}. Look at SMTP_URL.`)]
  } finally {
    transport.close()
  }
}

async function lookAtLine({ settings, db }: Patient): Promise<Finding[]> {
  if (settings.live === undefined) return []
  const { NatsFanOut, subjectOf } = await import('../platform/live/nats.ts')
  const secrets = await loadSecrets(db, settings.secretKey)
  let trouble = 'no answer in 5 s'
  const warn = ({ err }: { err?: unknown }) => {
    trouble = sayError(err)
  }
  const line = new NatsFanOut({ secrets, log: { warn } }, settings.live)
  line.start()
  for (let tries = 0; tries < 50 && !line.isConnected; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
  const { isConnected } = line
  await line.stop()
  return [
    isConnected
      ? ok('processes', `${line.server} takes us; subjects ${subjectOf({ secrets })}.*`)
      : fail('processes', `${line.server}: ${trouble}. Look at LIVE_URL; pages hear of changes late meanwhile.`),
  ]
}

async function lookAtPublic(settings: Settings): Promise<Finding[]> {
  const reply = await visit(`${settings.publicUrl}/healthz`)
  if (typeof reply === 'string')
    return [
      warn(
        'public address',
        `${settings.publicUrl} does not answer from here (${reply}). Learnt does not run, or PUBLIC_URL leads elsewhere.`,
      ),
    ]
  if (reply.status !== 200)
    return [
      fail(
        'public address',
        `${settings.publicUrl}/healthz answers ${reply.status}. Look at the proxy and at PUBLIC_URL.`,
      ),
    ]
  return [ok('public address', settings.publicUrl)]
}

async function lookAtContent(settings: Settings): Promise<Finding[]> {
  const origin = contentOrigin(settings, 'doctor')
  if (new URL(origin).hostname === new URL(settings.publicUrl).hostname)
    return [
      fail(
        'content origin',
        'CONTENT_URL has the host name of PUBLIC_URL: packages could act as the learner who plays them.',
      ),
    ]
  const reply = await visit(`${origin}/healthz`)
  if (typeof reply === 'string')
    return [
      warn(
        'content origin',
        `${origin} does not answer from here (${reply}). Learnt does not run, or CONTENT_URL leads elsewhere: packages would not play.`,
      ),
    ]
  // The content server has no such address; only the application answers 200.
  if (reply.status === 200)
    return [fail('content origin', `${origin} leads to the application. It must lead to CONTENT_PORT.`)]
  if (reply.status !== 404)
    return [
      fail(
        'content origin',
        `${origin} answers ${reply.status}. It must lead to CONTENT_PORT, with its Host unchanged.`,
      ),
    ]
  return [ok('content origin', `${origin}, another host than the application's`)]
}

async function visit(url: string): Promise<Response | string> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return sayError(cause ?? error)
  }
}

function sayBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)))
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${units[step]}`
}
