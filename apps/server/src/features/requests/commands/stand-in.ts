import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Services } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { rulesOf } from '../../../platform/request-kinds.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { hasDecider } from '../queries/deciders.ts'
import { holdRequest } from '../queries/hold-request.ts'
import { findToldRequests } from '../queries/list-deciders.ts'
import { followPeople } from './levels.ts'
import { remindDeciders, tellAdministrators } from './tell.ts'

/** Requests of one transaction. */
const atOnce = 50

/**
 * What open requests need as time goes by: those who decide at a level are followed as they come and go, reminded when they
 * have not decided, and administrators are told of what nobody decided for as many days as were given for it.
 */
export async function standIn(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, id, { requestId: 'requests.standIn' })
    await eachRound(ctx, stopping, followedOnes, (tx, ids) => eachOf(ids, (one) => followPeople(ctx, tx, one)))
    await eachRound(ctx, stopping, remindedOnes(ctx), (tx, ids) => remind(ctx, tx, ids))
    await eachRound(ctx, stopping, escalatedOnes(ctx), (tx, ids) => escalate(ctx, tx, ids))
  }
}

/** Levels of which somebody has left, or that go by managers who have changed. */
const followedOnes = sql`
  select r.id from requests r where r.state = 'open' and r.levels is not null and r.sent_to = 'people' and (
    not ${hasDecider} or r.levels->(r.level - 1)->'who'->>'by' = 'managers' and (
      exists (
        select from memberships o join memberships boss on boss.user_id::text = any (o.all_managers) and boss.status = 'active' and 'manager' = any (boss.roles)
        where o.id = r.membership_id and boss.user_id <> o.user_id
          and not exists (select from request_deciders x where x.request_id = r.id and x.level = r.level and x.user_id = boss.user_id))
      or exists (
        select from request_deciders x join memberships o on o.id = r.membership_id
        where x.request_id = r.id and x.level = r.level and x.state = 'open' and x.user_id::text <> all (o.all_managers))))`

const remindedOnes = (ctx: Ctx) => sql`
  select r.id from requests r where r.state = 'open' and r.reminded_at is null and r.remind_at <= ${ctx.now}`

const escalatedOnes = (ctx: Ctx) => sql`
  select r.id from requests r where r.state = 'open' and r.stood_in_at is null and r.stand_in_at <= ${ctx.now}`

/** A number of requests after the other, each number in a transaction; nothing comes up twice in a round. */
async function eachRound(
  ctx: Ctx,
  stopping: AbortSignal | undefined,
  found: RawBuilder<unknown>,
  work: (tx: WriteTx, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  let after: string | null = null
  for (let count = atOnce; count === atOnce; ) {
    if (stopping?.aborted) return
    const ids: string[] = await ctx.read(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        ${found} and ${after === null ? sql`true` : sql`r.id > ${after}::uuid`} order by r.id limit ${atOnce}`.execute(
        tx,
      )
      return rows.map((row) => row.id)
    })
    count = ids.length
    after = ids.at(-1) ?? null
    if (count > 0) await ctx.write((tx) => work(tx, ids))
  }
}

async function eachOf(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  for (const id of ids) await work(id)
}

async function remind(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .updateTable('requests')
    .set({ remindedAt: ctx.now })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .where('remindedAt', 'is', null)
    .returning('id')
    .execute()
  const requests = await findToldRequests(
    tx,
    rows.map((row) => row.id),
  )
  for (const request of requests) await remindDeciders(ctx, tx, request)
}

async function escalate(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .updateTable('requests')
    .set({ stoodInAt: ctx.now })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .where('stoodInAt', 'is', null)
    .returning('id')
    .execute()
  const requests = await findToldRequests(
    tx,
    rows.map((row) => row.id),
  )
  for (const request of requests) {
    await tellAdministrators(ctx, tx, request, 'requestStandIn')
    const held = await holdRequest(tx, request.id)
    const level = held?.levels?.[(held.level ?? 1) - 1]
    if (held && level) await rulesOf(held.kind)?.escalated?.(ctx, tx, held, level.title.text)
  }
}
