import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, oneLine, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    impersonation: { verbs: 'allowWriting' | 'end' | 'start' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    accountSeen: { name: string; reason: string }
  }
}

/** Whose membership the browser goes on with: what it remembers of team and tenant. */
const Standing = z.object({ teamId: Slug, tenantId: Slug })

/** Why: read by the person. */
export const ActingReason = oneLine().min(5).max(300)

export const ImpersonationSession = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  impersonatedUserId: Id,
  impersonatedEmail: z.string(),
  status: z.enum(['active', 'inactive']),
  reason: z.string(),
  /** Whether more than looking was allowed at some time. */
  wrote: z.boolean(),
  createdAt: Moment,
  endedAt: Moment.nullable(),
})
export type ImpersonationSession = z.infer<typeof ImpersonationSession>

export const impersonation = {
  start: endpoint({
    id: 'impersonation.start',
    summary: 'Act as somebody of one’s own team or tenant, at first only to look. The person can read of it.',
    method: 'POST',
    path: '/api/impersonation',
    access: 'admin',
    callers: [],
    feature: 'impersonation',
    audit: 'impersonation.start',
    sample: (given) => ({ body: { userId: given.learner.userId, reason: 'Somebody asked for help' } }),
    body: z.strictObject({
      userId: Id,
      teamId: Slug.optional(),
      reason: ActingReason,
    }),
    response: Standing,
  }),
  allowWriting: endpoint({
    id: 'impersonation.allowWriting',
    summary: 'From looking to writing, where the tenant permits it.',
    method: 'POST',
    path: '/api/impersonation/writing',
    access: 'signedIn',
    callers: ['looking'],
    audit: 'impersonation.allowWriting',
    sample: () => ({ changesNothing: true, by: 'acting' }),
  }),
  end: endpoint({
    id: 'impersonation.end',
    summary: 'Go back to one’s own account, with the team and tenant of before.',
    method: 'DELETE',
    path: '/api/impersonation',
    access: 'signedIn',
    callers: ['looking', 'visiting'],
    audit: 'impersonation.end',
    sample: () => ({ by: 'acting' }),
    response: Standing,
  }),
  history: endpoint({
    id: 'impersonation.history',
    summary: 'Who acted as the signed-in person, the last hundred times, newest first.',
    method: 'GET',
    path: '/api/me/impersonations',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: z.object({ items: z.array(ImpersonationSession) }),
  }),
}
