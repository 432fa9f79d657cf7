import { sql } from 'kysely'
import type { Consequence } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { deterministicId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { tellFinished } from '../../notifications/commands/tell-finished.ts'
import { describeStatement, type StatementKind } from './statements.ts'

const statementKinds: Partial<Record<string, StatementKind>> = {
  pathway: 'pathways',
  learningPackage: 'learning-packages',
}

/** Pathways and packages follow from their steps, without a statement of their own in the same breath. */
export const finishedConsequence: Consequence = {
  name: 'statements of containers',
  reads: ['assignments', 'badges', 'certificates', 'points'],
  writes: ['notices', 'statements'],
  follows: sql<boolean>`(causes.kind = 'finished' and causes.document_type in ('pathway', 'learningPackage'))`,
  run: (ctx, tx, causes) =>
    enqueue(ctx, tx, 'learning.describeFinished', { assignmentIds: causes.map((cause) => cause.assignmentId) }),
}

/**
 * The statements that people have finished pathways and learning packages, and courses by being carried over to a version
 * that has nothing left to do; and notifications of it. Each has an id or a key made of what it says, so that the same
 * task run twice says it once.
 */
export async function describeFinished(ctx: Ctx, { assignmentIds }: { assignmentIds: string[] }): Promise<void> {
  await ctx.write(async (tx) => {
    const finished = await tx
      .selectFrom('assignments as a')
      .innerJoin('documents as d', 'd.id', 'a.documentId')
      .select(['a.id', 'a.userId', 'a.state', 'a.progress', 'a.score', 'a.completedAt', 'd.id as documentId'])
      .select(['d.title', 'd.type'])
      .where('a.id', 'in', assignmentIds)
      .where('a.completedAt', 'is not', null)
      .execute()
    const rows = finished.flatMap((one) => {
      const now = one.completedAt
      if (now === null || (one.state !== 'completed' && one.state !== 'passed')) return []
      const scene = {
        publicUrl: ctx.services.settings.publicUrl,
        tenantId: ctx.actor.tenantId,
        userId: one.userId,
        assignmentId: one.id,
        document: {
          id: one.documentId,
          title: one.title,
          kind: statementKinds[one.type] ?? 'courses',
        },
        now,
      }
      const said = { verb: one.state, step: null, state: one.state, progress: one.progress } as const
      const id = deterministicId('finished', ctx.actor.tenantId, one.id, now.toISOString())
      const statement = describeStatement(scene, { ...said, scorePercent: one.score, seconds: 0 }, id)
      return [{ ...statement, userId: one.userId, assignmentId: one.id }]
    })
    if (rows.length === 0) return
    await tellFinished(
      ctx,
      tx,
      rows.map((row) => row.assignmentId),
    )
    await sql`
      with given as (select * from jsonb_to_recordset(${json(rows)}::jsonb) as given(id uuid, verb text, "objectId" text, "userId" uuid, "assignmentId" uuid, body jsonb)),
      keys as (insert into statement_keys (id, stored) select id, ${ctx.now} from given on conflict do nothing returning id)
      insert into statements (id, stored, user_id, verb, object_id, assignment_id, body)
      select g.id, ${ctx.now}, g."userId", g.verb, g."objectId", g."assignmentId", g.body from given g join keys k on k.id = g.id`.execute(
      tx,
    )
  })
}
