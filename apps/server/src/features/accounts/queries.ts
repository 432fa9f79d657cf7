import type { addressStates, linkKinds, lookUpProperties } from '@learnt/contract/accounts'
import { tidyAddress } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Database, ReadTx, Row } from '../../platform/db/database.ts'
import type { UniqueHeading } from '../sessions/queries.ts'

export interface Resettable {
  readonly userId: string
  /** As stored: mails go there, never to what somebody typed. */
  readonly email: string
  readonly teamId: string
}

/** Who of the tenant may set a new password by a mail to this address; null when nobody may. */
export async function findResettable(
  db: Database,
  typed: string,
  tenantId: string,
  nearTeamId: string,
): Promise<Resettable | null> {
  const { rows } = await db.control((tx) =>
    sql<Resettable>`select * from control.find_resettable(${tidyAddress(typed)}, ${tenantId}, ${nearTeamId})`.execute(
      tx,
    ),
  )
  return rows[0] ?? null
}

/** The same over all open tenants, by their id: for the command line. */
export async function findResettableAnywhere(
  db: Database,
  typed: string,
): Promise<(Resettable & { readonly tenantId: string }) | null> {
  const { rows } = await db.control((tx) =>
    sql<Resettable & { tenantId: string }>`
      select * from control.find_resettable_anywhere(${tidyAddress(typed)}) limit 1`.execute(tx),
  )
  return rows[0] ?? null
}

export interface AccountLink {
  readonly id: string
  readonly kind: (typeof linkKinds)[number]
  readonly tenantId: string
  readonly teamId: string
  readonly userId: string | null
  readonly email: string
  readonly details: unknown
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export async function findAccountLink(db: Database, codeHash: Buffer): Promise<AccountLink | null> {
  const { rows } = await db.control((tx) =>
    sql<AccountLink>`select * from control.find_account_link(${codeHash})`.execute(tx),
  )
  return rows[0] ?? null
}

export interface OwnAccount {
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly passwordHash: string | null
  /** An administrator chose it, or it came with a tenant from elsewhere. */
  readonly isChosen: boolean
}

export function findOwnAccount(db: Database, userId: string): Promise<OwnAccount> {
  return db.control((tx) => readOwnAccount(tx, userId))
}

/** The same within a transaction, which may have made it. */
export async function readOwnAccount(tx: ReadTx, userId: string): Promise<OwnAccount> {
  const { rows } = await sql<OwnAccount>`
    select a.*, control.has_chosen_password(${userId}) as is_chosen from control.account_of(${userId}) a`.execute(tx)
  return rows[0] ?? { email: null, isEmailVerified: false, passwordHash: null, isChosen: false }
}

export interface OwnAddress {
  readonly address: string
  readonly state: (typeof addressStates)[number]
}

export async function readAddresses(tx: ReadTx, userId: string, now: Date): Promise<OwnAddress[]> {
  const { rows } = await sql<OwnAddress>`select address, state from control.addresses_of(${userId}, ${now})`.execute(tx)
  return rows
}

/** Whose an address is, be it the one or a further one of theirs, and whether they are of this tenant. */
export async function findOwner(tx: ReadTx, address: string): Promise<{ userId: string; isHere: boolean } | null> {
  const { rows } = await sql<{ userId: string; isHere: boolean }>`
    select o.user_id, control.belongs_to_tenant(o.user_id, current_tenant()) as is_here
    from control.users_of_addresses(array[${address}]) o`.execute(tx)
  return rows[0] ?? null
}

/** Host names under which a team's pages open. */
export async function listTeamHosts(db: Database, teamId: string): Promise<string[]> {
  const { rows } = await db.control((tx) =>
    sql<{ host: string }>`select host from control.hosts_of_teams() where team_id = ${teamId}`.execute(tx),
  )
  return rows.map((row) => row.host)
}

export interface Administrator {
  readonly userId: string
  readonly teamId: string
  readonly firstName: string
  readonly email: string
}

/** Administrators who can open a new person's page in this team: the team's own and those of the tenant's own team. */
export async function listAdministratorsOf(tx: ReadTx, teamId: string, tenantId: string): Promise<Administrator[]> {
  return tx
    .selectFrom('memberships')
    .distinctOn('userId')
    .select(['userId', 'teamId', 'shownFirstName as firstName', 'email'])
    .where('status', '=', 'active')
    .where(sql<boolean>`'admin' = any (roles)`)
    .where('teamId', 'in', [teamId, tenantId])
    .orderBy('userId')
    .orderBy(sql`team_id = ${teamId}`, 'desc')
    .limit(200)
    .execute()
}

const userTeamColumns = [
  'id',
  'userId',
  'teamId',
  'tenantId',
  'firstName',
  'lastName',
  'email',
  'username',
  'employeeId',
  'status',
  'roles',
] as const
export type UserTeamRow = Pick<Row<'memberships'>, (typeof userTeamColumns)[number]>

export type LookUpColumn = (typeof lookUpProperties)[number] | UniqueHeading

/** Memberships that an administrator sees, with this value in one of the columns; letters count alike, big or small. */
export async function listUserTeams(
  tx: ReadTx,
  actor: Actor,
  columns: readonly LookUpColumn[],
  value: string,
): Promise<UserTeamRow[]> {
  const wanted = tidyAddress(value)
  return tx
    .selectFrom('memberships')
    .select(userTeamColumns)
    .where((eb) =>
      eb.or(
        columns.map((column) =>
          column.startsWith('custom')
            ? sql<boolean>`${wanted} in (select lower(one) from unnest(${sql.ref(column)}) one)`
            : sql<boolean>`lower(${sql.ref(column)}::text) = ${wanted}`,
        ),
      ),
    )
    .$if(!actor.wholeTenant, (query) => query.where('teamId', '=', actor.teamId))
    .orderBy('id')
    .limit(100)
    .execute()
}

export type SeenMember = Pick<Row<'memberships'>, 'userId' | 'teamId' | 'firstName' | 'email'>

/** Active people with these addresses the administrator sees: one membership each, the own team's first. */
export async function listSeenByAddress(
  tx: ReadTx,
  actor: Actor,
  addresses: readonly string[],
  onlyTeamId?: string,
): Promise<SeenMember[]> {
  return tx
    .selectFrom('memberships')
    .distinctOn('email')
    .select(['userId', 'teamId', 'shownFirstName as firstName', 'email'])
    .where('status', '=', 'active')
    .where(
      'email',
      'in',
      addresses.map((address) => tidyAddress(address)),
    )
    .$if(!actor.wholeTenant, (query) => query.where('teamId', '=', actor.teamId))
    .$if(onlyTeamId !== undefined, (query) => query.where('teamId', '=', onlyTeamId ?? ''))
    .orderBy('email')
    .orderBy(sql`team_id = ${actor.teamId}`, 'desc')
    .orderBy('teamId')
    .execute()
}
