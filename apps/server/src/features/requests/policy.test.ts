import { expect, it } from 'vitest'
import { makeActor } from '../../platform/actor.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { type RequestSubject, refuseDecision } from './policy.ts'

const now = new Date('2026-11-20T09:00:00Z')
const request: RequestSubject = {
  userId: 'asker',
  state: 'open',
  kind: 'document',
  sentTo: 'managers',
  standInAt: null,
  isManaged: true,
  isSeen: true,
  hasManager: true,
  isDecider: false,
  wasAsked: false,
}
const actor = (roles: string[], userId = 'decider', actingFor?: string) =>
  makeActor({
    userId,
    teamId: 'team',
    tenantId: mintTenantId('tenant'),
    roles,
    sessionId: null,
    impersonator: actingFor ? { userId: actingFor, teamId: 'team', actingId: 'acting', writes: true } : null,
  })

it.each<[string, ReturnType<typeof actor>, Partial<RequestSubject>, string | null]>([
  ['a manager of the person', actor(['manager']), {}, null],
  ['a manager of others', actor(['manager']), { isManaged: false }, 'notFound'],
  ['a manager, of what went to administrators', actor(['manager']), { sentTo: 'administrators' }, 'notFound'],
  ['a learner', actor(['learner']), {}, 'notFound'],
  ['an administrator, while managers are to decide', actor(['admin']), {}, 'requests.forManagers'],
  ['an administrator, of what went to administrators', actor(['admin']), { sentTo: 'administrators' }, null],
  [
    'an administrator, before they stand in',
    actor(['admin']),
    { standInAt: new Date(+now + 1) },
    'requests.forManagers',
  ],
  ['an administrator, when they stand in', actor(['admin']), { standInAt: now }, null],
  ['an administrator, where no manager is left', actor(['admin']), { hasManager: false }, null],
  ['an administrator who does not see the person', actor(['admin']), { isSeen: false, hasManager: false }, 'notFound'],
  ['the person as their own manager', actor(['manager'], 'asker'), {}, 'requests.own'],
  ['the person acting as their manager', actor(['manager'], 'decider', 'asker'), {}, 'requests.own'],
  ['a manager, of what was decided', actor(['manager']), { state: 'approved' }, 'requests.decided'],
])('%s', (_, who, of, reason) => {
  expect(refuseDecision(who, { ...request, ...of }, now)?.reason ?? null).toBe(reason)
})
