import { z } from 'zod'
import { mostWatched, presenceAreas } from './presence-areas.ts'
import type { Role } from './roles.ts'

/**
 * Topics of the live socket, with the roles of which one is needed, on subscribe and for every push; null: none. Own topics
 * are everybody's; what is about courses and reports is for those who look after people.
 */
export const liveTopicRoles = {
  me: null,
  jobs: null,
  courses: ['admin', 'superadmin'],
  reports: ['admin', 'superadmin', 'manager'],
} as const satisfies Record<string, readonly Role[] | null>
export const liveTopics = Object.keys(liveTopicRoles) as (keyof typeof liveTopicRoles)[]
export const LiveTopic = z.enum(liveTopics)
export type LiveTopic = z.infer<typeof LiveTopic>

/** What the browser says. */
export const LiveRequest = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('subscribe'), topic: LiveTopic, since: z.string().max(60).optional() }),
  z.strictObject({ say: z.literal('unsubscribe'), topic: LiveTopic }),
  // Where in the product this page is; until it says so nobody is told that the person is there.
  z.strictObject({ say: z.literal('here'), area: z.enum(presenceAreas) }),
  // Whom the page shows, instead of those before.
  z.strictObject({ say: z.literal('watch'), userIds: z.array(z.uuid()).max(mostWatched) }),
])
export type LiveRequest = z.infer<typeof LiveRequest>

/**
 * What the server says. `changed` carries ids only: the page asks again for what it shows. `cursor` is how far the topic
 * was told; sent along when the browser comes back, it brings what was missed, or `reset` when that is no longer known or
 * too much: the page asks again for everything.
 */
export const LiveMessage = z.discriminatedUnion('say', [
  z.object({ say: z.literal('subscribed'), topic: LiveTopic, cursor: z.string() }),
  z.object({ say: z.literal('refused'), topic: z.string(), reason: z.string() }),
  z.object({ say: z.literal('changed'), topic: LiveTopic, kind: z.string(), id: z.string(), cursor: z.string() }),
  z.object({ say: z.literal('reset'), topic: LiveTopic, cursor: z.string() }),
  // Of people whom the page watches; at most four times a second.
  z.object({
    say: z.literal('presence'),
    people: z.array(
      z.object({
        userId: z.string(),
        state: z.enum(['online', 'offline']),
        area: z.enum(presenceAreas).nullable(),
        since: z.string().nullable(),
      }),
    ),
  }),
  z.object({ say: z.literal('signedOut') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>
