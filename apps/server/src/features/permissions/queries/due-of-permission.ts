import type { MemberDateField } from '@learnt/contract/members'
import { organisationFields } from '@learnt/contract/team-values'
import { type RawBuilder, sql } from 'kysely'

/** Each date of a membership `m`, as a day in a zone. */
const dayOfField: Record<
  Exclude<MemberDateField, (typeof organisationFields)[number]>,
  (zone: RawBuilder<unknown>) => RawBuilder<unknown>
> = {
  createdAt: (zone) => sql`(m.created_at at time zone ${zone})::date`,
  terminationDate: () => sql`m.termination_date`,
}

/** The tenant's own fields hold words; those of the kind `date` a day. */
const valuesOfField = sql.join(
  organisationFields.map((field) => sql`when ${sql.lit(field)} then m.${sql.ref(field)}`),
  sql` `,
)

/** Whose source it is, and through which membership they have it. */
export interface Holder {
  readonly userId: RawBuilder<unknown>
  readonly membershipId: RawBuilder<unknown>
}

/**
 * The date of a source by a permission `p` (due, is_optional): whole days from the day on which it was given, or from
 * what the permission says. It never counts from earlier than the day on which it was given, so that nobody is late at
 * once because they came long ago. Null while there is nothing to count from.
 */
export function dueOfPermission(
  zone: RawBuilder<unknown>,
  grantedAt: RawBuilder<unknown>,
  shiftDays: RawBuilder<unknown>,
  holder: Holder,
): RawBuilder<Date | null> {
  const days = sql`(p.due->>'days')::int`
  const given = sql`(${grantedAt} at time zone ${zone})::date`
  return sql`
    case when p.is_optional then null
      when p.due->>'kind' = 'after' then end_of_day(${given} + ${days} + ${shiftDays}, ${zone})
      when p.due->>'kind' = 'on' then end_of_day((p.due->>'day')::date + ${shiftDays}, ${zone})
      when p.due->>'kind' in ('field', 'signIn', 'finish') then (
        select end_of_day(case when ${days} < 0 then greatest(counted.day + ${days}, ${given}) else greatest(counted.day, ${given}) + ${days} end + ${shiftDays}, ${zone})
        from (select ${countedFrom(zone, holder)} as day) counted where counted.day is not null) end`
}

/** The day from which a date counts that does not count from what was given. */
function countedFrom(zone: RawBuilder<unknown>, { userId, membershipId }: Holder): RawBuilder<unknown> {
  const fields = Object.entries(dayOfField).map(([field, day]) => sql`when ${sql.lit(field)} then ${day(zone)}`)
  return sql`
    case p.due->>'kind'
      when 'signIn' then (select (min(m.first_signed_in_at) at time zone ${zone})::date from memberships m where m.user_id = ${userId})
      when 'finish' then (
        select (min(done.completed_at) at time zone ${zone})::date from assignments done
        where done.user_id = ${userId} and done.document_id = (p.due->>'documentId')::uuid and done.state in ('completed', 'passed'))
      else (
        select case p.due->>'field' ${sql.join(fields, sql` `)} else day_of_values(case p.due->>'field' ${valuesOfField} end) end
        from memberships m where m.id = ${membershipId}) end`
}
