import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mostWatched, presenceAreas } from './presence-areas.ts'
import { Id, MembershipId, Moment, Slug } from './values.ts'

export const PresenceArea = z.enum(presenceAreas)
const word = z.string().nullable()

/** An offline person has only this state and the time since when. */
export const Presence = z.object({
  userId: Id,
  state: z.enum(['online', 'offline']),
  currentTeam: Slug.nullable(),
  currentTenant: Slug.nullable(),
  currentFeature: PresenceArea.nullable(),
  firstName: word,
  lastName: word,
  avatar: word,
  currentUserTeam: MembershipId.nullable(),
  deviceType: word,
  mobileVendor: word,
  mobileModel: word,
  browserName: word,
  browserVersion: word,
  osName: word,
  osVersion: word,
  /** Null: never seen. */
  lastChanged: Moment.nullable(),
})
export type Presence = z.infer<typeof Presence>

export const presence = {
  list: endpoint({
    id: 'presence.list',
    summary: 'Whether team-mates are there, where in the product and with which device; others are left out.',
    method: 'GET',
    path: '/api/presence',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: (given) => ({ by: 'admin', query: { userId: [given.learner.userId] }, acrossTenants: true }),
    query: z.object({
      userId: z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(Id).min(1).max(mostWatched)),
    }),
    response: z.object({ items: z.array(Presence) }),
  }),
}
