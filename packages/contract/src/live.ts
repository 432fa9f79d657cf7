import { z } from 'zod'

/** Topics of the live socket. `me` needs no right beyond being signed in; the others are asked on subscribe and on every push. */
export const liveTopics = ['me', 'jobs', 'courses', 'reports'] as const
export const LiveTopic = z.enum(liveTopics)
export type LiveTopic = z.infer<typeof LiveTopic>

/** What the browser says. */
export const LiveRequest = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('subscribe'), topic: LiveTopic, since: z.string().max(60).optional() }),
  z.strictObject({ say: z.literal('unsubscribe'), topic: LiveTopic }),
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
  z.object({ say: z.literal('signedOut') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>
