import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

type Of = Pick<Ctx, 'actor' | 'now'>

/** The day in the tenant's zone, as an expression. */
export function todayOf({ now }: Pick<Ctx, 'now'>): RawBuilder<string> {
  return sql<string>`(select (${now}::timestamptz at time zone control.zone_of_tenant())::date)`
}

/** Whether a row `x` of request_deciders waits for the actor, themselves or as stand-in, of a request `r`. */
export function isForActor(ctx: Of): RawBuilder<boolean> {
  const { userId } = ctx.actor
  const today = todayOf(ctx)
  return sql<boolean>`(x.user_id = ${userId}::uuid or (
    exists (select from stand_ins s where s.stand_in_id = ${userId}::uuid and ${today} between s.from_day and s.until_day)
    and stand_in_of(x.user_id, r.user_id, ${today}) = ${userId}::uuid))`
}

/** Whether the actor decides about a request `r` at the level that it stands at. */
export function isDecider(ctx: Of): RawBuilder<boolean> {
  return sql<boolean>`(r.state = 'open' and r.sent_to = 'people' and exists (
    select from request_deciders x where x.request_id = r.id and x.level = r.level and x.state = 'open' and ${isForActor(ctx)}))`
}

/** Whether the actor was asked about a request `r`, at any level so far, or decided there. */
export function wasAsked({ actor }: Pick<Ctx, 'actor'>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from request_deciders x where x.request_id = r.id and (x.user_id = ${actor.userId}::uuid or x.decided_by = ${actor.userId}::uuid))`
}

/** Whether somebody who decides at the level of a request `r` is here. */
export const hasDecider: RawBuilder<boolean> = sql<boolean>`exists (
  select from request_deciders x where x.request_id = r.id and x.level = r.level and x.state = 'open'
    and exists (select from memberships m where m.user_id = x.user_id and m.status = 'active'))`

/** Active managers of the membership through which a request `r` was made, but for the person. */
const managers = sql`
  select distinct boss.user_id from memberships o
  join memberships boss on boss.user_id::text = any (o.all_managers) and boss.status = 'active' and 'manager' = any (boss.roles)
  where o.id = r.membership_id and boss.user_id <> o.user_id`

/** Names of those who decide about an open request `r` now, as an array: at most five. */
export function namesOfDeciders(ctx: Pick<Ctx, 'now'>): RawBuilder<string[]> {
  return sql<string[]>`case when r.state <> 'open' then '{}'::text[] else array(
    select distinct rtrim(m.shown_first_name || ' ' || m.last_name) from (
      select stand_in_of(x.user_id, r.user_id, ${todayOf(ctx)}) as user_id from request_deciders x
      where r.sent_to = 'people' and x.request_id = r.id and x.level = r.level and x.state = 'open'
      union (${managers} and r.sent_to = 'managers')
    ) who join memberships m on m.user_id = who.user_id and m.is_primary order by 1 limit 5) end`
}

/** Whether administrators may decide about an open request `r` now. */
export function isWithAdministrators(ctx: Pick<Ctx, 'now'>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(r.state = 'open' and (r.sent_to = 'administrators' or coalesce(r.stand_in_at <= ${ctx.now}, false)
    or (r.sent_to = 'people' and not ${hasDecider}) or (r.sent_to = 'managers' and not exists (${managers}))), false)`
}

/** The level of a request `r` as the contract says it, as JSON, with its title in the reader's language. */
export function levelColumn({ locale }: Pick<Ctx, 'locale'>): RawBuilder<unknown> {
  const title = sql`r.levels->(r.level - 1)->'title'`
  return sql`
    case when r.level is not null then jsonb_build_object('number', r.level, 'count', jsonb_array_length(r.levels),
      'title', coalesce(nullif(${title}->'translations'->${locale}->>'text', ''), ${title}->>'text', '')) end`
}
