import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MembershipStatus } from './states.ts'
import { emailAddress, Id, MembershipId, oneLine, registeredLastName, registeredName, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    accounts: {
      verbs:
        | 'addAddress'
        | 'changePassword'
        | 'makePrimary'
        | 'makeResetLink'
        | 'register'
        | 'removeAddress'
        | 'resetPassword'
        | 'sendMail'
        | 'verifyEmail'
      subjects: 'mail'
    }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    passwordChanged: Record<never, never>
  }
}

const email = emailAddress()
/** How good it has to be is the tenant's rule, which the server says at the field. */
const newPassword = z.string().min(1, { error: 'required' }).max(512)
/** What the browser remembers of where it is, as when signing in. */
const hints = { team: Slug.optional(), tenant: Slug.optional() }

/** Attributes by which administrators look a membership up. */
export const lookUpProperties = ['userId', 'email', 'username', 'employeeId', 'phone', 'firstName', 'lastName'] as const

/** Look-up by whatever attribute the tenant's HR feed marks as unique. */
export const uniqueAttribute = 'uniqueAttribute'

const UserTeam = z.object({
  _id: MembershipId,
  userId: Id,
  teamId: Slug,
  tenantId: Slug,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  username: z.string(),
  employeeId: z.string(),
  status: MembershipStatus,
  roles: z.array(z.string()),
})

/** What a mailed link is for. `register`: it makes the account. `addEmail`: it adds an address to an account. */
export const linkKinds = ['resetPassword', 'verifyEmail', 'register', 'addEmail'] as const

/**
 * Of an address of a person: that of the account (`unproved` until its link was opened), a further one by which they can
 * sign in, or one that waits for its link to be opened.
 */
export const addressStates = ['primary', 'unproved', 'proved', 'waiting', 'expired'] as const
/** So many further addresses one person has, with those that wait. */
export const mostAddresses = 5

export const Addresses = z.object({
  items: z.array(z.object({ email: z.string(), state: z.enum(addressStates) })),
  /** Of somebody without an address: what stands in its place. Nothing is mailed there. */
  systemCreatedEmail: z.string(),
  /** Why no further address can be added; null: one can. */
  can: z.object({ add: z.string().nullable() }),
})
export type Addresses = z.infer<typeof Addresses>
const oneAddress = z.strictObject({ email })
export const PasswordChange = z.strictObject({
  currentPassword: newPassword,
  newPassword,
  /** Whether the address ends as well by which other calendars read the person's. */
  endsCalendarFeed: z.boolean().optional(),
})
const link = { params: z.object({ code: z.string().min(20).max(100) }) }

export const accounts = {
  mine: endpoint({
    id: 'accounts.mine',
    summary:
      'What the signed-in person signs in with: address, whether it is proved, whether there is a password, and whether somebody else has chosen it, which opens one tenant alone.',
    method: 'GET',
    path: '/api/me/account',
    access: 'signedIn',
    callers: ['token'],
    response: z.object({
      email: z.string(),
      isEmailVerified: z.boolean(),
      hasPassword: z.boolean(),
      isChosen: z.boolean(),
      /** Whether a mail to that address may bring a link for a new password: a team of the person’s here takes passwords. */
      canSetByMail: z.boolean(),
    }),
  }),
  changePassword: endpoint({
    id: 'accounts.changePassword',
    summary:
      'Set another password, knowing the present one. All other sessions of the person end, and the calendar’s address where that is asked for.',
    method: 'PUT',
    path: '/api/me/password',
    access: 'signedIn',
    callers: [],
    audit: 'accounts.changePassword',
    sample: (given) => ({ body: { currentPassword: given.password, newPassword: 'Another-horse-43' } }),
    body: PasswordChange,
    response: z.object({ ended: z.number().int() }),
  }),
  addresses: endpoint({
    id: 'accounts.addresses',
    summary: 'The signed-in person’s addresses, with their states. Each proved one opens the account.',
    method: 'GET',
    path: '/api/me/addresses',
    access: 'signedIn',
    callers: ['token'],
    response: Addresses,
  }),
  addAddress: endpoint({
    id: 'accounts.addAddress',
    summary:
      'Mail a link that adds an address to the signed-in person’s account. Whether it is somebody’s already is said only where the tenant has the explicit wording on.',
    method: 'POST',
    path: '/api/me/addresses',
    access: 'signedIn',
    callers: [],
    audit: null,
    sample: (given) => ({ body: { email: `more-${given.newId()}@example.test` }, alsoFine: [409] }),
    body: oneAddress,
    response: Addresses,
  }),
  makePrimary: endpoint({
    id: 'accounts.makePrimary',
    summary: 'Make a further address that of the account. The former one stays a further one where it was proved.',
    method: 'POST',
    path: '/api/me/addresses/primary',
    access: 'signedIn',
    callers: [],
    audit: 'accounts.makePrimary',
    sample: () => ({ body: { email: 'nobody@example.test' }, alsoFine: [404, 409] }),
    body: oneAddress,
    response: Addresses,
  }),
  removeAddress: endpoint({
    id: 'accounts.removeAddress',
    summary: 'Take a further address away, or one that waits: it opens nothing any more.',
    method: 'POST',
    path: '/api/me/addresses/removal',
    access: 'signedIn',
    callers: [],
    audit: 'accounts.removeAddress',
    sample: () => ({ body: { email: 'nobody@example.test' }, alsoFine: [404] }),
    body: oneAddress,
    response: Addresses,
  }),
  addressesOf: endpoint({
    id: 'accounts.addressesOf',
    summary:
      'The addresses of a person of the tenant. Of somebody who belongs elsewhere, too, they are their own affair.',
    method: 'GET',
    path: '/api/members/:userId/addresses',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ userId: Id }),
    response: Addresses.extend({ isShown: z.boolean() }),
  }),
  removeAddressOf: endpoint({
    id: 'accounts.removeAddressOf',
    summary: 'Take a further address of a person away who belongs to this tenant alone.',
    method: 'POST',
    path: '/api/members/:userId/addresses/removal',
    access: 'admin',
    callers: [],
    audit: 'accounts.removeAddress',
    sample: () => ({ body: { email: 'nobody@example.test' }, alsoFine: [404] }),
    params: z.object({ userId: Id }),
    body: oneAddress,
    response: Addresses.extend({ isShown: z.boolean() }),
  }),
  sendVerification: endpoint({
    id: 'accounts.sendVerification',
    summary: 'Mail the signed-in person a link that proves their address.',
    method: 'POST',
    path: '/api/me/account/verification',
    access: 'signedIn',
    callers: [],
    audit: null,
    response: z.object({ email: z.string() }),
  }),
  sendPasswordResetLink: endpoint({
    id: 'accounts.sendPasswordResetLink',
    summary:
      'Mail a link for a new password. Only the address is used: look and target of the mail are the team’s own, and an address that is not the team’s is refused.',
    method: 'POST',
    path: '/api/password-reset-links',
    access: 'public',
    callers: ['token'],
    audit: null,
    sample: (given) => ({ body: { email: given.learner.email, team: given.teamId } }),
    body: z.strictObject({
      email,
      redirectUrl: z.string().max(2000).optional(),
      domain: z.string().max(253).optional(),
      logo: z.string().max(2000).optional(),
      teamDisplayName: z.string().max(200).optional(),
      primaryColor: z.string().max(40).optional(),
      supportEmail: z.string().max(254).optional(),
      ...hints,
    }),
    response: z.object({ sent: z.literal(true) }),
  }),
  findUserTeamsByProperty: endpoint({
    id: 'accounts.findUserTeamsByProperty',
    summary:
      'Memberships with a value of an attribute, for administrators, among those they see. Everybody else always gets the same empty answer.',
    method: 'POST',
    path: '/api/user-teams/find',
    access: 'public',
    callers: ['token'],
    audit: null,
    sample: (given) => ({
      by: 'admin',
      body: { tenantId: given.tenantId, property: 'email', value: given.learner.email },
    }),
    body: z.strictObject({ tenantId: z.string().max(63), property: z.string().max(60), value: z.string().max(254) }),
    response: z.object({ data: z.array(UserTeam) }),
  }),
  sendRegistrationEmail: endpoint({
    id: 'accounts.sendRegistrationEmail',
    summary:
      'Mail a person of the team the welcome again. Name and link are the server’s own; those that are sent are not used.',
    method: 'POST',
    path: '/api/registration-mails',
    access: 'admin',
    callers: ['token'],
    audit: 'accounts.sendMail',
    sample: (given) => ({ body: { to: given.learner.email, teamId: given.teamId } }),
    body: z.strictObject({
      to: email,
      firstName: z.string().max(100).optional(),
      lastName: z.string().max(100).optional(),
      teamId: Slug,
      token: z.string().max(4000).optional(),
    }),
    response: z.object({ queued: z.number().int() }),
  }),
  sendGenericEmail: endpoint({
    id: 'accounts.sendGenericEmail',
    summary: 'Mail people of the team one of the templates: the welcome, or a link to set a new password.',
    method: 'POST',
    path: '/api/generic-mails',
    access: 'admin',
    callers: ['token'],
    audit: 'accounts.sendMail',
    sample: (given) => ({ body: { template: 'resetPassword', to: [given.learner.email] } }),
    body: z.strictObject({ template: z.enum(['welcome', 'resetPassword']), to: z.array(email).min(1).max(100) }),
    response: z.object({ queued: z.number().int() }),
  }),
  link: endpoint({
    id: 'accounts.link',
    summary: 'What a mailed link is for and whether it still opens. Looking does not use it up.',
    method: 'GET',
    path: '/api/account-links/:code',
    access: 'public',
    callers: ['token', 'looking'],
    ...link,
    response: z.object({
      state: z.enum(['open', 'used', 'expired', 'unknown']),
      kind: z.enum(linkKinds).nullable(),
      /** Whose it is; the empty string where the link does not open. */
      email: z.string(),
      /** Whether `confirm` asks for the account's password: of whoever is not signed in as its person. */
      asksPassword: z.boolean(),
    }),
  }),
  resetPassword: endpoint({
    id: 'accounts.resetPassword',
    summary: 'Set a new password by a mailed link, which is used up. All sessions of the person end.',
    method: 'POST',
    path: '/api/account-links/:code/password',
    access: 'public',
    callers: [],
    audit: 'accounts.resetPassword',
    sample: () => ({ body: { password: 'Another-horse-43' }, alsoFine: [404] }),
    ...link,
    body: z.strictObject({ password: newPassword }),
    response: z.object({ email: z.string() }),
  }),
  confirm: endpoint({
    id: 'accounts.confirm',
    summary:
      'Prove an address by a mailed link, which is used up; the link of a registration makes the account. It takes the password of that account, too: somebody else may have typed the address.',
    method: 'POST',
    path: '/api/account-links/:code/confirm',
    access: 'public',
    callers: [],
    audit: ['accounts.verifyEmail', 'accounts.addAddress'],
    sample: () => ({ body: { password: 'Another-horse-43' }, alsoFine: [404] }),
    ...link,
    body: z.strictObject({ password: z.string().max(512).default('') }),
    response: z.object({
      kind: z.enum(linkKinds),
      email: z.string(),
      firstName: z.string(),
      /** False: another tenant has chosen the password, which opens that one alone; a mail brings the way to one's own. */
      passwordOpens: z.boolean(),
    }),
  }),
  register: endpoint({
    id: 'accounts.register',
    summary:
      'Make an account in the team of this page. Where the tenant has the explicit wording on, the person is signed in at once; elsewhere every address gets the same answer, and the rest by mail.',
    method: 'POST',
    path: '/api/registrations',
    access: 'guest',
    callers: [],
    audit: 'accounts.register',
    sample: (given) => ({
      changesNothing: true,
      body: {
        firstName: 'New',
        lastName: 'Comer',
        email: `new-${given.newId()}@example.test`,
        phone: '+44 1632 960123',
        password: 'Another-horse-43',
        team: given.teamId,
      },
    }),
    body: z.strictObject({
      firstName: registeredName(),
      lastName: registeredLastName(),
      email,
      phone: oneLine().min(1, { error: 'required' }).max(40),
      password: newPassword,
      personalTermsAndCondition: z.boolean().default(false),
      ...hints,
    }),
    response: z.object({ outcome: z.enum(['signedIn', 'mailed']) }),
  }),
}
