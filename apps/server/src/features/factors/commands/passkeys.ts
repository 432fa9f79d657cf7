import { randomBytes } from 'node:crypto'
import { cutText } from '@learnt/contract/cut-text'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@learnt/contract/factors'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { isKnownHost } from '../../../platform/tenant/known-host.ts'
import { findPasskey, type StoredPasskey } from '../queries.ts'

const challengeMs = 5 * 60_000
/** What authenticators of today sign with: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257]

/** What a challenge is for; answers to a challenge for anything else do not count. */
export interface Occasion {
  readonly purpose: 'signIn' | 'step' | 'prove' | 'add'
  /** Whose passkey has to answer; null: anybody's. */
  readonly userId: string | null
  /** What the browser alone has: its step, session or device. */
  readonly browser: string
}

/** Of a request: what passkeys are bound to, and the origin that browsers have to name. */
export interface Here {
  readonly services: Services
  readonly request: FastifyRequest
  readonly now: Date
}

export function hostOf(here: Pick<Here, 'request'>): string {
  return here.request.hostname.toLowerCase()
}

function originOf({ services, request }: Here): string {
  return `${new URL(services.settings.publicUrl).protocol}//${request.host.toLowerCase()}`
}

/** A passkey made under a foreign host name would belong to the person who pointed that name here. */
async function refuseForeignHost(here: Here): Promise<void> {
  if (!(await isKnownHost(here.services, hostOf(here)))) throw new ProblemError('origin-refused', { status: 421 })
}

/** A challenge for `navigator.credentials.get`. */
export async function askForPasskey(
  here: Here,
  of: Occasion,
  allowed: readonly StoredPasskey[],
  userVerification: 'required' | 'preferred',
): Promise<PasskeyRequest> {
  await refuseForeignHost(here)
  const rpId = hostOf(here)
  return {
    challenge: makeChallenge(here, of),
    rpId,
    timeout: challengeMs,
    userVerification,
    allowCredentials: allowed.filter((one) => one.host === rpId).map(describe),
  }
}

/** What `navigator.credentials.create` needs. */
export async function askForNewPasskey(
  here: Here,
  of: Occasion & { readonly userId: string; readonly onlyTenantId: string | null },
  person: { teamName: string; account: string; name: string },
  known: readonly StoredPasskey[],
): Promise<PasskeyCreation> {
  await refuseForeignHost(here)
  const rpId = hostOf(here)
  return {
    challenge: makeChallenge(here, of),
    rp: { id: rpId, name: person.teamName },
    user: { id: handleOf(of.userId, of.onlyTenantId), name: person.account, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: known.filter((one) => one.host === rpId).map(describe),
    // Found without a name typed before, so that it can be the only proof.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  }
}

/**
 * Whose passkey has answered; null when the answer is not right. The challenge is used up either way, and the passkey's
 * count goes on: of two answers with the same count one is a copy's.
 */
export async function checkPasskey(
  here: Here,
  of: Occasion,
  answer: PasskeyAnswer,
  { mustVerifyUser }: { mustVerifyUser: boolean },
): Promise<StoredPasskey | null> {
  const { services, now } = here
  const challenge = await takeChallenge(here, of, answer.clientDataJSON)
  const passkey = await findPasskey(services.db, Buffer.from(answer.id, 'base64url'))
  if (challenge === null || passkey === null) return null
  if (of.userId !== null && passkey.userId !== of.userId) return null
  if (passkey.host !== hostOf(here)) return null
  if (answer.userHandle === null ? of.userId === null : !handlesOf(passkey).includes(answer.userHandle)) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, clientDataJSON, authenticatorData, signature } = answer
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: originOf(here),
    expectedRPID: passkey.host,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: mustVerifyUser,
  }).catch((error: unknown) => refused(here, error))
  if (!checked?.verified) return null
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  const { rows } = await services.db.control((tx) =>
    sql<{
      used: boolean
    }>`select control.use_passkey(${passkey.id}, ${newCounter}, ${credentialBackedUp}, ${now}) as used`.execute(tx),
  )
  return rows[0]?.used ? passkey : null
}

export interface MadePasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly host: string
  readonly transports: string[]
  readonly isSynced: boolean
  readonly counter: number
}

/** What a browser has made by our asking; null when it was not asked so. */
export async function checkNewPasskey(here: Here, of: Occasion, made: NewPasskey): Promise<MadePasskey | null> {
  const challenge = await takeChallenge(here, of, made.clientDataJSON)
  if (challenge === null) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { id, clientDataJSON, attestationObject, transports } = made
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: originOf(here),
    expectedRPID: hostOf(here),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => refused(here, error))
  if (!checked?.verified) return null
  const { credential, credentialBackedUp } = checked.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    host: hostOf(here),
    transports,
    isSynced: credentialBackedUp,
    counter: credential.counter,
  }
}

function refused({ services, request }: Here, error: unknown): null {
  // The library names what is wrong in words; nobody but the operator needs them.
  services.log.info({ requestId: request.id, reason: cutText((error as Error).message, 300) }, 'passkey refused')
  return null
}

/** A number of the moment, until when it counts, and our signature over both and the occasion: nothing is stored. */
function makeChallenge(here: Here, of: Occasion): string {
  const body = Buffer.alloc(22)
  randomBytes(16).copy(body)
  body.writeUIntBE(here.now.getTime() + challengeMs, 16, 6)
  return Buffer.concat([body, Buffer.from(sign(here, of, body), 'base64url')]).toString('base64url')
}

async function takeChallenge(here: Here, of: Occasion, clientDataJSON: string): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON)
  const bytes = Buffer.from(challenge ?? '', 'base64url')
  if (challenge === null || bytes.length !== 54) return null
  const body = bytes.subarray(0, 22)
  const signature = bytes.subarray(22).toString('base64url')
  if (!here.services.secrets.verify(signature, 'challenge', ...partsOf(here, of, body))) return null
  const until = new Date(body.readUIntBE(16, 6))
  if (until <= here.now) return null
  const { rows } = await here.services.db.control((tx) =>
    sql<{ fresh: boolean }>`select control.use_challenge(${hashToken(challenge)}, ${until}) as fresh`.execute(tx),
  )
  return rows[0]?.fresh ? challenge : null
}

function sign(here: Here, of: Occasion, body: Buffer): string {
  return here.services.secrets.sign('challenge', ...partsOf(here, of, body))
}

function partsOf(here: Here, of: Occasion, body: Buffer): string[] {
  return [of.purpose, of.userId ?? '', of.browser, hostOf(here), body.toString('base64url')]
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    const challenge = (data as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

function describe({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports }
}

/**
 * The person as a passkey remembers them: a device keeps one for each host and handle, so one that opens a tenant alone
 * has a handle of its own beside the person's and other tenants'.
 */
function handleOf(userId: string, onlyTenantId: string | null): string {
  return Buffer.from(onlyTenantId === null ? userId : `${userId}:${onlyTenantId}`).toString('base64url')
}

/** Those of before a passkey knew its tenant are the person's. */
function handlesOf({ userId, setInTenant }: StoredPasskey): string[] {
  return [handleOf(userId, setInTenant), handleOf(userId, null)]
}

/** Those that count in a tenant. */
export function passkeysIn(tenantId: string, passkeys: readonly StoredPasskey[]): StoredPasskey[] {
  return passkeys.filter((one) => (one.setInTenant ?? tenantId) === tenantId)
}

/** Passkeys shown to a session that is held to one tenant: it does not learn where else the person has one. */
export function shownIn(tenantId: string, host: string, passkeys: readonly StoredPasskey[]): StoredPasskey[] {
  return passkeysIn(tenantId, passkeys).filter((one) => one.setInTenant !== null || one.host === host)
}

/** Those that say whose account it is. One for this tenant only does if the person is in no other (`isAlone`). */
export function provingIn(
  { tenantId, isAlone }: { readonly tenantId: string; readonly isAlone: boolean },
  passkeys: readonly StoredPasskey[],
): StoredPasskey[] {
  return passkeysIn(tenantId, passkeys).filter((one) => isAlone || one.setInTenant === null)
}
