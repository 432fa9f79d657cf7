import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'

/** A token that an identity provider uses, with its people and a group, and one that was revoked. Nobody knows either. */
export async function seedTokens(ctx: Ctx, tx: WriteTx): Promise<void> {
  const { teamId, userId } = ctx.actor
  const ago = (days: number) => new Date(ctx.now.getTime() - days * 86_400_000)
  const [okta, entra, groupId] = [newId(), newId(), newId()]
  await tx
    .insertInto('scimTokens')
    .values([
      {
        id: okta,
        name: 'Okta',
        teamId,
        scope: 'all',
        hash: hashToken(makeToken()),
        hint: 'q7Xw',
        createdBy: userId,
        createdAt: ago(60),
        lastUsedAt: ago(0.1),
      },
      {
        id: entra,
        name: 'Entra ID (trial)',
        teamId,
        scope: 'people',
        hash: hashToken(makeToken()),
        hint: 'Rk2c',
        createdBy: userId,
        createdAt: ago(90),
        lastUsedAt: ago(62),
        revokedAt: ago(60),
        revokedBy: userId,
      },
    ])
    .execute()
  await sql`
    insert into scim_people (user_id, user_name, external_id, token_id, created_at, updated_at)
    select user_id, email, '00u' || left(replace(user_id::text, '-', ''), 17), ${okta}, ${ago(59)}, ${ago(59)} from memberships
    where team_id = ${teamId} and status = 'active' and email <> '' and not roles && array['admin', 'superadmin'] order by sort_name, id limit 12`.execute(
    tx,
  )
  await sql`
    insert into audiences (id, title, kind, updated_by, created_at, updated_at) values (${groupId}, 'Okta: Field staff', 'people', ${userId}, ${ago(59)}, ${ago(59)})
    on conflict do nothing`.execute(tx)
  await sql`
    insert into scim_groups (audience_id, team_id, external_id, created_at, updated_at)
    select id, ${teamId}, '00g1field', ${ago(59)}, ${ago(59)} from audiences where id = ${groupId}`.execute(tx)
  await sql`
    insert into audience_people (audience_id, user_id, added_by, added_at)
    select g.audience_id, p.user_id, ${okta}::uuid, ${ago(59)}::timestamptz from scim_groups g cross join (select user_id from scim_people order by user_id limit 6) p
    where g.audience_id = ${groupId}`.execute(tx)
}
