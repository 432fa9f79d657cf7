import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { Id, MembershipId, Moment, Slug } from './values.ts'

/** An access token says what it is, so that scanners find one that was left lying about. */
export const accessTokenPrefix = 'lat_'
/** Two days, as the specification's tokens last (section 9). */
export const accessTokenSeconds = 2 * 86_400

/** Of the legacy token API: the user in the words of its clients. */
export const LegacyUser = z.object({
  uid: Id,
  role: z.string(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string(),
  data: z.object({
    currentTenant: Slug,
    currentTeam: Slug,
    currentUserTeam: MembershipId,
    settings: z.record(z.string(), z.unknown()),
    shortcuts: z.array(z.string()),
  }),
})
export type LegacyUser = z.infer<typeof LegacyUser>

/** What signs in or refreshes: who it is, and the token to send as `Authorization: Bearer`. */
export const LegacyEntry = z.object({ user: LegacyUser, access_token: z.string() })
export type LegacyEntry = z.infer<typeof LegacyEntry>

const legacy = 'JSON as in the legacy token API: 200 `{user, access_token}`, or 200 `{error: {field: message}}`'

export const tokens = {
  register: rawEndpoint({
    id: 'tokens.register',
    summary:
      'Legacy: make an account by `{displayName, password, email}`. `code` too, where a second factor is asked for.',
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    callers: ['token', 'acting'],
    audit: ['accounts.register', 'session.signIn'],
    sample: () => ({ changesNothing: true }),
    protocol: legacy,
    produces: 'application/json',
  }),
  enter: rawEndpoint({
    id: 'tokens.enter',
    summary: 'Legacy: sign in by `{email, password}` in the body. Never in the query, which ends up in logs.',
    method: 'GET',
    path: '/api/auth',
    access: 'public',
    callers: ['token', 'looking'],
    bearer: 'accessToken',
    protocol: `${legacy}. With a Bearer token instead of a body: the same as /api/auth/access-token`,
    produces: 'application/json',
  }),
  enterByPost: rawEndpoint({
    id: 'tokens.enterByPost',
    summary: 'Legacy: the same for browsers, which send no body with GET.',
    method: 'POST',
    path: '/api/auth',
    access: 'public',
    callers: ['token', 'acting'],
    audit: 'session.signIn',
    sample: () => ({ changesNothing: true }),
    bearer: 'accessToken',
    protocol: legacy,
    produces: 'application/json',
  }),
  check: rawEndpoint({
    id: 'tokens.check',
    summary: 'Legacy: who a token belongs to, `{access_token}` in the body or as Bearer.',
    method: 'GET',
    path: '/api/auth/access-token',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [401] }),
    bearer: 'accessToken',
    protocol: 'JSON: 200 `{user, access_token}`, or 401 `{error}`',
    produces: 'application/json',
  }),
  checkByPost: rawEndpoint({
    id: 'tokens.checkByPost',
    summary: 'Legacy: the same for browsers.',
    method: 'POST',
    path: '/api/auth/access-token',
    access: 'public',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ alsoFine: [401] }),
    bearer: 'accessToken',
    protocol: 'JSON: 200 `{user, access_token}`, or 401 `{error}`',
    produces: 'application/json',
  }),
  updateUser: rawEndpoint({
    id: 'tokens.updateUser',
    summary:
      'Legacy: keep the person’s own settings and shortcuts, `{user: {data: {settings, shortcuts}}}`; nothing else of it.',
    method: 'POST',
    path: '/api/auth/user/update',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    bearer: 'accessToken',
    protocol: 'JSON; answers the user as kept',
    produces: 'application/json',
  }),
  exchange: endpoint({
    id: 'tokens.exchange',
    summary:
      'Exchange an access token (Bearer) for a fresh one with the same end; the old one opens nothing any more. Body fields are accepted and must be the token’s own.',
    method: 'POST',
    path: '/api/v1/auth/token',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ alsoFine: [403] }),
    answersSecret: true,
    body: z
      .strictObject({
        tenantId: z.string().max(63).optional(),
        teamId: z.string().max(63).optional(),
        userId: z.string().max(60).optional(),
      })
      .optional(),
    response: z.object({
      data: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_at: Moment,
        user: LegacyUser,
      }),
    }),
  }),
}
