import type { Ctx } from '../../../platform/context.ts'
import type { Scene } from '../../learning/commands/statements.ts'

/** Whose statement it is, and about which form. ADL calls what is answered an assessment. */
export function sceneOf(ctx: Ctx, of: { userId: string; assignmentId: string; formId: string; title: string }): Scene {
  return {
    publicUrl: ctx.services.settings.publicUrl,
    impersonatorId: ctx.actor.impersonator?.userId ?? null,
    tenantId: ctx.actor.tenantId,
    userId: of.userId,
    assignmentId: of.assignmentId,
    document: {
      id: of.formId,
      title: of.title,
      kind: 'forms',
      type: 'http://adlnet.gov/expapi/activities/assessment',
    },
    now: ctx.now,
  }
}
