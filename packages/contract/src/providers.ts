import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { providerKinds } from './provider-kinds.ts'
import { authMethods, Me } from './session.ts'
import { Can, Id, Moment, oneLine, Revision, Slug, webAddress } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    providers: { verbs: 'acceptMethods' | 'change' | 'create' | 'link' | 'remove' | 'unlink'; subjects: 'provider' }
  }
}

const ProviderKind = z.enum(providerKinds)
const address = webAddress(500)
const attributeName = z.string().trim().max(300).default('')

/** What a provider needs beside its secret; which of it counts is the kind's. */
export const ProviderConfig = z.strictObject({
  /** Issuer, organisation URL or domain. Empty where the kind has one of its own (Google, Microsoft, Facebook). */
  baseUrl: address.default(''),
  clientId: z.string().trim().max(300).default(''),
  /** Microsoft's directory: its id or domain, or `organizations`, `common`, `consumers`. */
  tenantId: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.-]*$/, { error: 'directory' })
    .max(120)
    .default(''),
  /** Generic OpenID and SAML: whether the addresses that it says are its people's own without its saying so. */
  trustsEmail: z.boolean().default(false),
  /** SAML: the identity provider's name for itself, where it takes requests, and the certificates it signs with (PEM). */
  issuer: z.string().trim().max(500).default(''),
  entryPoint: address.default(''),
  certificates: z.array(z.string().trim().max(10_000)).max(5).default([]),
  /** SAML: take answers that nobody asked for, begun at the identity provider. */
  allowsUnasked: z.boolean().default(false),
  /** SAML: attributes that hold address and names, where they are not called what everybody calls them. */
  emailAttribute: attributeName,
  firstNameAttribute: attributeName,
  lastNameAttribute: attributeName,
  /** SAML: take signatures by SHA-1, which can be forged; some old identity providers sign by nothing else. */
  allowsSha1: z.boolean().default(false),
  /** Whoever signs out here signs out at the provider as well, where it has an address for that. */
  signsOutThere: z.boolean().default(false),
  /** SAML: where the identity provider takes requests to sign out. */
  logoutUrl: address.default(''),
})
export type ProviderConfig = z.infer<typeof ProviderConfig>

export const Provider = z.object({
  id: Id,
  tenantId: Slug,
  teamId: Slug,
  kind: ProviderKind,
  name: z.string(),
  color: z.string(),
  config: ProviderConfig,
  /** The secret itself is never shown. */
  hasSecret: z.boolean(),
  isEnabled: z.boolean(),
  /** Whose identities are linked, in number. */
  people: z.number().int(),
  /** What has to be registered at the service, one for each host name of the team. */
  redirectUrls: z.array(z.string()),
  /** Where the provider sends people after signing out there; to be registered too where they do that. */
  signOutUrls: z.array(z.string()),
  /** OpenID: where the provider tells us that somebody has signed out there. */
  backChannelUrl: z.string().nullable(),
  /** SAML: our name for ourselves, which is also where our metadata is. */
  metadataUrl: z.string().nullable(),
  revision: z.number().int(),
  updatedAt: Moment,
  can: Can,
})
export type Provider = z.infer<typeof Provider>

export const TeamMethods = z.object({
  teamId: Slug,
  displayName: z.string(),
  /** Empty: password alone. */
  authMethods: z.array(z.enum(authMethods)),
})

const name = oneLine().min(1, { error: 'required' }).max(60)
const color = z.string().regex(/^(?:#[0-9a-f]{6})?$/i, { error: 'hexColor' })
const secret = z.string().trim().max(4000)
/** SAML: the identity provider's own description, which fills in issuer, entry point and certificates. */
const metadata = z.string().max(400_000).optional()
/** Another tenant's, for superadministrators; absent: one's own. */
const ofTenant = { tenantId: Slug.optional() }
const one = { params: z.object({ providerId: Id }) }
const hints = { team: Slug.optional(), tenant: Slug.optional() }
const entering = {
  /** Where to go on afterwards: a path, or an address of the team's own. */
  returnUrl: z.string().max(2000).optional(),
  persistUserSession: z.boolean().default(false),
  personalTermsAndCondition: z.boolean().default(false),
  ...hints,
}
const ProviderName = z.object({ id: Id, name: z.string(), kind: ProviderKind })

/**
 * `signedIn`: there is a session. `linkFirst`: somebody has the address with another way of signing in; once they sign in
 * with their password in this browser it is linked. `register`: nobody yet. `linkOrRegister`: one of these two, and this
 * tenant does not say which, since nobody has proved the address. `linked`: whoever is signed in set out to link. `proved`:
 * whoever is signed in has shown once more who they are.
 */
export const Return = z.object({
  outcome: z.enum(['signedIn', 'linkFirst', 'register', 'linkOrRegister', 'linked', 'proved']),
  provider: ProviderName,
  me: Me.nullable(),
  /** A path, to go on at. */
  returnUrl: z.string(),
  /** What the provider said of the person, for the form. */
  known: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
})
export type Return = z.infer<typeof Return>

export const Identity = z.object({
  id: Id,
  provider: ProviderName,
  email: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment.nullable(),
  /** `unlink`: not while it is the person's only way in. */
  can: Can,
})
export type Identity = z.infer<typeof Identity>

export const providers = {
  list: endpoint({
    id: 'providers.list',
    summary: 'The tenant’s sign-in providers, and the ways of signing in that its teams take.',
    method: 'GET',
    path: '/api/providers',
    access: 'admin',
    callers: ['looking'],
    query: z.object(ofTenant),
    response: z.object({ items: z.array(Provider), teams: z.array(TeamMethods), can: Can }),
  }),
  create: endpoint({
    id: 'providers.create',
    summary: 'Let people of a team sign in with a provider; the team takes that way of signing in from then on.',
    method: 'POST',
    path: '/api/providers',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: [],
    audit: 'providers.create',
    sample: (given) => ({
      body: {
        teamId: given.teamId,
        kind: 'oidc',
        name: `${given.mark} ID`,
        config: { baseUrl: 'https://id.example', clientId: 'learnt' },
      },
    }),
    body: z.strictObject({
      ...ofTenant,
      teamId: Slug,
      kind: ProviderKind,
      name,
      color: color.default(''),
      config: ProviderConfig,
      secret: secret.default(''),
      metadata,
      isEnabled: z.boolean().default(true),
    }),
    response: Provider,
    status: 201,
  }),
  change: endpoint({
    id: 'providers.change',
    summary:
      'Change a provider. Without a secret the stored one stays. Another issuer, or another client, forgets the linked identities: they were the former one’s word.',
    method: 'PUT',
    path: '/api/providers/:providerId',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: [],
    audit: 'providers.change',
    sample: () => ({
      body: {
        name: 'Another name',
        isEnabled: true,
        revision: 1,
        config: { baseUrl: 'https://id.example', clientId: 'learnt' },
      },
    }),
    ...one,
    body: z.strictObject({
      name,
      color: color.default(''),
      config: ProviderConfig,
      secret: secret.optional(),
      metadata,
      isEnabled: z.boolean(),
      revision: Revision,
    }),
    response: Provider,
  }),
  remove: endpoint({
    id: 'providers.remove',
    summary: 'Remove a provider with its secret and with the identities that it vouched for.',
    method: 'DELETE',
    path: '/api/providers/:providerId',
    access: 'admin',
    callers: [],
    audit: 'providers.remove',
    ...one,
  }),
  test: endpoint({
    id: 'providers.test',
    summary: 'Ask the provider who it is, and say what does not fit.',
    method: 'POST',
    path: '/api/providers/:providerId/test',
    access: 'admin',
    callers: ['acting'],
    audit: null,
    ...one,
    response: z.object({
      isFine: z.boolean(),
      /** In the caller's language. */
      message: z.string(),
      issuer: z.string(),
    }),
  }),
  acceptMethods: endpoint({
    id: 'providers.acceptMethods',
    summary: 'Which ways of signing in a team takes.',
    method: 'PUT',
    path: '/api/auth-methods',
    access: 'admin',
    callers: [],
    audit: 'providers.acceptMethods',
    sample: (given) => ({ body: { teamId: given.teamId, authMethods: ['password', 'sso'] } }),
    body: z.strictObject({ ...ofTenant, teamId: Slug, authMethods: z.array(z.enum(authMethods)).max(20) }),
    response: TeamMethods,
  }),
  start: endpoint({
    id: 'providers.start',
    summary: 'Set out for a provider: answers where to send the browser, which gets a cookie for the way back.',
    method: 'POST',
    path: '/api/providers/:providerId/start',
    access: 'public',
    callers: [],
    audit: null,
    sample: (given) => ({ body: { team: given.teamId }, alsoFine: [409] }),
    ...one,
    body: z.strictObject(entering),
    response: z.object({ url: z.string() }),
  }),
  finish: endpoint({
    id: 'providers.finish',
    summary: 'Come back from a provider with what it put into the address; once, in the browser that set out.',
    method: 'POST',
    path: '/api/provider-returns',
    access: 'public',
    callers: ['owing'],
    audit: ['providers.link', 'session.signIn'],
    sample: (given) => ({ body: { query: `?state=${'x'.repeat(43)}`, providerId: given.newId() }, alsoFine: [409] }),
    body: z.strictObject({
      /** The query of the page's address, as it came. */
      query: z.string().max(16_000),
      /**
       * Whose address the page has: each provider is told its own, and what came to another's is not its answer (RFC 9700,
       * section 4.4). Codes that this server made itself need none.
       */
      providerId: z.string().max(100).optional(),
    }),
    response: Return,
  }),
  embedded: endpoint({
    id: 'providers.embedded',
    summary: 'Sign in through the embedded form of an Okta organisation, with the person’s name and password there.',
    method: 'POST',
    path: '/api/providers/:providerId/embedded',
    access: 'public',
    callers: [],
    audit: ['providers.link', 'session.signIn'],
    sample: (given) => ({ body: { username: 'pat', password: 'a-password', team: given.teamId }, alsoFine: [404] }),
    ...one,
    body: z.strictObject({
      username: z.string().trim().min(1, { error: 'required' }).max(254),
      password: z.string().min(1, { error: 'required' }).max(512),
      ...entering,
    }),
    response: Return,
  }),
  oktaToken: endpoint({
    id: 'providers.oktaToken',
    summary:
      'Exchange the ID token of an Okta sign-in widget (Bearer; headers tenantid and teamid) for a code to finish with. The claims are the token’s own; those that are sent are not used.',
    method: 'POST',
    path: '/api/oktaauth/token',
    access: 'public',
    callers: [],
    audit: ['providers.link', 'session.signIn'],
    sample: () => ({ body: { oktaOrgUrl: 'https://acme.okta.example' }, alsoFine: [422] }),
    body: z.strictObject({
      oktaOrgUrl: z.string().max(500),
      claims: z.record(z.string().max(100), z.unknown()).optional(),
    }),
    response: z.object({ data: z.object({ token: z.string() }) }),
  }),
  identities: endpoint({
    id: 'providers.identities',
    summary: 'Providers of this tenant that open the person’s account.',
    method: 'GET',
    path: '/api/me/identities',
    access: 'signedIn',
    callers: [],
    response: z.object({ items: z.array(Identity) }),
  }),
  linkWaiting: endpoint({
    id: 'providers.linkWaiting',
    summary: 'Link the identity that waits in this browser, if it is the signed-in person’s.',
    method: 'POST',
    path: '/api/me/identities',
    access: 'signedIn',
    callers: [],
    audit: null,
    response: z.object({ linked: ProviderName.nullable() }),
  }),
  startLinking: endpoint({
    id: 'providers.startLinking',
    summary:
      'Set out for a provider of one’s own team to link the identity there; needs a fresh proof. Answers where to send the browser, and ends at /api/provider-returns.',
    method: 'POST',
    path: '/api/me/identities/:providerId/start',
    access: 'signedIn',
    callers: [],
    audit: null,
    sample: () => ({ alsoFine: [403, 409], acrossTenants: true }),
    answersSecret: true,
    ...one,
    response: z.object({ url: z.string() }),
  }),
  waysToProve: endpoint({
    id: 'providers.waysToProve',
    summary:
      'By what the signed-in person can show afresh who they are, before a first second factor is set up: the password, or for those without one the providers that open their account.',
    method: 'GET',
    path: '/api/me/proof',
    access: 'signedIn',
    callers: ['owing'],
    response: z.object({
      hasPassword: z.boolean(),
      providers: z.array(ProviderName.extend({ color: z.string() })),
    }),
  }),
  startProof: endpoint({
    id: 'providers.startProof',
    summary:
      'Set out for a provider that opens one’s account, to show afresh who one is; for those who have neither password nor passkey. Ends at /api/provider-returns.',
    method: 'POST',
    path: '/api/me/proof/providers/:providerId',
    access: 'signedIn',
    callers: ['owing'],
    audit: null,
    sample: () => ({ alsoFine: [409], acrossTenants: true }),
    answersSecret: true,
    ...one,
    response: z.object({ url: z.string() }),
  }),
  unlink: endpoint({
    id: 'providers.unlink',
    summary: 'Take a provider’s identity off the person’s account; needs a fresh proof, and another way to sign in.',
    method: 'DELETE',
    path: '/api/me/identities/:identityId',
    access: 'signedIn',
    callers: [],
    audit: 'providers.unlink',
    params: z.object({ identityId: Id }),
  }),
  beginSignOut: endpoint({
    id: 'providers.beginSignOut',
    summary:
      'Before signing out: where to go on to sign out at the provider of this session as well. Null: nowhere, it is over with signing out here.',
    method: 'POST',
    path: '/api/session/at-provider',
    access: 'signedIn',
    callers: ['owing'],
    audit: null,
    answersSecret: true,
    response: z.object({ url: z.string().nullable() }),
  }),
  backChannelLogout: rawEndpoint({
    id: 'providers.backChannelLogout',
    summary: 'A provider says that somebody has signed out there: their sessions here end.',
    method: 'POST',
    path: '/api/providers/:providerId/backchannel-logout',
    access: 'public',
    callers: [],
    audit: 'session.end',
    sample: (given) => ({ params: { providerId: given.newId() }, alsoFine: [400] }),
    protocol: 'OpenID Connect Back-Channel Logout 1.0: logout_token, form-encoded.',
    produces: 'application/json',
    fromElsewhere: true,
  }),
  samlSignedOut: rawEndpoint({
    id: 'providers.samlSignedOut',
    summary:
      'Signing out at a SAML identity provider, by redirect. A signed request of it ends the sessions here and leads back with an answer; the way back from one of ours leads to the sign-in page.',
    method: 'GET',
    path: '/api/saml/:providerId/slo',
    access: 'public',
    callers: ['looking'],
    sample: (given) => ({ params: { providerId: given.newId() }, alsoFine: [404] }),
    protocol: 'SAML 2.0 HTTP-Redirect binding: SAMLRequest or SAMLResponse, RelayState, SigAlg and Signature.',
    produces: 'text/html',
    answers: [303],
  }),
  samlSignedOutPost: rawEndpoint({
    id: 'providers.samlSignedOutPost',
    summary:
      'Signing out at a SAML identity provider, by a form. A signed request of it ends the sessions here and leads back with an answer; the way back from one of ours leads to the sign-in page.',
    method: 'POST',
    path: '/api/saml/:providerId/slo',
    access: 'public',
    callers: [],
    audit: null,
    sample: (given) => ({ params: { providerId: given.newId() }, alsoFine: [404] }),
    protocol: 'SAML 2.0 HTTP-POST binding: SAMLRequest or SAMLResponse, and RelayState, form-encoded.',
    produces: 'text/html',
    answers: [303],
    fromElsewhere: true,
  }),
  samlMetadata: rawEndpoint({
    id: 'providers.samlMetadata',
    summary: 'Our side of a SAML provider, to be given to the identity provider.',
    method: 'GET',
    path: '/api/saml/:providerId/metadata',
    access: 'public',
    callers: ['looking'],
    sample: (given) => ({ params: { providerId: given.newId() }, alsoFine: [404] }),
    protocol: 'SAML 2.0 metadata: one EntityDescriptor.',
    produces: 'application/samlmetadata+xml',
  }),
  samlAnswer: rawEndpoint({
    id: 'providers.samlAnswer',
    summary: 'Takes the answer of a SAML identity provider and sends the browser on to the page of the way back.',
    method: 'POST',
    path: '/api/saml/:providerId/acs',
    access: 'public',
    callers: [],
    audit: null,
    sample: (given) => ({ params: { providerId: given.newId() }, alsoFine: [404] }),
    protocol: 'SAML 2.0 HTTP-POST binding: SAMLResponse and RelayState, form-encoded.',
    produces: 'text/html',
    answers: [303],
    fromElsewhere: true,
  }),
}
