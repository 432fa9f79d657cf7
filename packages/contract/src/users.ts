import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { JobRef } from './jobs.ts'
import { MemberFilter } from './members.ts'
import { Role } from './roles.ts'
import { FeedEnd, SessionSummary } from './session.ts'
import { emailAddress, Id, lastName, MembershipId, personName, Slug, selectionOf } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    users: { verbs: 'inviteAgain'; subjects: 'user' }
  }
}

/** Somebody who is asked into a team. */
export const Invitation = z.strictObject({
  firstName: personName(),
  lastName: lastName(),
  email: emailAddress(),
  teamId: Slug,
  roles: z.array(Role).min(1).max(4),
})
export type Invitation = z.infer<typeof Invitation>

const userParams = z.object({ userId: Id })

export const users = {
  invite: endpoint({
    id: 'users.invite',
    summary:
      'Make a membership and mail the person: a link to set a password for somebody who has none yet, else where to sign in.',
    method: 'POST',
    path: '/api/invitations',
    access: 'superadmin',
    callers: ['token'],
    audit: 'members.create',
    sample: (given) => ({
      body: {
        firstName: 'New',
        lastName: 'Comer',
        email: `new-${given.newId()}@example.test`,
        teamId: given.teamId,
        roles: ['learner'],
      },
    }),
    body: Invitation,
    response: z.object({ membershipId: MembershipId, userId: Id, mailed: z.enum(['link', 'welcome']) }),
    status: 201,
  }),
  inviteAgain: endpoint({
    id: 'users.inviteAgain',
    summary: 'Mail a person of the tenant who has no password yet another link to set one.',
    method: 'POST',
    path: '/api/users/:userId/invitation',
    access: 'superadmin',
    callers: ['token'],
    audit: 'users.inviteAgain',
    params: userParams,
    query: z.object({ teamId: Slug.optional() }),
    response: z.object({ mailed: z.enum(['link', 'welcome']) }),
  }),
  passwordLinks: endpoint({
    id: 'users.passwordLinks',
    summary:
      'Mail many people a link to set a new password, to the address of their account; answers at once with a job.',
    method: 'POST',
    path: '/api/users/password-links',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token'],
    audit: 'members.mailPasswordLink',
    sample: (given) => ({
      changesNothing: true,
      body: { selection: { by: 'ids', ids: [given.learner.membershipId] } },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: z.strictObject({ selection: selectionOf(MembershipId, MemberFilter) }),
    response: JobRef,
    status: 202,
  }),
  sessions: endpoint({
    id: 'users.sessions',
    summary: 'Open sessions of a person in the tenant.',
    method: 'GET',
    path: '/api/users/:userId/sessions',
    access: 'admin',
    callers: ['token'],
    params: userParams,
    response: z.object({ items: z.array(SessionSummary) }),
  }),
  endSession: endpoint({
    id: 'users.endSession',
    summary: 'End one session of a person in the tenant.',
    method: 'DELETE',
    path: '/api/users/:userId/sessions/:sessionId',
    access: 'admin',
    callers: ['token', 'visiting'],
    audit: 'session.end',
    params: userParams.extend({ sessionId: Id }),
  }),
  endSessions: endpoint({
    id: 'users.endSessions',
    summary: 'End every session of a person in the tenant, but the one that asks.',
    method: 'POST',
    path: '/api/users/:userId/sessions/end',
    access: 'admin',
    callers: ['token', 'visiting'],
    audit: 'session.end',
    params: userParams,
    query: FeedEnd,
    response: z.object({ ended: z.number().int() }),
  }),
}
