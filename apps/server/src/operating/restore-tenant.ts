import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { copyIn } from '../platform/db/copy.ts'
import { CommitOutcomeUnknown } from '../platform/db/errors.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import {
  BackupRefused,
  columnList,
  qualified,
  readCatalogue,
  readMigrationRecords,
  withOwner,
} from '../platform/db/tables.ts'
import type { FileStore } from '../platform/files/store.ts'
import { deterministicId } from '../platform/ids.ts'
import { deletePeopleWithoutTenant, deleteTenantRows, forgetWork } from '../platform/tenant/remove-tenant.ts'
import { type HostSettings, isOwnHost, otherTeamOf } from '../platform/tenant/team-hosts.ts'
import { mintTenantId, type TenantId } from '../platform/tenant-id.ts'
import { makeMonths, workColumns } from './backup.ts'
import {
  type ControlRows,
  holdToTenant,
  type Json,
  type Person,
  readControlRows,
  refuseForeignRows,
  renameControl,
} from './control-rows.ts'
import { type Renames, renameRow, renamesNothing } from './rename-rows.ts'
import { holdMails, holdRestore } from './restore.ts'
import { decompressRows, linesOf } from './rows-file.ts'
import { TenantArchive, type TenantManifest } from './tenant-archive.ts'

export interface TenantRestoreOptions {
  readonly adminUrl: string
  readonly files: FileStore
  readonly file: string
  /** The id under which it is put back; by default the one it had. */
  readonly as?: string | undefined
  /** The typed id of the tenant that exists and is destroyed: the operator knows about it. */
  readonly replace: string | null
  /**
   * Keeps superadministrators; else they become administrators of their tenant. With it the file is trusted in
   * everything: proved addresses, verified domains, links of sign-in providers.
   */
  readonly keepSuperadmins: boolean
  /** Which host names are the installation's own. */
  readonly settings: HostSettings
  /** Mails that wait are not sent: the original sends them. */
  readonly holdMails: boolean
  readonly say: (line: string) => void
}

export interface TenantRestored {
  readonly tenantId: TenantId
  /** The moment of the export. */
  readonly mark: string
  readonly rows: number
  readonly files: number
  readonly newPeople: number
  readonly knownPeople: number
  /** What is not as it was, one sentence each. */
  readonly notes: readonly string[]
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
      await holdRestore(client)
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
  const control = await readControlRows(archive)
  refuseForeignRows(control, manifest.tenant.id)
  if (options.replace !== null && options.replace !== tenantId)
    throw new BackupRefused(
      `--replace names ${options.replace}, but ${tenantId} would be put back. Nothing was touched.`,
    )
  const status = await findStatus(client, tenantId)
  if (status !== null && options.replace === null)
    throw new BackupRefused(
      `There is a tenant ${tenantId} already. Give it another id with --as, or destroy that one with --replace ${tenantId}`,
    )
  if (status !== null) await shut(client, tenantId)
  const put: string[] = []
  try {
    await putFiles(archive, tenantId, options.files, put)
    const restored = await restoreRows(client, archive, control, tenantId, options)
    if (status !== null) await removeOtherFiles(manifest, tenantId, options.files)
    return restored
  } catch (error) {
    // Its files stay, and its status: they may be those of one that is back.
    if (error instanceof CommitOutcomeUnknown)
      throw new BackupRefused(
        `The connection broke at the very end. Look whether ${tenantId} is back (npm run cli -- tenant list); if not, do it again.`,
        { cause: error },
      )
    // It may be the connection that failed.
    await client.query('rollback').catch(() => {})
    await withOwner(options.adminUrl, async (another) => {
      if (status !== null) await setStatus(another, tenantId, status)
      // Somebody may have made one of this id meanwhile.
      else if ((await findStatus(another, tenantId)) === null)
        for (const sha256 of put) await options.files.remove(tenantId, sha256)
    })
    throw error
  }
}

function mintOrRefuse(id: string): TenantId {
  try {
    return mintTenantId(id)
  } catch {
    throw new BackupRefused(`${JSON.stringify(id)} is no id: small letters, digits and hyphens, at most 63.`)
  }
}

/** Rows go where they came from only between equal schemas. */
async function checkMigrations(client: pg.Client, manifest: TenantManifest): Promise<void> {
  const here = await readMigrationRecords(client)
  if (isDeepStrictEqual(here, manifest.migrations)) return
  const known = await listMigrations()
  const missing = manifest.migrations.filter((one) => !known.some((file) => isDeepStrictEqual(file, one)))
  throw new BackupRefused(
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
  throw new BackupRefused('Transactions of before are still open after 15 seconds. Try again.')
}

/** `put`: those that were not there before, also when it fails. */
async function putFiles(archive: TenantArchive, tenantId: TenantId, files: FileStore, put: string[]): Promise<void> {
  for (const { sha256 } of archive.manifest.files) {
    const stored = await files.put(tenantId, await archive.read(`files/${sha256}`))
    if (stored.created) put.push(stored.sha256)
    if (stored.sha256 !== sha256) throw new BackupRefused(`The file ${sha256} changed while it was read.`)
  }
}

async function removeOtherFiles(manifest: TenantManifest, tenantId: TenantId, files: FileStore): Promise<void> {
  const kept = new Set(manifest.files.map((file) => file.sha256))
  for await (const { sha256 } of files.list(tenantId)) if (!kept.has(sha256)) await files.remove(tenantId, sha256)
}

async function restoreRows(
  client: pg.Client,
  archive: TenantArchive,
  control: ControlRows,
  tenantId: TenantId,
  options: TenantRestoreOptions,
): Promise<TenantRestored> {
  const { manifest } = archive
  const notes = [...manifest.complaints]
  const isTrusted = options.keepSuperadmins
  const now = new Date()
  const part = (name: string) => control.get(name) ?? []
  await makeMonths(client)
  await client.query('begin')
  const people = part('users') as readonly Person[]
  const accounts = await findAccounts(client, people)
  const here = await findKnownHere(client, tenantId, [...accounts.values()])
  const before = options.replace !== null ? await deleteTenantRows(client, tenantId) : null
  if (before?.wasThere) await forgetWork(client, tenantId)
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])

  const renames: Renames = {
    tenant: { from: manifest.tenant.id, to: tenantId },
    teams: renameTeams(part('teams'), manifest.tenant.id, tenantId),
    ids: new Map([...accounts].filter(([from, to]) => from !== to)),
  }
  await addMadeIds(archive, renames)
  const isSame = renamesNothing(renames)
  const renamed = (name: string) => part(name).map((row) => (isSame ? row : renameControl(row, renames)))

  await refuseTakenTeams(client, tenantId, renamed('teams'))
  await insertJson(client, 'tenants', notDeleted(renamed('tenants'), notes))
  const { teams, hosts } = await keepFreeHosts(client, renamed('teams'), renamed('team_hosts'), options.settings, notes)
  // A copy leaves the links of mails and the sign-in providers to the original.
  const isCopy = tenantId !== manifest.tenant.id
  await insertJson(client, 'teams', isCopy ? teams.map((team) => ({ ...team, auth_providers: [] })) : teams)
  await insertJson(client, 'team_hosts', hosts)
  const domains = isTrusted ? renamed('tenant_domains') : onlyVerified(renamed('tenant_domains'), here.domains, notes)
  await insertJson(client, 'tenant_domains', await keepFreeDomains(client, domains, notes))

  const isNew = new Set<unknown>(people.filter((person) => !accounts.has(person.id)).map((person) => person.id))
  const ofNewcomers = (rows: readonly Json[]) => rows.filter((row) => isNew.has(row.user_id))
  const directory = renamed('directory').map((row) => ({
    ...row,
    roles: isTrusted ? row.roles : withoutSuperadmin(row.roles as string[]),
    is_default: isNew.has(row.user_id) && row.is_default,
  }))
  const asTheFileSays = {
    users: people.filter((person) => isNew.has(person.id)),
    credentials: ofNewcomers(renamed('credentials')),
    directory: ofNewcomers(directory),
  }
  const newcomers = isTrusted ? asTheFileSays : holdToTenant(asTheFileSays, tenantId)
  const known = directory.filter((row: Json) => !isNew.has(row.user_id))
  await insertJson(client, 'users', await withFreeAddresses(client, newcomers.users))
  await insertJson(client, 'credentials', newcomers.credentials)
  await insertJson(client, 'directory', newcomers.directory)
  await insertJson(client, 'directory', isTrusted ? known : known.map((row) => asKnownHere(row, here, now)))
  await insertJson(client, 'usernames', renamed('usernames'))
  if (!isCopy) {
    const links = renamed('account_links')
    const kept = isTrusted ? links.filter((link) => isOfNewcomer(link, isNew)) : []
    await insertJson(client, 'account_links', kept, true)
    const closed = links.filter((link) => isOpen(link) && !kept.includes(link)).length
    if (closed > 0) notes.push(`${closed} links of mails do not open here. People who need one ask for a new mail.`)
    const providers = renamed('providers')
    await insertJson(
      client,
      'providers',
      // The author of the file is no superadministrator here.
      providers.map((one) => ({ ...one, set_by_superadmin: isTrusted && one.set_by_superadmin })),
    )
    const identities = isTrusted ? renamed('identities') : ofNewcomers(renamed('identities'))
    await insertJson(client, 'identities', identities)
    const left = part('identities').length - identities.length
    if (left > 0)
      notes.push(`${left} links to sign-in providers are not taken along: whose they are has an account here already.`)
    if (providers.some((one) => one.secret !== ''))
      notes.push(
        'The secrets of sign-in providers can be read where they were saved only. Elsewhere, enter them again.',
      )
  }

  let rows = 0
  for (const table of (await readCatalogue(client)).tenant) {
    const from = manifest.tables.find((one) => one.name === table.name)
    if (!from || (!isSame && chainTables.has(table.name))) continue
    const adjust =
      table.name === 'memberships' && !isTrusted
        ? (staging: string) =>
            `update ${staging} set roles = array(select distinct case r when 'superadmin' then 'admin' else r end from unnest(roles) r)
             where 'superadmin' = any (roles)`
        : null
    rows += await loadTable(client, archive, qualified(table), from, isSame ? null : renames, adjust)
  }
  if (!isSame) {
    // Under other ids no hash fits: the log begins a new chain.
    await client.query(
      'insert into audit_pending (tenant_id, at, entry_id) select tenant_id, at, id from audit_entries where tenant_id = $1',
      [tenantId],
    )
    notes.push('The audit log begins a new chain of seals, since ids in it are others here.')
  }
  const work = { ...manifest.work, columns: [...workColumns] }
  rows += await loadTable(client, archive, 'public.outbox', work, isSame ? null : renames, null)
  if (options.holdMails) {
    const held = await holdMails(client, tenantId)
    if (held > 0) notes.push(`${held} mails that waited are not sent: the original may have sent them.`)
  }
  if (isCopy && options.holdMails) {
    const { rowCount } = await client.query(
      'update public.schedules set is_active = false where is_active and tenant_id = $1',
      [tenantId],
    )
    if (rowCount) notes.push(`${rowCount} reports by mail are paused: the original goes on sending them.`)
  }
  if (before) await deletePeopleWithoutTenant(client, before.users)
  await commit(client, options.adminUrl)
  return {
    tenantId,
    mark: manifest.mark,
    rows,
    files: manifest.files.length,
    newPeople: isNew.size,
    knownPeople: accounts.size,
    notes,
  }
}

/** What seals the audit log as it was. */
const chainTables: ReadonlySet<string> = new Set([
  'audit_heads',
  'audit_seals',
  'audit_pending',
  'audit_blanks',
  'audit_checks',
])

/** Where the connection breaks before the answer, the database says over another what became of the transaction. */
async function commit(client: pg.Client, adminUrl: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  try {
    await client.query('commit')
  } catch (error) {
    const status = await findOutcome(adminUrl, rows[0]?.id).catch(() => null)
    if (status === 'committed') return
    throw status === 'aborted' ? error : new CommitOutcomeUnknown(error)
  }
}

function findOutcome(adminUrl: string, transaction: string | undefined): Promise<string | null> {
  return withOwner(adminUrl, async (another) => {
    for (let round = 0; round < 100; round++) {
      const { rows } = await another.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [
        transaction,
      ])
      if (rows[0]?.status !== 'in progress') return rows[0]?.status ?? null
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return null
  })
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
    throw new BackupRefused(
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

/** The id of a tenant is that of its own team, also of one that has none. */
async function refuseTakenTeams(client: pg.Client, tenantId: string, teams: readonly Json[]): Promise<void> {
  const { rows } = await client.query<{ id: string; tenant_id: string }>(
    `select id, tenant_id from control.teams where id = any ($1)
     union all select id, id from control.tenants where id = any ($1) and id <> $2 limit 1`,
    [[tenantId, ...teams.map((team) => team.id)], tenantId],
  )
  if (rows[0])
    throw new BackupRefused(
      `The team ${rows[0].id} is here already, of tenant ${rows[0].tenant_id}. Give the tenant another id with --as.`,
    )
}

/** A host name leads to one team: one that is taken here stays where it is, as do those of the installation. */
async function keepFreeHosts(
  client: pg.Client,
  teams: readonly Json[],
  hosts: readonly Json[],
  settings: HostSettings,
  notes: string[],
): Promise<{ teams: readonly Json[]; hosts: readonly Json[] }> {
  const wanted = hosts.map((row) => {
    const [host, teamId] = [String(row.host), String(row.team_id)]
    return { row, host, other: otherTeamOf(host, teamId, settings) }
  })
  const { rows } = await client.query<{ host: string | null; team: string | null }>(
    `select host, null as team from control.team_hosts where host = any ($1)
     union all select null, id from control.teams where id = any ($2)`,
    [wanted.map(({ host }) => host), wanted.map(({ other }) => other)],
  )
  const taken = new Set(rows.map((row) => row.host))
  const ids = new Set<unknown>([...rows.map((row) => row.team), ...teams.map((team) => team.id)])
  const free = new Map<unknown, Json>()
  for (const { row, host, other } of wanted) {
    const why = isOwnHost(host, settings)
      ? "is the installation's own and leads to no team"
      : taken.has(host) || (other !== null && ids.has(other))
        ? 'leads to another team here and is left to it'
        : null
    if (why === null) free.set(host, row)
    else notes.push(`The host name ${host} ${why}.`)
  }
  return {
    teams: teams.map((team) => (free.get(team.main_domain)?.team_id === team.id ? team : { ...team, main_domain: '' })),
    hosts: [...free.values()],
  }
}

/** A restored tenant that had been deleted is wanted: it is back as suspended, and no run removes it later. */
function notDeleted(tenants: readonly Json[], notes: string[]): Json[] {
  return tenants.map((tenant) => {
    if (tenant.status !== 'deleted' && tenant.status !== 'removing') return tenant
    notes.push('The tenant was deleted when it was exported. It is back as a suspended one.')
    return { ...tenant, status: 'suspended', status_before: null, deleted_at: null, deleted_in: null }
  })
}

/** The file may claim domains that nobody verified. Those verified here before stay so. */
function onlyVerified(domains: readonly Json[], here: ReadonlySet<unknown>, notes: string[]): Json[] {
  return domains.map((one) => {
    if (one.verified_at === null || here.has(one.domain)) return one
    notes.push(
      `The domain ${one.domain} is not verified here yet: *Domains* on the tenant's page looks for its record.`,
    )
    return { ...one, verified_at: null, verified_by: null }
  })
}

/** A domain belongs to one tenant: a tenant that has it here keeps it. */
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

interface KnownHere {
  /** Verified for the tenant that is being replaced. */
  readonly domains: ReadonlySet<unknown>
  /** The memberships of that tenant, by person and team. */
  readonly memberships: ReadonlyMap<string, { readonly created_at: string; readonly last_used_at: string | null }>
  /** People whose account was made by registering. */
  readonly registered: ReadonlySet<unknown>
}

/** What this installation itself knows, before anything is deleted. */
async function findKnownHere(client: pg.Client, tenantId: TenantId, userIds: string[]): Promise<KnownHere> {
  const { rows: domains } = await client.query<{ domain: string }>(
    'select domain from control.tenant_domains where tenant_id = $1 and verified_at is not null',
    [tenantId],
  )
  const { rows: memberships } = await client.query<{ id: string; created_at: string; last_used_at: string | null }>(
    `select user_id || ':' || team_id as id, created_at::text, last_used_at::text from control.directory
     where tenant_id = $1`,
    [tenantId],
  )
  const { rows: registered } = await client.query<{ user_id: string }>(
    'select distinct user_id from control.directory where self_registered and user_id = any ($1)',
    [userIds],
  )
  return {
    domains: new Set(domains.map((row) => row.domain)),
    memberships: new Map(memberships.map(({ id, ...row }) => [id, row])),
    registered: new Set(registered.map((row) => row.user_id)),
  }
}

/** These decide what an account opens and who may change it, so a file cannot set them for people of here. */
function asKnownHere(row: Json, { memberships, registered }: KnownHere, now: Date): Json {
  return {
    ...row,
    ...(memberships.get(`${row.user_id}:${row.team_id}`) ?? { created_at: now, last_used_at: null }),
    self_registered: row.self_registered && registered.has(row.user_id),
  }
}

/** A link sets a password or proves an address: of people who have an account here it would be a way into that. */
function isOfNewcomer({ kind, user_id, details }: Json, isNew: ReadonlySet<unknown>): boolean {
  if (kind !== 'register') return isNew.has(user_id)
  const { knownUserId = null } = details as { knownUserId?: string | null }
  return knownUserId === null || isNew.has(knownUserId)
}

function isOpen({ used_at, expires_at }: Json): boolean {
  return used_at === null && new Date(String(expires_at)) > new Date()
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
