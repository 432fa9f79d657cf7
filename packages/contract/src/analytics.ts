import { z } from 'zod'
import { analyticsEvents, clientEvents, mostEvents } from './analytics-names.ts'
import { endpoint } from './endpoint.ts'
import { Day, Slug } from './values.ts'

export const AnalyticsEventName = z.enum(analyticsEvents)

// Names of properties are few and short; values are figures and fixed words, never what somebody wrote.
const Properties = z
  .record(z.string().regex(/^[a-z][A-Za-z0-9]{0,29}$/), z.union([z.string().max(120), z.number(), z.boolean()]))
  .refine((it) => Object.keys(it).length <= 10)

/** What a page reports. Who, in which team and tenant, and with which traits is for the server to say. */
export const ClientEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('identify') }),
  z.strictObject({
    kind: z.literal('page'),
    /** One for each view of a page. */
    hitId: z.uuid(),
    title: z.string().max(200),
    path: z.string().max(300).startsWith('/'),
  }),
  z.strictObject({ kind: z.literal('track'), name: z.enum(clientEvents), properties: Properties.optional() }),
])
export type ClientEvent = z.infer<typeof ClientEvent>

export const analytics = {
  record: endpoint({
    id: 'analytics.record',
    summary:
      'What people do on the pages, several at once. Anonymous until somebody is signed in; nothing is kept where the tenant has it off.',
    method: 'POST',
    path: '/api/analytics',
    access: 'public',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ by: 'learner', body: { events: [{ kind: 'track', name: 'sign-in' }] } }),
    body: z.strictObject({
      events: z.array(ClientEvent).min(1).max(mostEvents),
      team: Slug.optional(),
      tenant: Slug.optional(),
    }),
  }),
  counts: endpoint({
    id: 'analytics.counts',
    summary: 'How often each event happened on each day, and by how many people; of one’s team, or the whole tenant.',
    method: 'GET',
    path: '/api/analytics/counts',
    access: 'admin',
    callers: ['token', 'looking'],
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    response: z.object({
      items: z.array(z.object({ day: Day, name: z.string(), count: z.number().int(), people: z.number().int() })),
    }),
  }),
}
