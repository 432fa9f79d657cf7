import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Me } from './session.ts'
import { Id, Moment, oneLine, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    factors: {
      verbs: 'addAuthenticator' | 'addPasskey' | 'makeRecoveryCodes' | 'removeAuthenticator' | 'removePasskey' | 'reset'
    }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    authenticatorAdded: Record<never, never>
    authenticatorRemoved: Record<never, never>
    passkeyAdded: { passkey: string }
    passkeyRemoved: { passkey: string }
    recoveryCodesMade: Record<never, never>
    recoveryCodeUsed: { left: number }
    factorsReset: Record<never, never>
    passkeysReset: Record<never, never>
  }
}

/** What was shown beside the first proof. `device`: one that stands for it, for thirty days. */
export const factorKinds = ['authenticator', 'passkey', 'recoveryCode', 'device'] as const
export type FactorKind = (typeof factorKinds)[number]

const bytes = z.string().regex(/^[\w-]+$/)
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)

/** What a browser's passkey answers to a challenge; all of it base64url. */
export const PasskeyAnswer = z.strictObject({
  id: bytes.max(1400),
  clientDataJSON: bytes.max(8000),
  authenticatorData: bytes.max(8000),
  signature: bytes.max(8000),
  userHandle: bytes.max(200).nullable().default(null),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** A passkey that a browser has just made. */
export const NewPasskey = z.strictObject({
  id: bytes.max(1400),
  clientDataJSON: bytes.max(8000),
  attestationObject: bytes.max(24_000),
  transports: transports.default([]),
})
export type NewPasskey = z.output<typeof NewPasskey>

const Described = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** For `navigator.credentials.get`. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']),
  allowCredentials: z.array(Described),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** For `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Described),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['required', 'preferred', 'discouraged']),
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The six digits of an authenticator app; people write spaces between them. */
const code = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'sixDigits' }))
const recoveryCode = z.string().trim().min(1, { error: 'required' }).max(40)
const passkeyName = oneLine().min(1, { error: 'required' }).max(60)
const password = z.string().min(1, { error: 'required' }).max(512)

/** Shown once. Null: there are recovery codes already. */
const NewCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })
/** What an authenticator app takes in: by picture, or the key in letters by hand. */
export const AuthenticatorSetUp = z.object({ address: z.string(), key: z.string() })

export const FactorStep = z.object({
  /** What the step is answered with; empty: there is none yet, and one has to be set up here. */
  methods: z.array(z.enum(['authenticator', 'passkey', 'recoveryCode'])),
  mustSetUp: z.boolean(),
  /** What can be set up here. By what opens this tenant alone, in an account of several: a passkey, which does the same. */
  setUpBy: z.array(z.enum(['authenticator', 'passkey'])),
  /** Whether a device is remembered for the passkey, too: one that opens this tenant alone is asked for each time. */
  remembersPasskey: z.boolean(),
  /** Passkeys of the person that answer at other host names only. */
  passkeyHosts: z.array(z.string()),
  triesLeft: z.number().int(),
  expiresAt: Moment,
})
export type FactorStep = z.infer<typeof FactorStep>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** The host name that it answers to. */
  host: z.string(),
  isHere: z.boolean(),
  /** False: made on the word of another tenant, it opens that one alone. */
  countsHere: z.boolean(),
  isSynced: z.boolean(),
  createdAt: Moment,
  lastUsedAt: Moment.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const OwnFactors = z.object({
  authenticator: z.object({ createdAt: Moment, lastUsedAt: Moment.nullable() }).nullable(),
  passkeys: z.array(Passkey),
  /** Whether one of them answers here and is enough to prove oneself again. */
  provesByPasskey: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** Whether this team asks the person's roles for a second factor. */
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
  /** Until when changes here need no fresh proof; in the past: they do. */
  provedUntil: Moment,
})
export type OwnFactors = z.infer<typeof OwnFactors>

const hints = { team: Slug.optional(), tenant: Slug.optional() }
const passkeyParams = z.object({ passkeyId: Id })
const member = { params: z.object({ userId: Id }), query: z.object({ teamId: Slug.optional() }) }

export const factors = {
  mine: endpoint({
    id: 'factors.mine',
    summary: 'The signed-in person’s second factors.',
    method: 'GET',
    path: '/api/me/factors',
    access: 'signedIn',
    callers: [],
    response: OwnFactors,
  }),
  prove: endpoint({
    id: 'factors.prove',
    summary: 'Show the password or a passkey once more: for ten minutes the session may change factors.',
    method: 'POST',
    path: '/api/me/proof',
    access: 'signedIn',
    callers: ['owing'],
    audit: null,
    sample: (given) => ({ body: { password: given.password } }),
    body: z.union([z.strictObject({ password }), z.strictObject({ passkey: PasskeyAnswer })]),
    response: z.object({ provedUntil: Moment }),
  }),
  proofPasskey: endpoint({
    id: 'factors.proofPasskey',
    summary: 'A challenge for one of the person’s passkeys, to prove oneself again.',
    method: 'POST',
    path: '/api/me/proof/passkey',
    access: 'signedIn',
    callers: [],
    audit: null,
    answersSecret: true,
    response: PasskeyRequest,
  }),
  beginAuthenticator: endpoint({
    id: 'factors.beginAuthenticator',
    summary: 'A fresh key for an authenticator app; it counts from its first right code on.',
    method: 'POST',
    path: '/api/me/factors/authenticator',
    access: 'signedIn',
    callers: [],
    audit: null,
    answersSecret: true,
    response: AuthenticatorSetUp,
  }),
  addAuthenticator: endpoint({
    id: 'factors.addAuthenticator',
    summary: 'Confirm the authenticator app by a code of it. It takes the place of the one before.',
    method: 'PUT',
    path: '/api/me/factors/authenticator',
    access: 'signedIn',
    callers: [],
    audit: 'factors.addAuthenticator',
    sample: (given) => ({ body: { code: given.pendingCode }, acrossTenants: true }),
    answersSecret: true,
    body: z.strictObject({ code }),
    response: NewCodes,
  }),
  removeAuthenticator: endpoint({
    id: 'factors.removeAuthenticator',
    summary: 'Remove the authenticator app.',
    method: 'DELETE',
    path: '/api/me/factors/authenticator',
    access: 'signedIn',
    callers: [],
    audit: 'factors.removeAuthenticator',
  }),
  newPasskey: endpoint({
    id: 'factors.newPasskey',
    summary: 'What the browser needs to make a passkey for the signed-in person.',
    method: 'POST',
    path: '/api/me/factors/passkeys/options',
    access: 'signedIn',
    callers: [],
    audit: null,
    answersSecret: true,
    response: PasskeyCreation,
  }),
  addPasskey: endpoint({
    id: 'factors.addPasskey',
    summary: 'Keep a passkey that the browser has made.',
    method: 'POST',
    path: '/api/me/factors/passkeys',
    access: 'signedIn',
    callers: [],
    audit: 'factors.addPasskey',
    sample: () => ({
      body: { name: 'Key', passkey: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
      alsoFine: [422],
    }),
    answersSecret: true,
    body: z.strictObject({ name: passkeyName, passkey: NewPasskey }),
    response: NewCodes,
  }),
  renamePasskey: endpoint({
    id: 'factors.renamePasskey',
    summary: 'Give one of the person’s passkeys another name.',
    method: 'PATCH',
    path: '/api/me/factors/passkeys/:passkeyId',
    access: 'signedIn',
    callers: [],
    audit: null,
    sample: () => ({ body: { name: 'Phone' } }),
    params: passkeyParams,
    body: z.strictObject({ name: passkeyName }),
  }),
  removePasskey: endpoint({
    id: 'factors.removePasskey',
    summary: 'Remove one of the person’s passkeys.',
    method: 'DELETE',
    path: '/api/me/factors/passkeys/:passkeyId',
    access: 'signedIn',
    callers: [],
    audit: 'factors.removePasskey',
    params: passkeyParams,
  }),
  makeRecoveryCodes: endpoint({
    id: 'factors.makeRecoveryCodes',
    summary: 'Ten fresh recovery codes, shown this once; those before are void.',
    method: 'POST',
    path: '/api/me/factors/recovery-codes',
    access: 'signedIn',
    callers: [],
    audit: 'factors.makeRecoveryCodes',
    answersSecret: true,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  ofMember: endpoint({
    id: 'factors.ofMember',
    summary: 'Which second factors a person of the team has, for administrators.',
    method: 'GET',
    path: '/api/members/:userId/factors',
    access: 'admin',
    callers: [],
    ...member,
    response: z.object({
      /** Null: of somebody who has never been in this tenant. */
      known: z
        .object({
          hasAuthenticator: z.boolean(),
          passkeys: z.number().int(),
          /** Of these the ones that open this tenant alone. */
          boundPasskeys: z.number().int(),
          recoveryCodesLeft: z.number().int(),
        })
        .nullable(),
      can: z.object({ reset: z.string().nullable() }),
      /** `bound`: only the passkeys that open this tenant alone; the rest is the person's in other tenants too. */
      resetTakes: z.enum(['all', 'bound']),
    }),
  }),
  reset: endpoint({
    id: 'factors.reset',
    summary:
      'Take second factors of a person away, who has lost them: all, or where they belong to other tenants too the passkeys that open this one alone. The person is told by mail.',
    method: 'DELETE',
    path: '/api/members/:userId/factors',
    access: 'admin',
    callers: [],
    audit: 'factors.reset',
    ...member,
  }),
  step: endpoint({
    id: 'factors.step',
    summary: 'The second step of a sign-in that this browser has begun: how it can be answered.',
    method: 'GET',
    path: '/api/session/step',
    access: 'public',
    callers: ['owing'],
    sample: () => ({ alsoFine: [409] }),
    response: FactorStep,
  }),
  beginOwedStep: endpoint({
    id: 'factors.beginOwedStep',
    summary:
      'Begin the second step in an open session that owes one (`second-factor-required`); it ends in a session that goes on where this one is.',
    method: 'POST',
    path: '/api/session/owed-step',
    access: 'signedIn',
    callers: ['owing'],
    audit: null,
    sample: () => ({ alsoFine: [409] }),
  }),
  cancelStep: endpoint({
    id: 'factors.cancelStep',
    summary: 'Give up the sign-in that this browser has begun.',
    method: 'DELETE',
    path: '/api/session/step',
    access: 'public',
    callers: ['owing'],
    audit: null,
  }),
  stepPasskey: endpoint({
    id: 'factors.stepPasskey',
    summary: 'A challenge for a passkey as the second step.',
    method: 'POST',
    path: '/api/session/step/passkey',
    access: 'public',
    callers: ['owing'],
    audit: null,
    sample: () => ({ alsoFine: [409] }),
    response: PasskeyRequest,
  }),
  finishStep: endpoint({
    id: 'factors.finishStep',
    summary: 'Answer the second step by a code, a passkey or a recovery code; sets the session cookie.',
    method: 'POST',
    path: '/api/session/step',
    access: 'public',
    callers: ['owing'],
    audit: 'session.signIn',
    sample: () => ({ body: { code: '123456' }, alsoFine: [409] }),
    body: z.union([
      z.strictObject({ code, rememberDevice: z.boolean().default(false) }),
      z.strictObject({ passkey: PasskeyAnswer, rememberDevice: z.boolean().default(false) }),
      z.strictObject({ recoveryCode, rememberDevice: z.boolean().default(false) }),
    ]),
    response: Me,
  }),
  stepAuthenticator: endpoint({
    id: 'factors.stepAuthenticator',
    summary: 'A fresh key for an authenticator app, for somebody who has to have a second factor before going on.',
    method: 'POST',
    path: '/api/session/step/authenticator',
    access: 'public',
    callers: ['owing'],
    audit: null,
    sample: () => ({ alsoFine: [409] }),
    response: AuthenticatorSetUp,
  }),
  stepNewPasskey: endpoint({
    id: 'factors.stepNewPasskey',
    summary: 'What the browser needs to make a passkey, for somebody who has to have a second factor before going on.',
    method: 'POST',
    path: '/api/session/step/new-passkey',
    access: 'public',
    callers: ['owing'],
    audit: null,
    sample: () => ({ alsoFine: [409] }),
    response: PasskeyCreation,
  }),
  setUpStep: endpoint({
    id: 'factors.setUpStep',
    summary: 'Confirm the first second factor, which ends the sign-in; sets the session cookie.',
    method: 'POST',
    path: '/api/session/step/set-up',
    access: 'public',
    callers: ['owing'],
    audit: ['factors.addAuthenticator', 'factors.addPasskey', 'session.signIn'],
    sample: () => ({ body: { code: '123456' }, alsoFine: [409] }),
    body: z.union([z.strictObject({ code }), z.strictObject({ name: passkeyName, passkey: NewPasskey })]),
    response: z.object({ me: Me, recoveryCodes: z.array(z.string()).nullable() }),
  }),
  signInPasskey: endpoint({
    id: 'factors.signInPasskey',
    summary: 'A challenge for any passkey of this host name, to sign in with it alone.',
    method: 'POST',
    path: '/api/session/passkey/options',
    access: 'public',
    callers: [],
    audit: null,
    response: PasskeyRequest,
  }),
  signIn: endpoint({
    id: 'factors.signIn',
    summary: 'Sign in with a passkey alone, where the team takes them; sets the session cookie.',
    method: 'POST',
    path: '/api/session/passkey',
    access: 'public',
    callers: [],
    audit: 'session.signIn',
    sample: () => ({
      body: { passkey: { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } },
      alsoFine: [422, 429],
    }),
    body: z.strictObject({
      passkey: PasskeyAnswer,
      persistUserSession: z.boolean().default(false),
      personalTermsAndCondition: z.boolean().default(false),
      ...hints,
    }),
    response: Me,
  }),
}
