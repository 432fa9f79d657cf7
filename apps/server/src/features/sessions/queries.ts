import { tidyAddress } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { Impersonator } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import type { Database, ReadTx, Row } from '../../platform/db/database.ts'
import { takingAttempt } from '../../platform/session/lock-out.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { unreadCount } from '../notifications/queries.ts'
import { emptyTeam, type StoredView, type TeamHints, type TeamView, teamOfPage, viewOf } from '../teams/queries.ts'
import type { Choosable } from './policy.ts'

/** Asked with where there is no account. */
const nobodysId = '00000000-0000-0000-0000-000000000000'

export interface Account {
  readonly userId: string
  readonly passwordHash: string | null
}

/** The account behind an address, or behind a user name of the tenant. */
export async function findAccount(db: Database, typed: string, tenantId: string): Promise<Account | null> {
  const { rows } = await db.control((tx) =>
    sql<Account>`select * from control.find_account(${tidyAddress(typed)}, ${tenantId})`.execute(tx),
  )
  return rows[0] ?? null
}

/** Who wants to sign in where, as far as what was typed and the browser say. */
export interface Knock {
  readonly team: TeamView
  /** Behind an address, or a user name of the tenant; null: no account. */
  readonly account: Account | null
  /** Whether the account knows this device. */
  readonly knowsDevice: boolean
  /** Until when it is blocked; null: not blocked, and counted, where `counts` said so. */
  readonly blockedUntil: Date | null
}

/**
 * The team of the page, the account in its tenant, the device, and the attempt: one statement, whether there is such an
 * account or not. `counts`: whether this is an attempt already, or `whenAccepted`: unless the team asks for its terms first.
 */
export async function findKnock(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  hints: TeamHints,
  of: { typed: string; device: Buffer | null; address: string; counts: boolean | 'whenAccepted' },
  now: Date,
): Promise<Knock> {
  const { typed, device, address, counts } = of
  const isAttempt =
    counts === 'whenAccepted'
      ? sql`tenant_settings -> 'showPersonalTermsConditions' is distinct from 'true'::jsonb`
      : sql`${counts}::boolean`
  const taking = takingAttempt(
    { userId: sql`user_id`, tenantId: sql`in_tenant`, knowsDevice: sql`knows_device`, device, typed, address },
    now,
  )
  // There is a row where there is no team, too: somebody may have been left without one.
  const { rows } = await db.control((tx) =>
    sql<
      (StoredView | { id: null }) & {
        userId: string | null
        passwordHash: string | null
        knowsDevice: boolean
        blockedUntil: Date | null
        inTenant: string
      }
    >`
      select found.*, case when ${isAttempt} then ${taking} end as blocked_until
      from (
        select t.*, coalesce(t.tenant_id, ${emptyTeam.tenantId}) as in_tenant, a.user_id, a.password_hash,
          ${device}::bytea is not null and control.is_known_device(coalesce(a.user_id, ${nobodysId}), ${device}) as knows_device
        from (values (1)) as page left join ${teamOfPage(settings, hints)} t on true
        left join lateral control.find_account(${tidyAddress(typed)}, coalesce(t.tenant_id, ${emptyTeam.tenantId})) a on true
        offset 0
      ) found`.execute(tx),
  )
  const [row] = rows
  if (!row) throw new Error('A statement that always has a row had none')
  const { userId, passwordHash, knowsDevice, blockedUntil, inTenant: _, ...stored } = row
  return {
    team: stored.id === null ? emptyTeam : viewOf(stored),
    account: userId === null ? null : { userId, passwordHash },
    knowsDevice,
    blockedUntil,
  }
}

/** Runs without an account too, so that an unknown address takes as many queries as a known one. */
export async function belongsToTenant(db: Database, userId: string | null, tenantId: string): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{ belongs: boolean }>`
      select control.belongs_to_tenant(${userId ?? nobodysId}, ${tenantId}) as belongs`.execute(tx),
  )
  return rows[0]?.belongs ?? false
}

const wordHeadings = ['employeeId', 'username', 'email', 'phone'] as const
const listHeadings = ['custom1', 'custom2', 'custom3', 'custom4', 'custom5', 'custom6'] as const
/** Columns of a membership that a feed heading may name as the unique one. */
export type UniqueHeading = (typeof wordHeadings)[number] | (typeof listHeadings)[number]

/** The columns by which a tenant's HR feed tells people apart; headings of the feed that are no such column are none. */
export async function listUniqueHeadings(db: Database, tenantId: string): Promise<UniqueHeading[]> {
  const { rows } = await db.control((tx) =>
    sql<{ heading: string }>`select control.unique_headings(${tenantId}) as heading`.execute(tx),
  )
  const known: readonly string[] = [...wordHeadings, ...listHeadings]
  return rows.map((row) => row.heading).filter((one): one is UniqueHeading => known.includes(one))
}

/**
 * The account of the one active person of the tenant who has this value of its unique attribute. Nobody's when two people
 * have it. As many questions for a value that nobody has.
 */
export async function findAccountByHeading(
  db: Database,
  typed: string,
  tenantId: string,
): Promise<{ hasHeading: boolean; account: Account | null }> {
  const headings = await listUniqueHeadings(db, tenantId)
  if (headings.length === 0) return { hasHeading: false, account: null }
  const rows = await db.tenant(mintTenantId(tenantId)).read((tx) =>
    tx
      .selectFrom('memberships')
      .distinct()
      .select('userId')
      .where('status', '=', 'active')
      .where((eb) =>
        eb.or(
          headings.map((heading) =>
            isListHeading(heading) ? sql<boolean>`${typed} = any (${sql.ref(heading)})` : eb(heading, '=', typed),
          ),
        ),
      )
      .limit(2)
      .execute(),
  )
  const userId = rows.length === 1 ? (rows[0]?.userId ?? null) : null
  const { rows: found } = await db.control((tx) =>
    sql<{ passwordHash: string | null }>`
      select password_hash from control.account_of(${userId ?? nobodysId})`.execute(tx),
  )
  return {
    hasHeading: true,
    account: userId === null ? null : { userId, passwordHash: found[0]?.passwordHash ?? null },
  }
}

function isListHeading(heading: UniqueHeading): heading is (typeof listHeadings)[number] {
  return heading.startsWith('custom')
}

/** Runs without an account too, so that an unknown account takes as many queries as a known one. */
export async function isKnownDevice(db: Database, userId: string | null, device: Buffer): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{ known: boolean }>`select control.is_known_device(${userId ?? nobodysId}, ${device}) as known`.execute(tx),
  )
  return rows[0]?.known ?? false
}

/** One active membership of a person, in an open team of an open tenant. */
export interface OwnMembership extends Choosable {
  readonly displayName: string
  readonly tenantName: string
  readonly mainDomain: string
  readonly theme: unknown
  readonly tenantSettings: unknown
  readonly roles: readonly string[]
}

/** `vouched`: the tenant that they are in, or whose provider says who they are; else what they can enter by their own means. */
export function listOwnMemberships(db: Database, userId: string, vouched?: string): Promise<OwnMembership[]> {
  return db.control((tx) => readOwnMemberships(tx, userId, vouched))
}

/** The same beside other questions. */
export async function readOwnMemberships(tx: ReadTx, userId: string, vouched?: string): Promise<OwnMembership[]> {
  const { rows } = await sql<OwnMembership>`
    select * from control.list_memberships(${userId}, ${vouched ?? null})`.execute(tx)
  return rows
}

/** What somebody can enter once they have proved the address and set a password by mail. */
export async function listMembershipsOnceProved(db: Database, userId: string): Promise<OwnMembership[]> {
  const { rows } = await db.control((tx) =>
    sql<OwnMembership>`select * from control.list_memberships(${userId}, null, true)`.execute(tx),
  )
  return rows
}

/** Whether somebody has a password, and no other tenant's administrator has chosen it. */
export function passwordOpens(db: Database, userId: string, tenantId: string): Promise<boolean> {
  return db.control((tx) => readPasswordOpens(tx, userId, tenantId))
}

export async function readPasswordOpens(tx: ReadTx, userId: string, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{
    opens: boolean
  }>`select control.password_opens(${userId}, ${tenantId}) as opens`.execute(tx)
  return rows[0]?.opens ?? false
}

/** The teams among these that accept the session's proof. */
export async function listOpenToSession(
  db: Database,
  sessionId: string | null,
  teamIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await db.control((tx) =>
    sql<{
      id: string
    }>`select t as id from control.open_to_session(${sessionId}, ${[...teamIds]}::text[], ${now}) t`.execute(tx),
  )
  return rows.map((row) => row.id)
}

export interface OwnSession {
  readonly id: string
  readonly tenantId: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly userAgent: string
  readonly address: string
  readonly provenBy: string
  readonly factor: string | null
}

/** The newest 200; of one tenant where it is named. */
export async function listOwnSessions(
  db: Database,
  userId: string,
  now: Date,
  tenantId: string | null = null,
): Promise<OwnSession[]> {
  const { rows } = await db.control((tx) =>
    sql<OwnSession>`select * from control.list_sessions(${userId}, ${now}, ${tenantId})`.execute(tx),
  )
  return rows
}

const meColumns = [
  'id',
  'userId',
  'tenantId',
  'teamId',
  'shownFirstName',
  'lastName',
  'email',
  'avatar',
  'status',
  'rewardPointsCount',
  'hasLoggedIn',
  'preferences',
] as const
export type MeRow = Pick<Row<'memberships'>, (typeof meColumns)[number]> & { unreadNotifications: number }

/** What the signed-in person's pages show of the membership; less where somebody else acts as them. */
export async function findMe(
  tx: ReadTx,
  membershipId: string,
  impersonator: Impersonator | null = null,
): Promise<MeRow | null> {
  return (await selectMe(tx, membershipId, impersonator).executeTakeFirst()) ?? null
}

/** What findMe() asks, for a statement that asks for more. */
export function selectMe(tx: ReadTx, membershipId: string, impersonator: Impersonator | null = null) {
  const [userId = '', teamId = ''] = membershipId.split(':')
  return tx
    .selectFrom('memberships')
    .select(meColumns)
    .select(unreadCount({ userId, teamId, impersonator }).as('unreadNotifications'))
    .where('id', '=', membershipId)
}

/** Which of these addresses belong to somebody. */
export async function listKnownAddresses(db: Database, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await db.control((tx) =>
    sql<{ email: string }>`select control.known_addresses(${[...addresses]}::text[]) as email`.execute(tx),
  )
  return rows.map((row) => row.email)
}

/** Host names under which teams open: of one, or of all. */
export async function listTeamHosts(db: Database, teamId?: string): Promise<string[]> {
  const { rows } = await db.control((tx) =>
    sql<{ host: string }>`
      select host from control.hosts_of_teams() where ${teamId ?? null}::text is null or team_id = ${teamId ?? null}`.execute(
      tx,
    ),
  )
  return rows.map((row) => row.host)
}

export async function isFirstRunOpen(db: Database, codeHash: Buffer): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{ open: boolean }>`select control.first_run_is_open(${codeHash}) as open`.execute(tx),
  )
  return rows[0]?.open ?? false
}

/** A sign-in that owes its second factor. */
export interface OpenStep {
  readonly userId: string
  readonly pageTeamId: string
  readonly tenantId: string
  readonly teamId: string
  readonly proof: unknown
  readonly tries: number
  readonly expiresAt: Date
}

export async function findOpenStep(
  db: Database,
  tokenHash: Buffer,
  deviceHash: Buffer,
  now: Date,
): Promise<OpenStep | null> {
  const { rows } = await db.control((tx) =>
    sql<OpenStep>`select * from control.find_step(${tokenHash}, ${deviceHash}, ${now})`.execute(tx),
  )
  return rows[0] ?? null
}
