import type { audiences } from '@learnt/contract/audiences'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { isWhollyReached, reachOf } from '../../reach/queries/look-after.ts'
import { memberCondition, visibleMembers } from '../../reach/queries/visible-members.ts'

export type Selection = HandlerInput<typeof audiences.addPeople>['body']['selection']

/** User ids behind the selected memberships, as far as the administrator sees them. */
export function selectedMembers(actor: Actor, selection: Selection): RawBuilder<unknown> {
  const selected =
    selection.by === 'ids' ? sql`m.id = any(${selection.ids}::text[])` : memberCondition(selection.filter)
  return sql`select m.user_id from memberships m where ${visibleMembers(actor)} and ${selected}`
}

/**
 * Of the selected people those whom the administrator may take off a list: who is wholly theirs, or was put on it by somebody
 * of their team. What another team has given the person goes by that list.
 */
export function removableMembers(actor: Actor, audienceId: string, selection: Selection): RawBuilder<unknown> {
  const isOurs = actor.wholeTenant
    ? sql`true`
    : sql`(${isWhollyReached(reachOf(actor, 'administrator'), sql`p.user_id`)}
        or p.added_by in (select ours.user_id from memberships ours where ours.team_id = ${actor.teamId}))`
  return sql`
    select p.user_id from audience_people p
    where p.audience_id = ${audienceId} and p.user_id in (${selectedMembers(actor, selection)}) and ${isOurs}`
}
