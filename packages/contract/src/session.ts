import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { FeatureSwitches } from './feature-switches.ts'
import { idleUnits } from './idle.ts'
import {
  barStyles,
  dayForms,
  directions,
  layoutModes,
  layoutStyles,
  navbarPositions,
  scrollKinds,
  toolbarPositions,
} from './layout.ts'
import { locales } from './locales.ts'
import { limits } from './measures.ts'
import { providerKinds } from './provider-kinds.ts'
import { Role } from './roles.ts'
import { MembershipStatus } from './states.ts'
import { tidyAddress } from './text.ts'
import { Id, MembershipId, Moment, registeredLastName, registeredName, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    session: { verbs: 'end' | 'handOver' | 'signIn' | 'switchTeam'; subjects: 'session' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    newDevice: { browser: string | null; system: string | null }
  }
}

/** The ways of signing in that a team may take; a team that names none takes passwords (readings, "authMethods"). */
export const authMethods = [
  'password',
  'widget',
  'facebook',
  'microsoft',
  'okta',
  'google',
  'sso',
  'saml',
  'passkey',
] as const
export type AuthMethod = (typeof authMethods)[number]

/** A team's look. Empty strings mean "the default". Colours are `#rrggbb`. */
export const TeamTheme = z.object({
  palette: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  sidebarBackgroundColor: z.string(),
  topHeaderBackgroundColor: z.string(),
  iconLogo: z.string(),
  loggedOutLogo: z.string(),
  loggedOutBackgroundImage: z.string(),
  favicon: z.string(),
})
export type TeamTheme = z.infer<typeof TeamTheme>

export interface NavigationItem {
  id: string
  title: string
  enabled: boolean
  available: boolean
  url?: string | undefined
  icon?: string | undefined
  /** Only this very address marks the entry as open, not the pages below it. */
  exact?: boolean | undefined
  /** Where the page opens; missing: in the same tab, and pages of others in a new one. */
  target?: '_self' | '_blank' | undefined
  /** A word beside the title, with its colours as `#rrggbb`; without them those of the theme. */
  badge?: { title: string; background?: string | undefined; color?: string | undefined } | undefined
  children?: NavigationItem[] | undefined
}
/** One entry of a team's side navigation. Role limits live in code by `id`; unknown ids are plain links. */
export const NavigationItem: z.ZodType<NavigationItem> = z.lazy(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    enabled: z.boolean(),
    available: z.boolean(),
    url: z.string().optional(),
    icon: z.string().optional(),
    exact: z.boolean().optional().catch(undefined),
    target: z.enum(['_self', '_blank']).optional().catch(undefined),
    badge: z
      .object({ title: z.string(), background: z.string().optional(), color: z.string().optional() })
      .optional()
      .catch(undefined),
    children: z.array(NavigationItem).optional(),
  }),
)

/** Tenant settings that the pages need before and after sign-in. */
export const TenantSettings = z.object({
  usernameTitleLabel: z.string(),
  showSelfRegistration: z.boolean(),
  showTermsConditions: z.boolean(),
  showPersonalTermsConditions: z.boolean(),
  personalTermsAndConditionsUrl: z.string(),
  showSupportChatDialog: z.boolean(),
  rewards: z.boolean(),
  marketplaceLink: z.string(),
  defaultLocale: z.string(),
  timeZone: z.string(),
  /** English days as `YYYY-MM-DD` (the default), not in words. Other languages write days in their long form. */
  isoDates: z.boolean(),
  /** Which renderer `/apps/munro-homepage` and the homepage use; presets of munro and stellar set these three. */
  homepageLayout: z.enum(['default', 'munro']),
  hidesToolbarOnHomepage: z.boolean(),
  /** A back button on blogs, blog and product pages. */
  showsBackButton: z.boolean(),
  /** Parts of the product that the tenant has (team-values.ts). */
  features: FeatureSwitches,
  /** Whether a person's own themes also dress the bars that the team gave a colour. */
  allowsOwnBars: z.boolean(),
  /** Address of the support chat's script; used only while `showSupportChatDialog` is on. */
  supportChatScript: z.string(),
  /** Whether first-party events are kept; while off, pages send none. */
  analytics: z.boolean(),
  /** What a new password must have; the server also refuses well-known ones. */
  passwordRules: z.object({
    minLength: z.number().int(),
    upper: z.boolean(),
    lower: z.boolean(),
    digit: z.boolean(),
    special: z.boolean(),
  }),
  sessionConfig: z.object({
    persistUserSession: z.boolean(),
    checkUserInactivity: z.boolean(),
    expireSessionAfter: z.number().int().positive(),
    unit: z.enum(idleUnits),
  }),
})
export type TenantSettings = z.infer<typeof TenantSettings>

export const Team = z.object({
  id: Slug,
  tenantId: Slug,
  displayName: z.string(),
  tenantName: z.string(),
  supportEmail: z.string(),
  mainDomain: z.string(),
  theme: TeamTheme,
  authMethods: z.array(z.string()),
  authProviders: z.array(z.object({ id: Id, name: z.string(), color: z.string(), kind: z.enum(providerKinds) })),
  termsAndConditionsUrl: z.string(),
  settings: TenantSettings,
  /** Set where the tenant is closed: nobody gets in but superadministrators, who look while it is suspended. */
  closed: z.object({ state: z.enum(['suspended', 'deleted']), reason: z.string() }).nullable(),
})
export type Team = z.infer<typeof Team>

/** How the person arranges the pages (specification, section 3, "Layout settings"). */
export const LayoutSettings = z.object({
  style: z.enum(layoutStyles),
  mode: z.enum(layoutModes),
  scroll: z.enum(scrollKinds),
  navbar: z.object({ display: z.boolean(), position: z.enum(navbarPositions) }),
  toolbar: z.object({ display: z.boolean(), style: z.enum(barStyles), position: z.enum(toolbarPositions) }),
  footer: z.object({ display: z.boolean(), style: z.enum(barStyles) }),
  leftSidePanel: z.object({ display: z.boolean() }),
  rightSidePanel: z.object({ display: z.boolean() }),
})

/** What a person keeps for themself in this membership; whole object replaced on save. */
export const Preferences = z.object({
  /** Paths of favourited pages, in order. */
  favourites: z.array(z.string().max(200)).max(30),
  locale: z.enum(locales).nullable(),
  colorScheme: z.enum(['light', 'dark', 'system']),
  navbarFolded: z.boolean(),
  /** Named theme chosen over the team's; null: the team's. */
  theme: z.string().max(40).nullable(),
  /** Named themes of the bars; null: as the page. */
  barThemes: z.object({
    navbar: z.string().max(40).nullable(),
    toolbar: z.string().max(40).nullable(),
    footer: z.string().max(40).nullable(),
  }),
  layout: LayoutSettings,
  customScrollbars: z.boolean(),
  /** Direction of the pages against that of the language; null: the language's. */
  direction: z.enum(directions).nullable(),
  quick: z.object({ notifications: z.boolean(), cloudSync: z.boolean(), retroThrusters: z.boolean() }),
  /** How days are written, in every language; null: as the tenant and the language have it. */
  days: z.enum(dayForms).nullable(),
  /** What the person wants mails about; they are told of it in the product all the same. */
  mails: z.object({ badges: z.boolean(), certificates: z.boolean() }),
})
export type Preferences = z.infer<typeof Preferences>

export const TeamChoice = z.object({
  membershipId: MembershipId,
  teamId: Slug,
  tenantId: Slug,
  displayName: z.string(),
  tenantName: z.string(),
  iconLogo: z.string(),
  roles: z.array(z.string()),
  isDefault: z.boolean(),
  isCurrent: z.boolean(),
  /** Where the team lives; the empty string when it is this very host. */
  address: z.string(),
  /** The team asks for more than this session has shown: another way of signing in, or a second factor. */
  needsSignIn: z.boolean(),
})
export type TeamChoice = z.infer<typeof TeamChoice>

/** The signed-in person in the chosen membership. */
export const Me = z.object({
  userId: Id,
  membershipId: MembershipId,
  tenantId: Slug,
  teamId: Slug,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  avatar: z.string(),
  roles: z.array(z.string()),
  role: Role,
  status: MembershipStatus,
  rewardPointsCount: z.number().int(),
  /** Notifications that wait to be read, counted up to 100. */
  unreadNotifications: z.number().int(),
  hasLoggedIn: z.boolean(),
  preferences: Preferences,
  /** The whole tenant is open to an administrator of the team whose id is the tenant's. */
  wholeTenant: z.boolean(),
  /** The team's navigation tree as stored; null: the default tree. */
  sideNavigation: z.array(NavigationItem).nullable(),
  /** Set while an administrator acts as this person: who, how far, and until when. */
  impersonation: z.object({ name: z.string(), writes: z.boolean(), mayWrite: z.boolean(), endsAt: Moment }).optional(),
  /** When the session began, by the server's clock. */
  sessionStartedAt: Moment,
})
export type Me = z.infer<typeof Me>

export const Start = z.object({
  team: Team,
  me: Me.nullable(),
  environment: z.string(),
  /** Whether the demonstration is on, and with it the pages that are examples. */
  hasDemo: z.boolean(),
  version: z.string(),
  /** Addresses that the pages need: where packages are played. */
  contentUrl: z.string(),
  /** Demo accounts, only where the address is loopback and the demo is on. */
  demoAccounts: z.array(z.object({ username: z.string(), role: Role, password: z.string() })),
  /** This browser has shown a first proof and owes the second: `factors.step` says which. */
  awaitsFactor: z.boolean().optional(),
  /** The session owes a second factor that a role newly asks for: nothing but the step is open (`factors.beginOwedStep`). */
  owesFactor: z.boolean().optional(),
  serverTime: Moment,
})
export type Start = z.infer<typeof Start>

export const SessionSummary = z.object({
  id: Id,
  createdAt: Moment,
  lastSeenAt: Moment,
  expiresAt: Moment,
  device: z.object({
    browser: z.string().nullable(),
    system: z.string().nullable(),
    kind: z.enum(['phone', 'tablet', 'computer', 'program']),
  }),
  address: z.string(),
  /** Where the address is, as far as it says so itself. */
  network: z.enum(['loopback', 'private', 'public']),
  /** The way of signing in, and the second factor shown with it. */
  provenBy: z.string(),
  factor: z.enum(['authenticator', 'passkey', 'recoveryCode', 'device']).nullable(),
  isCurrent: z.boolean(),
})

const minLength = { error: 'minLength4' }

/** Beside the end of sessions: `end` also ends the address by which other calendars read the person's. */
export const FeedEnd = z.object({ calendarFeed: z.enum(['end']).optional() })

export const session = {
  start: endpoint({
    id: 'session.start',
    summary: 'Everything the pages need at start: the team of this host name and, when signed in, the person.',
    method: 'GET',
    path: '/api/start',
    access: 'public',
    callers: ['token', 'looking', 'owing'],
    sample: () => ({ by: 'learner' }),
    query: z.object({
      /** Team and tenant that the browser remembers: hints for the screen, never an authorisation. */
      team: Slug.optional(),
      tenant: Slug.optional(),
    }),
    response: Start,
  }),
  signIn: endpoint({
    id: 'session.signIn',
    summary: 'Sign in with e-mail address or user name and password; sets the session cookie.',
    method: 'POST',
    path: '/api/session',
    access: 'public',
    callers: [],
    audit: 'session.signIn',
    sample: (given) => ({
      body: { username: `nobody-${given.newId()}@example.test`, password: 'wrong-password' },
      alsoFine: [422, 429],
    }),
    body: z.strictObject({
      username: z.string().min(limits.loginMinLength, minLength).max(254),
      password: z.string().min(limits.loginMinLength, minLength).max(512),
      persistUserSession: z.boolean().default(false),
      personalTermsAndCondition: z.boolean().default(false),
      team: Slug.optional(),
      tenant: Slug.optional(),
    }),
    response: Me,
  }),
  signOut: endpoint({
    id: 'session.signOut',
    summary: 'End this session, and those that it was carried from or to; of one that has ended by itself, those.',
    method: 'DELETE',
    path: '/api/session',
    // The token of an ended session is enough to leave the others: 401 where there is nothing to leave.
    access: 'public',
    callers: ['token', 'looking', 'owing'],
    audit: 'session.end',
    sample: () => ({ by: 'learner' }),
  }),
  active: endpoint({
    id: 'session.active',
    summary: 'Say that the person is still there: what pages read by themselves does not keep an idle session open.',
    method: 'POST',
    path: '/api/session/active',
    access: 'signedIn',
    callers: ['token', 'looking', 'owing', 'visiting'],
    audit: null,
  }),
  teams: endpoint({
    id: 'session.teams',
    summary: 'The active memberships of the signed-in person, to choose from.',
    method: 'GET',
    path: '/api/session/teams',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: z.object({ teams: z.array(TeamChoice) }),
  }),
  switchTeam: endpoint({
    id: 'session.switchTeam',
    summary: 'Continue this session in another of the person’s teams, which becomes the default.',
    method: 'POST',
    path: '/api/session/team',
    access: 'signedIn',
    callers: ['visiting'],
    audit: 'session.switchTeam',
    sample: (given) => ({ body: { membershipId: given.learner.membershipId } }),
    body: z.strictObject({ membershipId: MembershipId }),
    response: Me,
  }),
  teamsById: endpoint({
    id: 'session.teamsById',
    summary: 'Some of the person’s own teams, at most ten at a time; deleted ones and those of others are left out.',
    method: 'GET',
    path: '/api/session/teams/by-id',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: (given) => ({ query: { teamId: [given.teamId] }, acrossTenants: true }),
    query: z.object({
      teamId: z.preprocess(
        (value) => (value === undefined ? [] : [value].flat()),
        z.array(Slug).min(1).max(limits.teamLookUps),
      ),
    }),
    response: z.object({ teams: z.array(TeamChoice) }),
  }),
  handOver: endpoint({
    id: 'session.handOver',
    summary:
      'Go on in a team that lives under another host name: answers the address to open. Where that team does not accept the way in which this session was signed in, it is its sign-in page.',
    method: 'POST',
    path: '/api/session/hand-overs',
    access: 'signedIn',
    callers: ['visiting'],
    audit: 'session.handOver',
    sample: (given) => ({ changesNothing: true, body: { membershipId: given.learner.membershipId } }),
    answersSecret: true,
    body: z.strictObject({
      membershipId: MembershipId,
      /** A page of the team, as a path or with the team’s own host; else the homepage. */
      returnUrl: z.string().max(2000).optional(),
    }),
    response: z.object({ address: z.string(), needsSignIn: z.boolean() }),
  }),
  handOverBegin: rawEndpoint({
    id: 'session.handOverBegin',
    summary: 'First hop of a hand-over, on the other host: marks the browser and sends it back for its code.',
    method: 'GET',
    path: '/api/hand-over/begin',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [302] }),
    protocol: 'Query `ticket`; a redirect. Sets the cookie that the code will be bound to.',
    produces: 'text/html',
    answers: [302],
  }),
  handOverGrant: rawEndpoint({
    id: 'session.handOverGrant',
    summary:
      'Second hop, on the first host: makes the code for the browser that was marked, in the session that asked.',
    method: 'GET',
    path: '/api/hand-over/grant',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [302] }),
    protocol: 'Query `ticket` and `nonce`; a redirect to /auth/signin of the other host.',
    produces: 'text/html',
    answers: [302],
  }),
  handOverTake: rawEndpoint({
    id: 'session.handOverTake',
    summary: 'Last hop, on the other host: takes the single-use code of a marked browser and opens a session there.',
    method: 'GET',
    path: '/auth/signin',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [302] }),
    protocol: 'Query `token` (the code, good for 60 seconds and once), `tenant`, `team`, `returnUrl`; a redirect.',
    produces: 'text/html',
    answers: [302],
  }),
  list: endpoint({
    id: 'session.list',
    summary: 'The person’s own open sessions.',
    method: 'GET',
    path: '/api/sessions',
    access: 'signedIn',
    callers: ['token'],
    response: z.object({ items: z.array(SessionSummary) }),
  }),
  revoke: endpoint({
    id: 'session.revoke',
    summary: 'End one of the person’s own sessions.',
    method: 'DELETE',
    path: '/api/sessions/:sessionId',
    access: 'signedIn',
    callers: ['visiting'],
    audit: 'session.end',
    params: z.object({ sessionId: Id }),
  }),
  revokeOthers: endpoint({
    id: 'session.revokeOthers',
    summary: 'End all of the person’s sessions but this one.',
    method: 'POST',
    path: '/api/sessions/end-others',
    access: 'signedIn',
    callers: ['visiting'],
    audit: 'session.end',
    sample: () => ({ changesNothing: true }),
    query: FeedEnd,
    response: z.object({ ended: z.number().int() }),
  }),
  preferences: endpoint({
    id: 'session.preferences',
    summary: 'Store the person’s own preferences: favourites, language, themes, layout, quick settings, mails.',
    method: 'PUT',
    path: '/api/me/preferences',
    access: 'signedIn',
    callers: ['token', 'acting', 'visiting'],
    audit: null,
    sample: () => ({
      body: {
        favourites: ['/apps/courses/mycourses'],
        locale: 'ar',
        colorScheme: 'dark',
        navbarFolded: true,
        theme: null,
      },
    }),
    // NOTE pages of the version before this one name none of these; they get the usual ones
    body: Preferences.partial({
      barThemes: true,
      layout: true,
      customScrollbars: true,
      direction: true,
      quick: true,
      days: true,
      mails: true,
    }),
    response: Preferences,
  }),
  firstRun: endpoint({
    id: 'session.firstRun',
    summary: 'Whether the first-run link is still open.',
    method: 'GET',
    path: '/api/first-run/:code',
    access: 'public',
    callers: ['token', 'looking'],
    params: z.object({ code: z.string().min(20).max(100) }),
    response: z.object({ open: z.boolean() }),
  }),
  createFirstAdministrator: endpoint({
    id: 'session.createFirstAdministrator',
    summary: 'Make the first superadministrator by the link that the server printed at its first start.',
    method: 'POST',
    path: '/api/first-run/:code',
    access: 'public',
    callers: [],
    audit: 'session.signIn',
    sample: () => ({
      body: { firstName: 'No', lastName: 'Body', email: 'nobody@example.test', password: 'a-long-password-1' },
      alsoFine: [404],
    }),
    params: z.object({ code: z.string().min(20).max(100) }),
    body: z.strictObject({
      firstName: registeredName(),
      lastName: registeredLastName(),
      email: z.string().overwrite(tidyAddress).max(254),
      password: z.string().min(limits.passwordDefaultLength).max(512),
    }),
    response: Me,
  }),
}
