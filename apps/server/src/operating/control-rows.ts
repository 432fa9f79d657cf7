import { BackupRefused } from '../platform/db/tables.ts'
import { type Renames, renameText, unescapeField } from './rename-rows.ts'
import { decompressRows, linesOf } from './rows-file.ts'
import type { TenantArchive } from './tenant-archive.ts'

export type Json = Record<string, unknown>

export interface Person extends Json {
  id: string
  email: string | null
  is_email_verified: boolean
  additional_emails: string[]
}

/** A tenant's part of the control plane, by table, as its file has it. */
export type ControlRows = ReadonlyMap<string, readonly Json[]>

export async function readControlRows(archive: TenantArchive): Promise<ControlRows> {
  const control = new Map<string, Json[]>()
  for (const { name, file } of archive.manifest.control) {
    const rows: Json[] = []
    for await (const line of linesOf(decompressRows(await archive.read(file))))
      rows.push(JSON.parse(unescapeField(line)) as Json)
    control.set(name, rows)
  }
  return control
}

/** Row security does not guard the control plane, so the author of the file may have added rows of others. */
export function refuseForeignRows(control: ControlRows, tenantId: string): void {
  const idsOf = (name: string) => new Set((control.get(name) ?? []).map((row) => row.id))
  const tenants = control.get('tenants') ?? []
  if (tenants.length !== 1 || tenants[0]?.id !== tenantId)
    throw new BackupRefused(`The file is not that of the one tenant ${tenantId}. Nothing was touched.`)
  const own = {
    tenant_id: new Set<unknown>([tenantId]),
    team_id: idsOf('teams'),
    user_id: idsOf('users'),
    provider_id: idsOf('providers'),
  }
  for (const [name, rows] of control)
    for (const [column, ids] of Object.entries(own)) {
      const row = rows.find((one) => (one[column] ?? null) !== null && !ids.has(one[column]))
      if (row)
        throw new BackupRefused(
          `The file has a row of ${name} that is not of the tenant: ${column} ${JSON.stringify(row[column])}. Nothing was touched.`,
        )
    }
}

export function renameControl(row: Json, renames: Renames): Json {
  const text = JSON.parse(renameText(JSON.stringify(row), renames)) as Json
  const own = (value: unknown) => (value === renames.tenant.from ? renames.tenant.to : value)
  for (const column of ['tenant_id', 'set_in_tenant']) if (column in row) text[column] = own(row[column])
  if ('team_id' in row) text.team_id = renames.teams.get(String(row.team_id)) ?? row.team_id
  // Of tenants and teams the id is a name.
  if ('display_name' in row) text.id = renames.teams.get(String(row.id)) ?? row.id
  else if ('suspended_reason' in row) text.id = own(row.id)
  return text
}

interface Newcomers {
  readonly users: readonly Person[]
  readonly credentials: readonly Json[]
  readonly directory: readonly Json[]
}

/**
 * What a file says of people who are new here proves no address: until they set a password by a mail from here, theirs open
 * the tenant that came with them and nothing that others give to the address (control.list_memberships). What they could
 * enter there, they still can.
 */
export function holdToTenant({ users, credentials, directory }: Newcomers, tenantId: string): Newcomers {
  const provedThere = new Set<unknown>(users.filter((one) => one.is_email_verified).map((one) => one.id))
  return {
    users: users.map((one) => ({ ...one, is_email_verified: false, was_proved: false, additional_emails: [] })),
    credentials: credentials
      // What another tenant's administrator chose opened nothing of this one.
      .filter((one) => provedThere.has(one.user_id) || (one.set_in_tenant ?? tenantId) === tenantId)
      .map((one) => ({ ...one, set_in_tenant: tenantId })),
    directory: directory.map((one) => ({
      ...one,
      self_registered: one.self_registered && !provedThere.has(one.user_id),
    })),
  }
}
