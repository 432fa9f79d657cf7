import type { HandlerInput } from '@learnt/contract/endpoint'
import type { ScimScope, scimTokens } from '@learnt/contract/scim'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx, Row, TenantDb } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'

export interface OpenToken {
  readonly id: string
  readonly name: string
  readonly teamId: string
  readonly scope: ScimScope
  readonly invites: boolean
  readonly lastUsedAt: Date | null
}

/** The token behind this hash, if it opens anything now: its tenant is open, and its team is there. */
export async function findOpenToken(tenant: TenantDb, hash: Buffer, now: Date): Promise<OpenToken | null> {
  const [{ rows }, { rows: places }] = await tenant.read((tx) =>
    Promise.all([
      sql<OpenToken>`
        select id, name, team_id, scope, invites, last_used_at from scim_tokens
        where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(tx),
      sql<{ status: string; teams: string[] }>`
        select control.status_of_tenant() as status, array(select id from control.teams_of_tenant()) as teams`.execute(
        tx,
      ),
    ]),
  )
  const [token, place] = [rows[0], places[0]]
  return token && place?.status === 'active' && place.teams.includes(token.teamId) ? token : null
}

export type TokenRow = Omit<Row<'scimTokens'>, 'hash' | 'tenantId'> & { createdByName: string; people: number }

type Query = HandlerInput<typeof scimTokens.list>['query']

/** Tokens of the teams that the administrator looks after, the newest first. */
export async function listTokens(
  ctx: Ctx,
  query: Query,
): Promise<{ rows: TokenRow[]; next: string | null; total: number }> {
  const cursor = decodeCursor(ctx, 'scimTokens', query.cursor)
  const found = sql`${seen(ctx.actor)} and ${hasWords(sql`t.name`, query.search)}`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      sql<TokenRow>`
        select t.id, t.name, t.team_id, t.scope, t.invites, t.hint, t.created_by, t.created_at, t.expires_at, t.last_used_at, t.revoked_at, t.revoked_by,
          coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = t.created_by and m.is_primary), '') as created_by_name,
          (select count(*)::int from scim_people p where p.token_id = t.id) as people
        from scim_tokens t
        where ${found} and ${cursor ? sql`(t.created_at, t.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql`true`}
        order by t.created_at desc, t.id desc limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number }>`select count(*)::int as total from scim_tokens t where ${found}`.execute(tx),
    ]),
  )
  const { rows, next } = cutPage(ctx, 'scimTokens', page.rows, {
    limit: query.limit,
    key: (last) => [last.createdAt.toISOString(), last.id],
  })
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}

function seen(actor: Actor) {
  return actor.wholeTenant ? sql`true` : sql`t.team_id = ${actor.teamId}`
}

export async function findToken(
  tx: ReadTx,
  id: string,
): Promise<Pick<Row<'scimTokens'>, 'id' | 'name' | 'teamId' | 'revokedAt'> | null> {
  const row = await tx
    .selectFrom('scimTokens')
    .select(['id', 'name', 'teamId', 'revokedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function countOpenTokens(tx: ReadTx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scim_tokens where revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
