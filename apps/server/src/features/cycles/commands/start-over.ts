import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { beginCycles } from '../../assignments/commands/begin-cycles.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import type { OwnCycle } from '../queries/find-own-cycle.ts'

/** Begins one's course again from the first step; its dates stay, and what was finished stays valid as long as it was. */
export async function startOver(ctx: Ctx, own: OwnCycle): Promise<string> {
  return ctx.write(async (tx) => {
    await lockRules(tx, 'shared')
    const [begun] = await beginCycles(ctx, tx, {
      reason: 'startOver',
      assignments: [{ assignmentId: own.id, validUntil: own.period?.validUntil }],
    })
    // Two windows at once: the first has begun it.
    if (!begun) throw new ProblemError('conflict')
    await audit(ctx, tx, {
      action: 'cycles.startOver',
      subjectType: own.type,
      subjectId: own.documentId,
      subjectTitle: own.title,
      before: { state: own.state },
    })
    return begun.id
  })
}
