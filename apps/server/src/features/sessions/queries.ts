import { sql } from 'kysely'
import type { Database, ReadTx, Row } from '../../platform/db/database.ts'
import type { Choosable } from './policy.ts'

export interface Account {
  readonly userId: string
  readonly passwordHash: string | null
}

/** The account behind an address, or behind a user name of the tenant. */
export async function findAccount(db: Database, typed: string, tenantId: string): Promise<Account | null> {
  const { rows } = await db.control((tx) =>
    sql<Account>`select * from control.find_account(${typed}, ${tenantId})`.execute(tx),
  )
  return rows[0] ?? null
}

/** Asked with nobody's id too, so that an unknown account takes as many questions as a known one. */
export async function isKnownDevice(db: Database, userId: string | null, device: Buffer): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{
      known: boolean
    }>`select control.is_known_device(${userId ?? '00000000-0000-0000-0000-000000000000'}, ${device}) as known`.execute(
      tx,
    ),
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

export async function listOwnMemberships(db: Database, userId: string): Promise<OwnMembership[]> {
  const { rows } = await db.control((tx) =>
    sql<OwnMembership>`select * from control.list_memberships(${userId})`.execute(tx),
  )
  return rows
}

export interface OwnSession {
  readonly id: string
  readonly tenantId: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly userAgent: string
  readonly address: string
}

export async function listOwnSessions(db: Database, userId: string, now: Date): Promise<OwnSession[]> {
  const { rows } = await db.control((tx) =>
    sql<OwnSession>`select * from control.list_sessions(${userId}, ${now})`.execute(tx),
  )
  return rows
}

const meColumns = [
  'id',
  'userId',
  'tenantId',
  'teamId',
  'firstName',
  'lastName',
  'email',
  'avatar',
  'status',
  'rewardPointsCount',
  'hasLoggedIn',
  'preferences',
] as const
export type MeRow = Pick<Row<'memberships'>, (typeof meColumns)[number]>

/** What the signed-in person's pages show of the membership. */
export async function findMe(tx: ReadTx, membershipId: string): Promise<MeRow | null> {
  return (
    (await tx.selectFrom('memberships').select(meColumns).where('id', '=', membershipId).executeTakeFirst()) ?? null
  )
}

/** Which of these addresses belong to somebody. */
export async function listKnownAddresses(db: Database, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await db.control((tx) =>
    sql<{ email: string }>`select control.known_addresses(${[...addresses]}::text[]) as email`.execute(tx),
  )
  return rows.map((row) => row.email)
}

export async function isFirstRunOpen(db: Database, codeHash: Buffer): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{ open: boolean }>`select control.first_run_is_open(${codeHash}) as open`.execute(tx),
  )
  return rows[0]?.open ?? false
}
