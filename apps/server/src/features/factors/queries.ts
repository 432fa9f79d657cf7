import { sql } from 'kysely'
import type { Database, ReadTx } from '../../platform/db/database.ts'

export interface FactorStanding {
  readonly hasAuthenticator: boolean
  /** One entry for each passkey that counts here. */
  readonly passkeyHosts: readonly string[]
  /** How many of those open this tenant alone. */
  readonly boundPasskeys: number
  readonly codesLeft: number
  /** Whether this device stands for the second factor. */
  readonly isTrusted: boolean
}

/** In one tenant: a factor that another one vouched for does not count. */
export async function findStanding(
  db: Database,
  of: { userId: string; tenantId: string; deviceHash?: Buffer },
  now: Date,
): Promise<FactorStanding> {
  return (await db.control((tx) => readStanding(tx, of.userId, of.deviceHash ?? null, now)))(of.tenantId)
}

/** The same beside other questions, for any tenant. */
export async function readStanding(
  tx: ReadTx,
  userId: string,
  deviceHash: Buffer | null,
  now: Date,
): Promise<(tenantId: string) => FactorStanding> {
  const { rows } = await sql<Omit<FactorStanding, 'boundPasskeys'> & { passkeyTenants: readonly (string | null)[] }>`
    select * from control.factor_standing(${userId}, ${deviceHash ?? Buffer.alloc(0)}, ${now})`.execute(tx)
  const { passkeyTenants = [], ...all } = rows[0] ?? {
    hasAuthenticator: false,
    passkeyHosts: [],
    codesLeft: 0,
    isTrusted: false,
  }
  return (tenantId) => ({
    ...all,
    passkeyHosts: all.passkeyHosts.filter((_, at) => (passkeyTenants[at] ?? tenantId) === tenantId),
    boundPasskeys: passkeyTenants.filter((one) => one === tenantId).length,
  })
}

export interface StoredAuthenticator {
  /** Sealed; null: none confirmed yet. */
  readonly secret: string | null
  readonly pendingSecret: string | null
  readonly pendingUntil: Date | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export async function findAuthenticator(db: Database, userId: string): Promise<StoredAuthenticator | null> {
  const { rows } = await db.control((tx) =>
    sql<StoredAuthenticator>`select * from control.find_authenticator(${userId})`.execute(tx),
  )
  return rows[0] ?? null
}

export interface StoredPasskey {
  readonly id: string
  readonly userId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly host: string
  readonly name: string
  readonly transports: string[]
  readonly isSynced: boolean
  readonly counter: number
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The tenant on whose word it was made, and which it opens alone; null: the person's own. */
  readonly setInTenant: string | null
}

export async function listPasskeys(db: Database, userId: string): Promise<StoredPasskey[]> {
  const { rows } = await db.control((tx) =>
    sql<StoredPasskey>`select * from control.list_passkeys(${userId})`.execute(tx),
  )
  return rows
}

export async function findPasskey(db: Database, credentialId: Buffer): Promise<StoredPasskey | null> {
  const { rows } = await db.control((tx) =>
    sql<StoredPasskey>`select * from control.find_passkey(${credentialId})`.execute(tx),
  )
  return rows[0] ?? null
}

export interface Credentials {
  readonly email: string
  readonly passwordHash: string | null
}

export async function findCredentials(db: Database, userId: string): Promise<Credentials> {
  const { rows } = await db.control((tx) =>
    sql<{ email: string | null; passwordHash: string | null }>`
      select email, password_hash from control.account_of(${userId})`.execute(tx),
  )
  return { email: rows[0]?.email ?? '', passwordHash: rows[0]?.passwordHash ?? null }
}

/** Whether a session has shown too little for a team that asks for a second factor. */
export async function owesFactor(db: Database, sessionId: string, teamId: string): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{ owes: boolean }>`select control.owes_factor(${sessionId}, ${teamId}) as owes`.execute(tx),
  )
  return rows[0]?.owes ?? true
}

/** Whether somebody has been in the bound tenant, and in others. */
export async function findWhereabouts(
  tx: ReadTx,
  userId: string,
): Promise<{ belongsElsewhere: boolean; hasBeenHere: boolean }> {
  const { rows } = await sql<{ belongsElsewhere: boolean; hasBeenHere: boolean }>`
    select control.belongs_elsewhere(${userId}) as belongs_elsewhere, control.has_been_here(${userId}) as has_been_here`.execute(
    tx,
  )
  return rows[0] ?? { belongsElsewhere: true, hasBeenHere: false }
}
