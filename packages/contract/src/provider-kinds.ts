// Without schemas: the sign-in page reads it too.

/** Services that a team may let people sign in with. `auth0`: a hosted sign-in; `oidc`: any other by discovery. */
export const providerKinds = ['google', 'microsoft', 'facebook', 'okta', 'auth0', 'oidc', 'saml'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Which of a team's ways of signing in (authMethods) a provider is. */
export const methodOfKind = {
  google: 'google',
  microsoft: 'microsoft',
  facebook: 'facebook',
  okta: 'okta',
  auth0: 'sso',
  oidc: 'sso',
  saml: 'saml',
} as const satisfies Record<ProviderKind, string>

/** They start at once when an address names them: `/login?provider=facebook`. */
export const startingAtOnce: readonly ProviderKind[] = ['facebook', 'microsoft']

/** How long the way to a provider and back may take, and how long an identity waits for its password. */
export const flowMinutes = 10
export const linkingMinutes = 30
