import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { lockAround, recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { findNameable, idsIn } from '../../files/queries.ts'
import type { OwnPathwayRow } from '../queries/find-own-pathway.ts'

type Pathway = Pick<OwnPathwayRow, 'assignmentId' | 'pathwayId' | 'title' | 'userId' | 'versionId'>

/** Counts a step as done for one person, with the reason. Doing it again replaces reason and evidence. */
export async function waiveStep(
  ctx: Ctx,
  tx: WriteTx,
  pathway: Pathway,
  of: { stepId: string; reason: string; evidenceFileId: string | null },
): Promise<void> {
  // Before the waiver, whose key would hold the assignment alone.
  const [, step, earlier] = await Promise.all([
    lockAround(tx, [pathway.assignmentId]),
    tx
      .selectFrom('documentSteps')
      .select('stepDocumentId')
      .where('versionId', '=', pathway.versionId)
      .where('stepId', '=', of.stepId)
      .executeTakeFirst(),
    tx
      .selectFrom('stepWaivers')
      .select('evidenceFileId')
      .where('assignmentId', '=', pathway.assignmentId)
      .where('stepId', '=', of.stepId)
      .executeTakeFirst(),
  ])
  if (!step) throw notFound()
  const { reason, evidenceFileId } = of
  if (evidenceFileId !== null) {
    const naming = { purposes: ['document', 'image'], standing: idsIn(earlier?.evidenceFileId) } as const
    const [file] = await findNameable(ctx, tx, [evidenceFileId], naming)
    if (!file) throw invalid({ 'body.evidenceFileId': 'invalid' })
  }
  const waiver = { reason, evidenceFileId, waivedBy: ctx.actor.userId, waivedAt: ctx.now }
  await Promise.all([
    tx
      .insertInto('stepWaivers')
      .values({ assignmentId: pathway.assignmentId, stepId: of.stepId, userId: pathway.userId, ...waiver })
      .onConflict((conflict) => conflict.columns(['tenantId', 'assignmentId', 'stepId']).doUpdateSet(waiver))
      .execute(),
    audit(ctx, tx, {
      action: 'pathways.waive',
      subjectType: 'pathway',
      subjectId: pathway.pathwayId,
      subjectTitle: pathway.title,
      subjectPerson: pathway.userId,
      after: { userId: pathway.userId, stepId: of.stepId, documentId: step.stepDocumentId, reason, evidenceFileId },
    }),
  ])
  await settle(ctx, tx, pathway)
}

/** Takes a waiver back. People who have finished the pathway with it stay finished. */
export async function unwaiveStep(ctx: Ctx, tx: WriteTx, pathway: Pathway, stepId: string): Promise<void> {
  await lockAround(tx, [pathway.assignmentId])
  const waiver = await tx
    .deleteFrom('stepWaivers')
    .where('assignmentId', '=', pathway.assignmentId)
    .where('stepId', '=', stepId)
    .returning(['reason', 'evidenceFileId', 'waivedBy', 'waivedAt'])
    .executeTakeFirst()
  if (!waiver) throw notFound()
  await audit(ctx, tx, {
    action: 'pathways.unwaive',
    subjectType: 'pathway',
    subjectId: pathway.pathwayId,
    subjectTitle: pathway.title,
    subjectPerson: pathway.userId,
    before: { userId: pathway.userId, stepId, ...waiver },
  })
  await settle(ctx, tx, pathway)
}

async function settle(ctx: Ctx, tx: WriteTx, { assignmentId, userId }: Pathway): Promise<void> {
  await recomputeContainers(ctx, tx, [assignmentId])
  await announce(ctx, tx, { topic: 'me', userId, kind: 'progress', id: assignmentId })
}
