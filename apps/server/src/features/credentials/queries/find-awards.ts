import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { positionsOf } from '../signing/places.ts'

/** An award as its credential and the public page need it. */
export interface AwardRow {
  readonly id: string
  readonly versionId: string
  readonly userId: string
  readonly holderName: string
  readonly title: string
  /** A text for each language. */
  readonly description: Record<string, string>
  readonly criteria: Record<string, string>
  readonly awardedAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly statusPosition: number
  readonly credential: string | null
  /** In the zone of the tenant. */
  readonly issuedDay: string
  readonly validUntil: string | null
}

/** The day of a moment where the tenant is. */
function dayOf(moment: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(${moment} at time zone control.zone_of_tenant())::date`
}

const columns = sql`
  a.id, a.version_id, a.user_id, a.holder_name, v.title, v.description, v.criteria, a.awarded_at, a.expires_at, a.revoked_at,
  a.status_position, a.credential, ${dayOf(sql`a.awarded_at`)} as issued_day,
  ${dayOf(sql`(a.expires_at - interval '1 second')`)} as valid_until`
const tables = sql`from badge_awards a join badge_versions v on v.id = a.version_id`

export async function findStatedAward(tx: ReadTx, id: string): Promise<AwardRow | null> {
  const { rows } = await sql<AwardRow>`select ${columns} ${tables} where a.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The address of a holder, where the tenant wants it in credentials; null: it does not, or there is none. */
export async function findStatedAddress(tx: ReadTx, userId: string): Promise<string | null> {
  const [{ rows }, person] = await Promise.all([
    sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
    tx
      .selectFrom('memberships')
      .select('email')
      .where('userId', '=', userId)
      .where('email', '<>', '')
      .orderBy('isPrimary', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  return readTenantConfig(rows[0]?.settings).badgeEmailHash ? (person?.email ?? null) : null
}

/** A version of a badge that somebody was given. */
export async function findGivenVersion(tx: ReadTx, versionId: string) {
  const { rows } = await sql<Pick<AwardRow, 'title' | 'description' | 'criteria'>>`
    select v.title, v.description, v.criteria from badge_versions v
    where v.id = ${versionId} and exists (select from badge_awards a where a.version_id = v.id)`.execute(tx)
  return rows[0] ?? null
}

/** The places of revoked awards in one list. */
export async function findRevokedPositions(tx: ReadTx, number: number): Promise<number[]> {
  const { first, end } = positionsOf(number)
  const { rows } = await sql<{ statusPosition: number }>`
    select status_position from badge_awards
    where revoked_at is not null and status_position >= ${first} and status_position < ${end}
    order by status_position`.execute(tx)
  return rows.map((row) => row.statusPosition)
}

export async function findSeed(tx: ReadTx, number: number): Promise<string | null> {
  const { rows } = await sql<{ seed: string }>`select seed from status_lists where number = ${number}`.execute(tx)
  return rows[0]?.seed ?? null
}
