import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Id, Moment } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    extensions: { verbs: 'extend' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    dueExtended: GivenDocument & { dueDay: string; name: string; reason: string }
  }
}

/** A later date that somebody gave one person. */
export const DueExtension = z.object({
  /** When it was due before, and is due with it. Days end in the tenant's time zone. */
  fromDay: Day,
  dueAt: Moment,
  by: z.string(),
  reason: z.string(),
  at: Moment,
})
export type DueExtension = z.infer<typeof DueExtension>

/** Why a date is not extended: it is done, has no date, is in time longer anyway, or the caller does not see the row. */
export const extensionRefusals = ['done', 'noDate', 'notLater', 'notFound'] as const

export const extensionLimits = { reason: 1000, atOnce: 100 } as const

export const extensions = {
  extend: endpoint({
    id: 'extensions.extend',
    summary:
      'Give people a later due date, with a reason that they read. It holds while it is later than what the rules say, whatever they say afterwards.',
    method: 'POST',
    path: '/api/due-extensions',
    access: 'managerOrAdmin',
    callers: ['token', 'acting'],
    audit: 'extensions.extend',
    sample: (given) => ({
      body: { assignmentIds: [given.newId()], day: '2030-01-31', reason: `${given.mark} was away` },
      acrossTenants: true,
      changesNothing: true,
    }),
    idempotency: 'required',
    body: z.strictObject({
      assignmentIds: z.array(Id).min(1).max(extensionLimits.atOnce),
      /** The last day on which it is in time. */
      day: Day,
      reason: z.string().trim().min(1, { error: 'required' }).max(extensionLimits.reason),
    }),
    response: z.object({
      extended: z.number().int(),
      refused: z.array(
        z.object({
          assignmentId: Id,
          reason: z.enum(extensionRefusals),
          /** Whose, and of what; '' where the caller does not see it. */
          name: z.string(),
          title: z.string(),
        }),
      ),
    }),
  }),
}
