import type { RequestRule } from '@learnt/contract/permissions'
import type { SeedDemo } from '../../platform/feature.ts'
import { type DemoRequest, seedOffers } from './commands/seed-requests.ts'

const byManagers: RequestRule = { to: 'managers', standInAfterDays: 7 }
const byAdministrators: RequestRule = { to: 'administrators', standInAfterDays: null }

/** Courses of each tenant that everybody may take beside those who have to; those on request first. */
const offers: Readonly<Record<string, readonly { title: string; request: RequestRule | null }[]>> = {
  learnt: [
    { title: 'New manager essentials', request: byManagers },
    { title: 'Manual handling: lifting and carrying', request: byAdministrators },
    { title: 'السلامة من الحريق في مكان العمل', request: null },
    { title: 'أمن المعلومات للجميع', request: null },
  ],
  munro: [
    { title: 'New manager essentials', request: byManagers },
    { title: 'First aid basics', request: byAdministrators },
    { title: 'Customer conversations', request: null },
    { title: 'Giving feedback that helps', request: null },
    { title: 'Information security for everybody', request: null },
  ],
  stellar: [
    { title: 'New manager essentials', request: byManagers },
    { title: 'Safe remote working', request: byAdministrators },
    { title: 'First aid basics', request: null },
    { title: 'Customer conversations', request: null },
    { title: 'أمن المعلومات للجميع', request: null },
  ],
}

const requests: readonly DemoRequest[] = [
  {
    who: 0,
    what: 0,
    daysAgo: 21,
    state: 'declined',
    note: 'I would like to lead a small team one day.',
    reason: 'Please finish your required courses first, then ask again.',
  },
  { who: 0, what: 0, daysAgo: 2, state: 'open', note: 'My required courses are done now.' },
  { who: 0, what: 1, daysAgo: 12, state: 'approved', note: 'I help out at the reception on Fridays.' },
  { who: 1, what: 0, daysAgo: 9, state: 'open', note: 'I stand in for our team lead in the summer.' },
  { who: 2, what: 0, daysAgo: 5, state: 'open' },
  { who: 3, what: 0, daysAgo: 16, state: 'approved', reason: 'A good idea. Take your time for it.' },
  { who: 4, what: 0, daysAgo: 8, state: 'withdrawn', note: 'For my new role.' },
  { who: 1, what: 1, daysAgo: 3, state: 'open', note: 'I have a new workplace.' },
  { who: 2, what: 1, daysAgo: 6, state: 'declined', reason: 'This is planned for everybody in the autumn.' },
]

/** Optional courses with and without a request, and requests in every state. */
export const seedDemo: SeedDemo = (ctx, tx) =>
  seedOffers(ctx, tx, { offers: offers[ctx.actor.tenantId] ?? [], requests })
