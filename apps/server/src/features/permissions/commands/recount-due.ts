import { type RawBuilder, sql } from 'kysely'
import type { Consequence } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { dueOfPermission } from '../queries/due-of-permission.ts'
import { followContainers } from './give-steps.ts'
import { lockRules } from './lock-rules.ts'
import { tell } from './tell.ts'

/** What a due date counts from, and has changed: a first sign-in, dates of the membership, a document that was finished. */
export type Anchor =
  | { readonly from: 'signIn' }
  | { readonly from: 'field'; readonly fields: readonly string[] }
  | { readonly from: 'finish'; readonly documentIds: readonly string[] }

/** Due dates that count from the end of a document are worked out by a task. */
export const dateConsequence: Consequence = {
  name: 'recount of due dates',
  reads: ['assignments'],
  writes: ['dates'],
  ofHistory: 'recorded',
  follows: sql<boolean>`exists (select from permissions counting where counting.due_document_id = causes.document_id)`,
  run: (ctx, tx, causes) =>
    enqueue(ctx, tx, 'permissions.recountDue', {
      from: 'finish',
      assignmentIds: causes.map((cause) => cause.assignmentId),
    }),
}

/**
 * Works out people's due dates anew that count from what has changed. Doing it again changes nothing.
 */
export async function recountDue(ctx: Ctx, tx: WriteTx, userIds: readonly string[], anchor: Anchor): Promise<void> {
  await lockRules(tx, 'shared')
  const wanted = dueOfPermission(sql`z.name`, sql`s.granted_at`, sql`s.due_shift_days`, {
    userId: sql`s.user_id`,
    membershipId: sql`s.membership_id`,
  })
  const { rows } = await sql<{ assignmentId: string; documentId: string }>`
    with zone as materialized (select control.zone_of_tenant() as name),
    counted as materialized (
      select s.assignment_id, s.source_id, p.document_id, ${wanted} as due_at
      from assignment_sources s join permissions p on p.id = s.source_id cross join zone z
      where s.kind = 'rule' and s.cycle_due_day is null and s.user_id = any(${userIds}::uuid[]) and ${isCountedFrom(anchor)}
      order by s.assignment_id, s.source_id for update of s
    )
    update assignment_sources s set due_at = c.due_at from counted c
    where s.assignment_id = c.assignment_id and s.kind = 'rule' and s.source_id = c.source_id and s.due_at is distinct from c.due_at
    returning s.assignment_id, c.document_id`.execute(tx)
  if (rows.length === 0) return
  const settled = await settleAssignments(
    ctx,
    tx,
    rows.map((row) => row.assignmentId),
  )
  await followContainers(ctx, tx, settled.containers)
  await tell(ctx, tx, [...new Set(rows.map((row) => row.documentId))], settled.people, { userIds })
}

function isCountedFrom(anchor: Anchor): RawBuilder<boolean> {
  switch (anchor.from) {
    case 'signIn':
      return sql<boolean>`p.due->>'kind' = 'signIn'`
    case 'field':
      return sql<boolean>`p.due->>'kind' = 'field' and p.due->>'field' = any(${anchor.fields}::text[])`
    case 'finish':
      return sql<boolean>`p.due_document_id = any(${anchor.documentIds}::uuid[])`
  }
}

/** The background part: somebody has signed in for the first time, or assignments were finished, or are so no longer. */
export async function finishRecountingDue(
  ctx: Ctx,
  input: { from: 'signIn'; userId: string } | { from: 'finish'; assignmentIds: readonly string[] },
): Promise<void> {
  await ctx.write(async (tx) => {
    if (input.from === 'signIn') return recountDue(ctx, tx, [input.userId], { from: 'signIn' })
    const done = await tx
      .selectFrom('assignments')
      .select(['userId', 'documentId'])
      .where('id', 'in', input.assignmentIds)
      .execute()
    if (done.length === 0) return
    await recountDue(ctx, tx, [...new Set(done.map((one) => one.userId))], {
      from: 'finish',
      documentIds: [...new Set(done.map((one) => one.documentId))],
    })
  })
}
