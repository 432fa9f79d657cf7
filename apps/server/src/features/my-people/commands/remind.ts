import type { myPeople } from '@learnt/contract/my-people'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { notFound } from '../../../platform/problem.ts'
import { dayInZone, dueState, isOpened } from '../../assignments/queries.ts'
import { reachOf, standsFor } from '../../reach/queries/look-after.ts'

type Body = z.output<typeof myPeople.remind.body>
type Answer = z.input<typeof myPeople.remind.response>

interface Person {
  readonly userId: string
  readonly teamId: string
  readonly name: string
  readonly firstName: string
  readonly email: string
  readonly isActive: boolean
  readonly wasToday: boolean
  readonly count: number
  readonly title: string | null
  readonly today: string
}

/** Reminds the caller's own people of what is late or due soon. Refused as a whole when one of them is somebody else's. */
export async function remindPeople(ctx: Ctx, tx: WriteTx, body: Body): Promise<Answer> {
  const userIds = [...new Set(body.userIds)]
  const people = await lockPeople(ctx, tx, userIds)
  if (people.length < userIds.length) throw notFound()
  const refused = people.flatMap((one): Answer['refused'] => {
    const reason = !one.isActive ? 'away' : one.count === 0 ? 'nothingDue' : one.wasToday ? 'today' : null
    return reason ? [{ userId: one.userId, name: one.name, reason }] : []
  })
  const left = new Set(refused.map((one) => one.userId))
  const reminded = people.filter((one) => !left.has(one.userId))
  if (reminded.length === 0) return { reminded: 0, refused }
  const ids = reminded.map((one) => one.userId)
  await sql`
    insert into manager_reminders (user_id, manager_id, reminded_at)
    select unnest(${ids}::uuid[]), ${ctx.actor.userId}, ${ctx.now}
    on conflict (tenant_id, user_id, manager_id) do update set reminded_at = excluded.reminded_at`.execute(tx)
  await audit(ctx, tx, {
    action: 'myPeople.remind',
    subjectType: 'membership',
    subjectId: ctx.actor.membershipId,
    subjectTitle: '',
    after: { userIds: ids, message: body.message },
  })
  for (const one of reminded) {
    const about = { title: one.title ?? '', count: one.count, message: body.message }
    await notify(ctx, tx, {
      kind: 'managerReminded',
      userId: one.userId,
      by: ctx.actor,
      key: `managerReminded:${ctx.actor.userId}:${one.today}`,
      link: '/',
      params: about,
    })
    if (one.email !== '')
      await queueMail(ctx, tx, {
        kind: 'managerReminded',
        to: one.email,
        userId: one.userId,
        teamId: one.teamId,
        values: { ...about, name: one.firstName },
        path: '/',
      })
  }
  return { reminded: reminded.length, refused }
}

/** Of the caller's people, locked, so that of two reminders at once the second sees the first. */
async function lockPeople(ctx: Ctx, tx: WriteTx, userIds: readonly string[]): Promise<Person[]> {
  const isLookedAfter = reachOf(ctx.actor, 'manager')
  await sql`select id from memberships where user_id = any (${[...userIds]}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<Person>`
    select m.user_id, m.team_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.shown_first_name as first_name, m.email, m.status = 'active' as is_active,
      coalesce((select (x.reminded_at at time zone control.zone_of_tenant())::date = ${dayInZone(ctx.now)} from manager_reminders x
        where x.user_id = m.user_id and x.manager_id = ${ctx.actor.userId}), false) as was_today,
      coalesce(w.count, 0) as count, w.title, (${dayInZone(ctx.now)})::text as today
    from memberships m
    left join lateral (
      select count(*)::int as count, (array_agg(title order by due_day, title))[1] as title from (
        select d.title, a.due_day, ${dueState(ctx.now)} as due from assignments a join documents d on d.id = a.document_id
        where a.user_id = m.user_id and a.is_active and a.ended_at is null and d.type not in ('pathway', 'learningPackage') and not d.is_bundle
          and ${isOpened(isLookedAfter, sql`a.id`, sql`a.user_id`)}
      ) late where due in ('overdue', 'soon')
    ) w on true
    where m.user_id = any (${[...userIds]}::uuid[]) and ${standsFor(isLookedAfter)} and m.user_id <> ${ctx.actor.userId}
    order by m.sort_name, m.id`.execute(tx)
  return rows
}
