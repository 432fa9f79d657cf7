import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { firstCluster } from '../db/clusters.ts'
import { listMigrations } from '../db/migrate.ts'
import type { FileStore } from '../files/store.ts'
import { deterministicId } from '../ids.ts'
import { deletePeopleWithoutTenant, deleteTenantRows, forgetWork } from '../tenant/remove-tenant.ts'
import { mintTenantId, type TenantId } from '../tenant/tenant-id.ts'
import { workColumns } from './backup.ts'
import { copyIn } from './copy.ts'
import { type Renames, renameRow, renamesNothing, renameText, unescapeField } from './rename-rows.ts'
import { holdMails } from './restore.ts'
import { decompressRows, linesOf } from './rows-file.ts'
import { columnList, KeepingRefused, qualified, readCatalogue, readMigrationRecords, withOwner } from './tables.ts'
import { TenantArchive, type TenantManifest } from './tenant-archive.ts'

export interface TenantRestoreOptions {
  readonly adminUrl: string
  readonly files: FileStore
  readonly file: string
  /** The id under which it is put back; by default the one it had. */
  readonly as?: string | undefined
  /** Typed by whoever knows that the tenant of this id is there, and is destroyed. */
  readonly replace: string | null
  /** Whoever was superadministrator stays one; else they become administrators of their tenant. */
  readonly keepSuperadmins: boolean
  /** Mails that wait are not sent: the original sends them. */
  readonly holdMails: boolean
  readonly say: (line: string) => void
}

export interface TenantRestored {
  readonly tenantId: TenantId
  readonly rows: number
  readonly files: number
  readonly newPeople: number
  readonly knownPeople: number
  /** What is not as it was, one sentence each. */
  readonly notes: readonly string[]
}

type Json = Record<string, unknown>

interface Person extends Json {
  id: string
  email: string | null
  additional_emails: string[]
}

/**
 * Puts one tenant back beside others that go on working. Files first, then every row in one transaction: until it commits
 * nobody sees anything of it. People who have an account here, by id or by address, keep it as it is.
 */
export async function restoreTenant(options: TenantRestoreOptions): Promise<TenantRestored> {
  const archive = await TenantArchive.open(options.file)
  try {
    const tenantId = mintOrRefuse(options.as ?? archive.manifest.tenant.id)
    return await withOwner(options.adminUrl, async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('learnt:tenant restore', 0)) as mine`,
      )
      if (!rows[0]?.mine)
        throw new KeepingRefused('Another tenant is being put back at this moment. Try again after it.')
      return restoreInto(client, archive, tenantId, options)
    })
  } finally {
    archive.close()
  }
}

async function restoreInto(
  client: pg.Client,
  archive: TenantArchive,
  tenantId: TenantId,
  options: TenantRestoreOptions,
): Promise<TenantRestored> {
  const { manifest } = archive
  await checkMigrations(client, manifest)
  if (options.replace !== null && options.replace !== tenantId)
    throw new KeepingRefused(
      `--replace names ${options.replace}, but ${tenantId} would be put back. Nothing was touched.`,
    )
  const status = await findStatus(client, tenantId)
  if (status !== null && options.replace === null)
    throw new KeepingRefused(
      `There is a tenant ${tenantId} already. Give it another id with --as, or destroy that one with --replace ${tenantId}`,
    )
  if (status !== null) await shut(client, tenantId)
  try {
    await putFiles(archive, tenantId, options.files)
    const restored = await restoreRows(client, archive, tenantId, options)
    if (status !== null) await removeOtherFiles(manifest, tenantId, options.files)
    return restored
  } catch (error) {
    // It may be the connection that failed.
    await client.query('rollback').catch(() => {})
    if (status === null) await options.files.removeTenant(tenantId)
    else await withOwner(options.adminUrl, (another) => setStatus(another, tenantId, status))
    throw error
  }
}

function mintOrRefuse(id: string): TenantId {
  try {
    return mintTenantId(id)
  } catch {
    throw new KeepingRefused(`${JSON.stringify(id)} is no id: small letters, digits and hyphens, at most 63.`)
  }
}

/** Rows go where they came from only between equal schemas. */
async function checkMigrations(client: pg.Client, manifest: TenantManifest): Promise<void> {
  const here = await readMigrationRecords(client)
  if (isDeepStrictEqual(here, manifest.migrations)) return
  const known = await listMigrations()
  const missing = manifest.migrations.filter((one) => !known.some((file) => isDeepStrictEqual(file, one)))
  throw new KeepingRefused(
    missing.length > 0
      ? `The tenant was exported from another version of Learnt (${missing.map((one) => one.name).join(', ')}). Bring this one to that version.`
      : 'The tenant was exported from an older version of Learnt. Restore it into an installation of that version, bring that up to date, and export it again.',
  )
}

async function findStatus(client: pg.Client, tenantId: string): Promise<string | null> {
  const { rows } = await client.query<{ status: string }>('select status from control.tenants where id = $1', [
    tenantId,
  ])
  return rows[0]?.status ?? null
}

async function setStatus(client: pg.Client, tenantId: string, status: string): Promise<void> {
  await client.query('update control.tenants set status = $2 where id = $1', [tenantId, status])
}

/** Nobody writes into what is about to be destroyed: sessions end at once, and what is under way gets its time. */
async function shut(client: pg.Client, tenantId: string): Promise<void> {
  await setStatus(client, tenantId, 'suspended')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const { rows } = await client.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  for (let round = 0; round < 150; round++) {
    const { rows: open } = await client.query<{ done: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $1::bigint as done',
      [rows[0]?.next],
    )
    if (open[0]?.done) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new KeepingRefused('Transactions of before are still open after 15 seconds. Try again.')
}

async function putFiles(archive: TenantArchive, tenantId: TenantId, files: FileStore): Promise<void> {
  for (const { sha256 } of archive.manifest.files) {
    const stored = await files.put(tenantId, await archive.read(`files/${sha256}`))
    if (stored.sha256 !== sha256) throw new KeepingRefused(`The file ${sha256} changed while it was read.`)
  }
}

async function removeOtherFiles(manifest: TenantManifest, tenantId: TenantId, files: FileStore): Promise<void> {
  const kept = new Set(manifest.files.map((file) => file.sha256))
  for await (const { sha256 } of files.list(tenantId)) if (!kept.has(sha256)) await files.remove(tenantId, sha256)
}

async function restoreRows(
  client: pg.Client,
  archive: TenantArchive,
  tenantId: TenantId,
  options: TenantRestoreOptions,
): Promise<TenantRestored> {
  const { manifest } = archive
  const notes = [...manifest.complaints]
  await client.query(`select control.make_statement_months((now() + interval '13 months')::date)`)
  await client.query('begin')
  const before = options.replace !== null ? await deleteTenantRows(client, tenantId) : null
  if (before?.wasThere) await forgetWork(client, tenantId)
  // One of this id may have lain here and been moved.
  await client.query('delete from control.closed_places where tenant_id = $1', [tenantId])
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])

  const part = async (name: string) => readControl(archive, name)
  const people = (await part('users')) as Person[]
  const accounts = await findAccounts(client, people)
  const renames: Renames = {
    tenant: { from: manifest.tenant.id, to: tenantId },
    teams: renameTeams(await part('teams'), manifest.tenant.id, tenantId),
    ids: new Map([...accounts].filter(([from, to]) => from !== to)),
  }
  await addMadeIds(archive, renames)
  const isSame = renamesNothing(renames)
  const renamed = async (name: string) => (await part(name)).map((row) => (isSame ? row : renameControl(row, renames)))

  await refuseTakenTeams(client, await renamed('teams'))
  const tenants = notDeleted(await renamed('tenants'), notes)
  // Wherever it lay: its rows are put here.
  await insertJson(
    client,
    'tenants',
    tenants.map((tenant) => ({ ...tenant, cluster: firstCluster })),
  )
  const { teams, hosts } = await keepFreeHosts(client, await renamed('teams'), await renamed('team_hosts'), notes)
  // Of a copy the links of mails and the sign-in providers stay with the original.
  const isCopy = tenantId !== manifest.tenant.id
  await insertJson(client, 'teams', isCopy ? teams.map((team) => ({ ...team, auth_providers: [] })) : teams)
  await insertJson(client, 'team_hosts', hosts)
  await insertJson(client, 'tenant_domains', await keepFreeDomains(client, await renamed('tenant_domains'), notes))
  const newcomers = people.filter((person) => !accounts.has(person.id))
  await insertJson(client, 'users', await withFreeAddresses(client, newcomers))
  const isNew = new Set(newcomers.map((person) => person.id))
  if (manifest.control.some((one) => one.name === 'credentials'))
    await insertJson(
      client,
      'credentials',
      (await part('credentials')).filter((row) => isNew.has(String(row.user_id))),
    )
  const directory = (await renamed('directory')).map((row) => ({
    ...row,
    roles: options.keepSuperadmins ? row.roles : withoutSuperadmin(row.roles as string[]),
    is_default: isNew.has(String(row.user_id)) && row.is_default,
  }))
  await insertJson(client, 'directory', directory)
  await insertJson(client, 'usernames', await renamed('usernames'))
  if (!isCopy) {
    await insertJson(client, 'account_links', await renamed('account_links'), true)
    const providers = await renamed('providers')
    await insertJson(
      client,
      'providers',
      // Whoever wrote the file is no superadministrator here.
      providers.map((one) => ({ ...one, set_by_superadmin: options.keepSuperadmins && one.set_by_superadmin })),
    )
    await insertJson(client, 'identities', await renamed('identities'))
    if (providers.some((one) => one.secret !== ''))
      notes.push(
        'The secrets of sign-in providers can be read where they were saved only. Elsewhere, enter them again.',
      )
  }

  let rows = 0
  for (const table of (await readCatalogue(client)).tenant) {
    const from = manifest.tables.find((one) => one.name === table.name)
    if (!from) continue
    const adjust =
      table.name === 'memberships' && !options.keepSuperadmins
        ? (staging: string) =>
            `update ${staging} set roles = array(select distinct case r when 'superadmin' then 'admin' else r end from unnest(roles) r)
             where 'superadmin' = any (roles)`
        : null
    rows += await loadTable(client, archive, qualified(table), from, isSame ? null : renames, adjust)
  }
  const work = { ...manifest.work, columns: [...workColumns] }
  rows += await loadTable(client, archive, 'public.outbox', work, isSame ? null : renames, null)
  if (options.holdMails) {
    const held = await holdMails(client)
    if (held > 0) notes.push(`${held} mails that waited are not sent: the original may have sent them.`)
  }
  if (isCopy && options.holdMails) {
    const { rowCount } = await client.query('update public.schedules set is_active = false where is_active')
    if (rowCount) notes.push(`${rowCount} reports by mail are paused: the original goes on sending them.`)
  }
  if (before) await deletePeopleWithoutTenant(client, before.users)
  await client.query('commit')
  return {
    tenantId,
    rows,
    files: manifest.files.length,
    newPeople: newcomers.length,
    knownPeople: accounts.size,
    notes,
  }
}

async function readControl(archive: TenantArchive, name: string): Promise<Json[]> {
  const from = archive.manifest.control.find((one) => one.name === name)
  if (!from) return []
  const rows: Json[] = []
  for await (const line of linesOf(decompressRows(await archive.read(from.file))))
    rows.push(JSON.parse(unescapeField(line)) as Json)
  return rows
}

/** Who of these has an account here already: by id, by address, by a further address. */
async function findAccounts(client: pg.Client, people: readonly Person[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ from: string; to: string }>(
    // Sets joined by sets: row by row the further addresses alone would take minutes for 100,000 people.
    `with people as materialized (select * from jsonb_to_recordset($1::jsonb) as p (id uuid, email text))
     select distinct on (found.from) found.from, found.to from (
       select p.id as from, u.id as to, 0 as rank from people p join control.users u on u.id = p.id
       union all select p.id, u.id, 1 from people p join control.users u on u.email = p.email
       union all select p.id, a.id, 2 from people p
         join (select u.id, unnest(u.additional_emails) as email from control.users u where u.additional_emails <> '{}') a
           on a.email = p.email
     ) found order by found.from, found.rank, found.to`,
    [JSON.stringify(people.map(({ id, email }) => ({ id, email })))],
  )
  const accounts = new Map(rows.map((row) => [row.from, row.to]))
  const taken = new Set<string>()
  const twice = [...accounts.values()].find((id) => taken.size === taken.add(id).size)
  if (twice)
    throw new KeepingRefused(
      `Two people of the tenant would become the one person ${twice} of this installation. Change the address of one of them, and export again.`,
    )
  return accounts
}

/** Team ids are one installation's. Under a new id the tenant's teams are called after it. */
function renameTeams(teams: readonly Json[], from: string, to: string): Map<string, string> {
  if (from === to) return new Map()
  return new Map(
    teams.map(({ id }) => {
      const old = String(id)
      const rest = old === from ? '' : old.startsWith(`${from}-`) ? old.slice(from.length) : `-${old}`
      return [old, `${to}${rest}`.slice(0, 63).replace(/-+$/, '')]
    }),
  )
}

/** Ids that are made from the tenant's or a person's: they are found again by making them again. */
async function addMadeIds(archive: TenantArchive, renames: Renames): Promise<void> {
  const { tenant, ids } = renames
  if (tenant.from === tenant.to && ids.size === 0) return
  const add = ids as Map<string, string>
  const people = new Map(ids)
  const remake = async (
    name: string,
    columns: string[],
    parts: (row: string[], isNew: boolean) => [string, ...string[]],
  ) => {
    const from = archive.manifest.tables.find((one) => one.name === name)
    if (!from) return
    const places = columns.map((column) => from.columns.indexOf(column))
    for await (const line of linesOf(decompressRows(await archive.read(from.file)))) {
      const fields = line.split('\t')
      const row = places.map((place) => fields[place] as string)
      const id = row[0] as string
      if (deterministicId(...parts(row, false)) === id) add.set(id, deterministicId(...parts(row, true)))
    }
  }
  await remake(
    'assignments',
    ['id', 'user_id', 'document_type', 'document_id', 'cycle'],
    ([, user = '', type = '', document = '', cycle = ''], isNew) => [
      'assignment',
      isNew ? tenant.to : tenant.from,
      isNew ? (people.get(user) ?? user) : user,
      type,
      document,
      cycle,
    ],
  )
  await remake('packages', ['id', 'file_id'], ([, file = ''], isNew) => [
    'package',
    isNew ? tenant.to : tenant.from,
    file,
  ])
}

function renameControl(row: Json, renames: Renames): Json {
  const text = JSON.parse(renameText(JSON.stringify(row), renames)) as Json
  const own = (value: unknown) => (value === renames.tenant.from ? renames.tenant.to : value)
  if ('tenant_id' in row) text.tenant_id = own(row.tenant_id)
  if ('team_id' in row) text.team_id = renames.teams.get(String(row.team_id)) ?? row.team_id
  // Of tenants and teams the id is a name.
  if ('display_name' in row) text.id = renames.teams.get(String(row.id)) ?? row.id
  else if ('cluster' in row) text.id = own(row.id)
  return text
}

async function refuseTakenTeams(client: pg.Client, teams: readonly Json[]): Promise<void> {
  const { rows } = await client.query<{ id: string; tenant_id: string }>(
    'select id, tenant_id from control.teams where id = any ($1) limit 1',
    [teams.map((team) => team.id)],
  )
  if (rows[0])
    throw new KeepingRefused(
      `The team ${rows[0].id} is here already, of tenant ${rows[0].tenant_id}. Give the tenant another id with --as.`,
    )
}

/** A host name leads to one team: one that is taken here stays where it is. */
async function keepFreeHosts(
  client: pg.Client,
  teams: Json[],
  hosts: readonly Json[],
  notes: string[],
): Promise<{ teams: Json[]; hosts: Json[] }> {
  const { rows } = await client.query<{ host: string }>('select host from control.team_hosts where host = any ($1)', [
    hosts.map((host) => host.host),
  ])
  const taken = new Set(rows.map((row) => row.host))
  for (const host of taken) notes.push(`The host name ${host} leads to another team here and is left to it.`)
  return {
    teams: teams.map((team) => (taken.has(String(team.main_domain)) ? { ...team, main_domain: '' } : team)),
    hosts: hosts.filter((host) => !taken.has(String(host.host))),
  }
}

/** Whoever puts a deleted tenant back wants it kept: it is there, closed, and not removed by and by. */
function notDeleted(tenants: readonly Json[], notes: string[]): Json[] {
  return tenants.map((tenant) => {
    if (tenant.status !== 'deleted' && tenant.status !== 'removing') return tenant
    notes.push('The tenant was deleted when it was exported. It is back as a suspended one.')
    return { ...tenant, status: 'suspended', status_before: null, deleted_at: null, deleted_in: null }
  })
}

/** A domain is shown to be one tenant's: whoever has it here keeps it. */
async function keepFreeDomains(client: pg.Client, domains: readonly Json[], notes: string[]): Promise<Json[]> {
  const { rows } = await client.query<{ domain: string }>(
    'select domain from control.tenant_domains where domain = any ($1) and verified_at is not null',
    [domains.filter((one) => one.verified_at !== null).map((one) => one.domain)],
  )
  const taken = new Set(rows.map((row) => row.domain))
  for (const domain of taken) notes.push(`The domain ${domain} is verified for another tenant here and is left to it.`)
  return domains.map((one) =>
    taken.has(String(one.domain)) ? { ...one, verified_at: null, verified_by: null } : { ...one },
  )
}

/** Further addresses that are somebody's here are not given to a second person. */
async function withFreeAddresses(client: pg.Client, people: readonly Person[]): Promise<Person[]> {
  const wanted = people.flatMap((person) => person.additional_emails)
  if (wanted.length === 0) return [...people]
  const { rows } = await client.query<{ email: string }>(
    `select w.email from unnest($1::text[]) w (email)
     where exists (select from control.users u where u.email = w.email or u.additional_emails @> array[w.email])`,
    [wanted],
  )
  const taken = new Set(rows.map((row) => row.email))
  return people.map((person) => ({
    ...person,
    additional_emails: person.additional_emails.filter((email) => !taken.has(email)),
  }))
}

function withoutSuperadmin(roles: readonly string[]): string[] {
  return [...new Set(roles.map((role) => (role === 'superadmin' ? 'admin' : role)))]
}

async function insertJson(client: pg.Client, table: string, rows: readonly Json[], skipKnown = false): Promise<void> {
  for (let at = 0; at < rows.length; at += 5000) {
    await client.query(
      `insert into control.${table} select * from jsonb_populate_recordset(null::control.${table}, $1::jsonb)
       ${skipKnown ? 'on conflict do nothing' : ''}`,
      [JSON.stringify(rows.slice(at, at + 5000))],
    )
  }
}

/** COPY does not go through row security, and INSERT does: rows of another tenant are refused by the database itself. */
async function loadTable(
  client: pg.Client,
  archive: TenantArchive,
  table: string,
  from: { file: string; columns: readonly string[]; rows: number },
  renames: Renames | null,
  adjust: ((staging: string) => string) | null,
): Promise<number> {
  const columns = columnList(from.columns)
  const staging = 'pg_temp.learnt_staging'
  await client.query(`create temp table learnt_staging on commit drop as select ${columns} from ${table} with no data`)
  const source = decompressRows(await archive.read(from.file))
  const taken = await copyIn(
    client,
    `copy ${staging} (${columns}) from stdin`,
    renames ? renameLines(source, from.columns, renames) : source,
  )
  if (taken !== from.rows) throw new Error(`${table} took ${taken} of ${from.rows} rows`)
  if (adjust) await client.query(adjust(staging))
  const { rowCount } = await client.query(`insert into ${table} (${columns}) select ${columns} from ${staging}`)
  await client.query(`drop table ${staging}`)
  return rowCount ?? 0
}

async function* renameLines(
  source: AsyncIterable<Buffer>,
  columns: readonly string[],
  renames: Renames,
): AsyncGenerator<Buffer> {
  let lines: string[] = []
  let length = 0
  for await (const line of linesOf(source)) {
    const renamed = renameRow(columns, line, renames)
    lines.push(renamed)
    length += renamed.length
    if (length < 128 * 1024) continue
    yield Buffer.from(`${lines.join('\n')}\n`)
    lines = []
    length = 0
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
}
