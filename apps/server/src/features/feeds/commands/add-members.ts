import type { FeedField } from '@learnt/contract/team-values'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { auditMany } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { insertMemberships, type NewMembership } from '../../members/commands/insert-memberships.ts'

interface NewMember {
  readonly place: number
  readonly id: string
  readonly userId: string
  readonly email: string
}

/** Adds the people of these rows to the team. */
export async function addMembers(
  ctx: Ctx,
  tx: WriteTx,
  of: { runId: string; teamId: string; places: readonly number[]; fields: readonly FeedField[] },
): Promise<NewMember[]> {
  const { runId, teamId } = of
  const { rows } = await sql<{ place: number; userId: string; byEmail: string; fields: Partial<NewMembership> }>`
    select place, user_id, by_email, fields
    from feed_rows where run_id = ${runId} and place = any (${[...of.places]}::int[]) and state = 'planned' and outcome = 'create'
    order by place for update`.execute(tx)
  if (rows.length === 0) return []
  const told = rows.map(({ userId, byEmail, fields }) => ({
    ...{ id: userId, email: byEmail },
    ...{ first_name: fields.firstName ?? '', last_name: fields.lastName ?? '' },
  }))
  const { rows: users } = await sql<{ given: string; found: string }>`
    select * from control.find_or_create_users(${json(told)}, ${ctx.now})`.execute(tx)
  const foundOf = new Map(users.map((user) => [user.given, user.found]))
  const made = rows.map(({ place, userId: given, fields: { status: _, ...said } }) => {
    const userId = foundOf.get(given) ?? given
    const fields = { ...said, firstName: said.firstName ?? '', lastName: said.lastName ?? '' }
    return { place, id: `${userId}:${teamId}`, userId, email: fields.email ?? '', said, fields }
  })
  await insertMemberships(
    ctx,
    tx,
    made.map(({ userId, fields }) => ({ ...fields, userId, teamId })),
    { renames: true },
  )
  await auditMany(
    ctx,
    tx,
    made.map(({ id, said, fields }) => ({
      action: 'members.create',
      subjectType: 'membership',
      subjectId: id,
      subjectTitle: fullName(fields),
      after: { ...said, roles: ['learner'] },
    })),
  )
  return made
}

/** Invitations for new people, each in a task of its own. */
export async function inviteMembers(ctx: Ctx, tx: WriteTx, teamId: string, rows: readonly NewMember[]): Promise<void> {
  const invited = rows.filter((row) => row.email !== '')
  if (invited.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      invited.map(({ userId }) => ({
        id: newId(),
        task: 'users.mailInvitation',
        payload: json({ userId, teamId }),
        runAt: ctx.now,
        createdAt: ctx.now,
      })),
    )
    .execute()
}
