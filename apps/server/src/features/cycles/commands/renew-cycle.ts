import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { beginCycles } from '../../assignments/commands/begin-cycles.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import type { OwnCycle } from '../queries/find-own-cycle.ts'
import { beginWholeCycles } from './begin-whole-cycles.ts'

/** Begins one's next cycle while the one before is still valid: it covers the time after that one's end. */
export async function renewCycle(ctx: Ctx, own: OwnCycle): Promise<string> {
  const { period } = own
  if (!period) throw new Error('A cycle that never ends is not renewed')
  return ctx.write(async (tx) => {
    await lockRules(tx, 'shared')
    const [begun] = await (own.hasSteps ? beginWholeCycles : beginCycles)(ctx, tx, {
      reason: 'renewal',
      assignments: [
        {
          assignmentId: own.id,
          periodFrom: period.end,
          monthDay: period.next.monthDay,
          dueDay: period.closes ?? period.end,
          validUntil: period.validUntil,
        },
      ],
    })
    // Two windows at once: the first has begun it.
    if (!begun) throw new ProblemError('conflict')
    await audit(ctx, tx, {
      action: 'cycles.renew',
      subjectType: own.type,
      subjectId: own.documentId,
      subjectTitle: own.title,
      after: { from: period.end },
    })
    return begun.id
  })
}
