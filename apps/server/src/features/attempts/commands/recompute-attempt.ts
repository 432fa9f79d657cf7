import { launchableItems } from '@learnt/contract/package-tree'
import type { Elements } from '@learnt/contract/runtime-delta'
import type { ProgressState } from '@learnt/contract/states'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { notFound } from '../../../platform/problem.ts'
import { recordProgress } from '../../learning/commands/record-progress.ts'
import { judgeAttempt, judgeSco } from '../judge.ts'
import { getPackage } from '../packages-in-memory.ts'
import type { AttemptRow } from '../queries.ts'

export interface Recomputed {
  state: ProgressState
  progress: number
  scorePercent: number | null
  changed: boolean
}

/** Works an attempt out again from what the package said, and corrects the course's record by it, backwards too. */
export function recomputeAttempt(ctx: Ctx, attempt: Pick<AttemptRow, 'id'>): Promise<Recomputed> {
  return ctx.write(async (tx) => {
    const row = await tx.selectFrom('attempts').selectAll().where('id', '=', attempt.id).forUpdate().executeTakeFirst()
    const pack = row && (await getPackage(tx, ctx.actor.tenantId, row.packageId))
    if (!row || !pack) throw notFound()
    const scos = await tx.selectFrom('attemptScos').selectAll().where('attemptId', '=', row.id).execute()
    const items = new Map(launchableItems(pack.organization.items).map((item) => [item.id, item]))
    const standings = new Map<string, ReturnType<typeof judgeSco>>()
    for (const sco of scos) {
      const item = items.get(sco.scoId)
      if (!item) continue
      // Only items that called Initialize have sent values; without values there is nothing to judge.
      const cmi = sco.cmi as Elements
      const said = judgeSco(pack.kind, item, cmi, { initialized: sco.status !== 'not attempted', ended: sco.isEnded })
      standings.set(sco.scoId, said)
      if (said.status !== sco.status || said.score !== sco.score) {
        await tx
          .updateTable('attemptScos')
          .set({ status: said.status, statusBefore: said.status, score: said.score, updatedAt: ctx.now })
          .where('attemptId', '=', row.id)
          .where('scoId', '=', sco.scoId)
          .execute()
      }
    }
    const standing = judgeAttempt(pack.organization.items, (id) => standings.get(id))
    await tx.updateTable('attempts').set(standing).where('id', '=', row.id).execute()
    const recorded = await recordProgress(ctx, tx, {
      assignmentId: row.assignmentId,
      activityId: row.activityId,
      state: standing.state,
      progress: standing.progress,
      scorePercent: standing.score,
      secondsAdded: 0,
      source: 'recompute',
    })
    const changed =
      recorded.changed ||
      standing.state !== row.state ||
      standing.progress !== row.progress ||
      standing.score !== row.score
    await audit(ctx, tx, {
      action: 'attempts.recompute',
      subjectType: 'attempt',
      subjectId: row.id,
      subjectTitle: pack.title,
      before: { state: row.state, progress: row.progress, score: row.score },
      after: standing,
    })
    return { state: recorded.state, progress: recorded.progress, scorePercent: recorded.scorePercent, changed }
  })
}
