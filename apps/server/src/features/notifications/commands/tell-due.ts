import { sql } from 'kysely'
import type { Ctx, Services } from '../../../platform/context.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { listShownTypes } from '../../documents/queries.ts'
import { isOwn, isToDo, linkOf } from './tell-assigned.ts'

/** Days before a date on which it is called soon, as on the homepage; and after it, for days on which nobody was told. */
const windowDays = 7
const peopleAtOnce = 5000
const mark = 'notifications.due'

/** Once on each day of each tenant: what is due within a week, and what has become overdue. */
export async function tellDueOfTheDay(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    if (stopping?.aborted) return
    const ctx = systemContext(services, id, { requestId: 'notifications.due' })
    const { rows } = await ctx.read((tx) =>
      sql<{ today: string; isDone: boolean }>`
        select today::text, exists (
          select from rollup_marks where name = ${mark} and (folded_at at time zone zone)::date >= today) as is_done
        from (select (${ctx.now}::timestamptz at time zone z.zone)::date as today, z.zone from (select control.zone_of_tenant() as zone) z) day`.execute(
        tx,
      ),
    )
    const day = rows[0]
    if (!day || day.isDone) continue
    await tellDue(ctx, day.today, stopping)
    if (stopping?.aborted) return
    // Afterwards: a run that broke off goes through it again, and tells nobody twice.
    await ctx.write((tx) =>
      sql`
        insert into rollup_marks (name, folded_at) values (${mark}, ${ctx.now})
        on conflict (tenant_id, name) do update set folded_at = excluded.folded_at`.execute(tx),
    )
  }
}

/** The window overlaps with that of the days before: whatever was missed is told, and a moved date is told anew. */
async function tellDue(ctx: Ctx, today: string, stopping?: AbortSignal): Promise<void> {
  const isNear = sql`between ${today}::date - ${windowDays}::int and ${today}::date + ${windowDays}::int`
  const types = await ctx.read(listShownTypes)
  // The rollups know which documents have such days, without a look at anybody's assignments.
  const { rows: documents } = await ctx.read((tx) =>
    sql<{ documentId: string }>`
      select distinct document_id from due_rollups where open > 0 and due_day ${isNear} order by 1`.execute(tx),
  )
  for (const { documentId } of documents) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (let seen = peopleAtOnce; seen === peopleAtOnce; ) {
      if (stopping?.aborted) return
      const step = await ctx.write((tx) =>
        notifyMany(ctx, tx, {
          kind: null,
          atMost: peopleAtOnce,
          from: sql`
            select a.user_id, null::text as team_id, due.kind, due.kind || ':' || a.id || ':' || a.due_day as key,
              ${linkOf} as link, jsonb_build_object('documentType', c.type, 'courseId', c.id, 'title', c.title, 'dueDay', a.due_day) as params
            from assignments a join documents c on c.id = a.document_id
            cross join lateral (select case when a.due_day < ${today}::date then 'courseOverdue' else 'courseDueSoon' end as kind) due
            where a.document_id = ${documentId} and a.user_id > ${after} and a.due_day ${isNear} and a.frozen_at is null and ${isToDo(types)} and ${isOwn}
            order by a.user_id limit ${peopleAtOnce}`,
        }),
      )
      after = step.last ?? after
      seen = step.seen
    }
  }
}
