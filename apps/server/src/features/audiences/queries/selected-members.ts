import type { audiences } from '@learnt/contract/audiences'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { memberCondition, visibleMembers } from '../../permissions/queries/visible-members.ts'

export type Selection = HandlerInput<typeof audiences.addPeople>['body']['selection']

/** User ids behind the selected memberships, as far as the administrator sees them. */
export function selectedMembers(actor: Actor, selection: Selection): RawBuilder<unknown> {
  const selected =
    selection.by === 'ids' ? sql`m.id = any(${selection.ids}::text[])` : memberCondition(selection.filter)
  return sql`select m.user_id from memberships m where ${visibleMembers(actor)} and ${selected}`
}
