import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isOpened } from '../../assignments/queries.ts'
import { isReached, isWhollyReached, reachOf } from '../../reach/queries/look-after.ts'

/**
 * Whether an administrator decides about a person's time for a form. It counts wherever the person has the form, so being
 * added to a team is not enough: the team gave the form, or they are wholly the administrator's.
 */
function isOfActor(actor: Actor, formId: string, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  const of = reachOf(actor, 'administrator')
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(
    ${isWhollyReached(of, userId)} or ${isReached(of, userId)} and exists (
      select from assignments a where a.user_id = ${userId} and a.document_id = ${formId} and a.is_active and ${isOpened(of, sql`a.id`, sql`a.user_id`)}))`
}

export async function isTimed(tx: ReadTx, actor: Actor, of: { formId: string; userId: string }): Promise<boolean> {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from memberships m where m.user_id = ${of.userId} and ${isOfActor(actor, of.formId, sql`m.user_id`)} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Who has extra time for a form, by name, of those whose time the administrator decides about. */
export async function listExtraTimes(
  tx: ReadTx,
  actor: Actor,
  formId: string,
): Promise<{ userId: string; firstName: string; lastName: string; percent: number }[]> {
  const { rows } = await sql<{ userId: string; firstName: string; lastName: string; percent: number }>`
    select x.user_id, m.shown_first_name as first_name, m.last_name, x.percent from extra_times x
    join memberships m on m.user_id = x.user_id and m.is_primary
    where x.form_id = ${formId} and ${isOfActor(actor, formId, sql`x.user_id`)}
    order by m.last_name, m.shown_first_name, x.user_id limit 1000`.execute(tx)
  return rows
}
