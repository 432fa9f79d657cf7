import type { HandlerInput, Presented } from '@learnt/contract/endpoint'
import type { FactorKind, FactorStep, factors, PasskeyCreation, PasskeyRequest } from '@learnt/contract/factors'
import type { Me } from '@learnt/contract/session'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import type { Attempt } from '../../../platform/session/lock-out.ts'
import { hashToken, makeCookie, readCookie, stepCookieName } from '../../../platform/session/token.ts'
import { addAuthenticator, addPasskey, beginAuthenticator, nameOfAccount } from '../../factors/commands/add-factor.ts'
import { checkAnswer } from '../../factors/commands/check-answer.ts'
import { askForNewPasskey, askForPasskey, hostOf, passkeysIn } from '../../factors/commands/passkeys.ts'
import { tellAboutFactors } from '../../factors/commands/tell-person.ts'
import { hasFactor } from '../../factors/policy.ts'
import { findStanding, listPasskeys } from '../../factors/queries.ts'
import { findTeam, findTeamOfPage } from '../../teams/queries.ts'
import { findOpenStep, type OpenStep } from '../queries.ts'
import { contextOfStep } from './begin-step.ts'
import { enter, type Proof } from './enter.ts'
import { readDevice } from './open-session.ts'
import { findSetUp, takeFactorAttempt } from './owed-factor.ts'

/** Wrong answers after which the first proof has to be shown again. */
const mostTries = 5
/** So long a device may stand for the second factor. */
const trustMs = 30 * 86_400_000

const Shown = z.object({
  method: z.custom<Proof['method']>((value) => typeof value === 'string'),
  onlyTenantId: z.string().nullable(),
  wantsToPersist: z.boolean(),
  there: z
    .object({ providerId: z.string(), subject: z.string(), sid: z.string(), hint: z.string() })
    .nullable()
    .default(null),
  provedAt: z.string().nullable().default(null),
  provedBy: z.enum(['own', 'bound', 'word']).nullable().default(null),
  password: z.base64().nullable().default(null),
})

interface Step extends OpenStep {
  readonly tokenHash: Buffer
  readonly deviceHash: Buffer
  /** What a passkey's challenge is bound to. */
  readonly browser: string
}

/** How the step of this browser can be answered. */
export async function describeStep(call: PublicCall): Promise<Presented<typeof FactorStep>> {
  const step = await loadStep(call)
  const [standing, { isOwn, isAlone }] = await Promise.all([
    findStanding(call.services.db, step, call.now),
    setUpOf(call, step),
  ])
  const host = hostOf(call)
  const methods: FactorStep['methods'] = []
  if (standing.hasAuthenticator) methods.push('authenticator')
  if (standing.passkeyHosts.includes(host)) methods.push('passkey')
  if (standing.codesLeft > 0) methods.push('recoveryCode')
  return {
    methods,
    mustSetUp: !hasFactor(standing),
    setUpBy: isOwn || isAlone ? ['authenticator', 'passkey'] : ['passkey'],
    remembersPasskey: standing.passkeyHosts.length > standing.boundPasskeys,
    passkeyHosts: [...new Set(standing.passkeyHosts)].filter((one) => one !== host),
    triesLeft: Math.max(0, mostTries - step.tries),
    expiresAt: step.expiresAt,
  }
}

export async function askStepPasskey(call: PublicCall): Promise<PasskeyRequest> {
  const step = await loadStep(call)
  const passkeys = await listPasskeys(call.services.db, step.userId)
  const occasion = { purpose: 'step', userId: step.userId, browser: step.browser } as const
  return askForPasskey(call, occasion, passkeysIn(step.tenantId, passkeys), 'preferred')
}

/** Answers the step: a right answer opens the session, once. */
export async function finishStep(
  call: PublicCall,
  body: HandlerInput<typeof factors.finishStep>['body'],
): Promise<Presented<typeof Me>> {
  const step = await loadStep(call)
  const path = 'code' in body ? 'body.code' : 'recoveryCode' in body ? 'body.recoveryCode' : 'body.passkey'
  const { rows } = await call.services.db.control((tx) =>
    sql<{ counted: boolean }>`
      select control.try_step(${step.tokenHash}, ${step.deviceHash}, ${mostTries}, ${call.now}) as counted`.execute(tx),
  )
  if (!rows[0]?.counted) throw over(call)
  const attempt = await takeFactorAttempt(call, { ...step, complainAt: path })
  const shown = await checkAnswer(call, step, body)
  if (shown === null) {
    call.services.log.info(
      { requestId: call.request.id, tenant: step.tenantId, userId: step.userId, address: call.request.ip },
      'second factor refused',
    )
    throw invalid({ [path]: path === 'body.passkey' ? 'wrongPasskey' : 'wrongCode' })
  }
  const { factor, isBound } = shown
  await call.services.db.control((tx) => useStep(call, step, tx))
  return complete(call, step, {
    factor,
    isBound,
    attempt,
    complainAt: path,
    also: async (tx, ctx) => {
      // A device is remembered for all tenants.
      if (body.rememberDevice && !isBound) {
        const until = new Date(call.now.getTime() + trustMs)
        await sql`select control.trust_device(${step.userId}, ${step.deviceHash}, ${call.now}, ${until})`.execute(tx)
      }
      if (factor === 'recoveryCode') {
        await tellAboutFactors(ctx, tx, 'recoveryCodeUsed', { left: await countCodes(ctx, tx) })
      }
    },
  })
}

/** For somebody who has to have a factor and has none: a key for an authenticator app. */
export async function beginStepAuthenticator(call: PublicCall): Promise<{ address: string; key: string }> {
  const { ctx, step, means } = await loadSetUp(call)
  needAuthenticator(means)
  const [team, person] = await Promise.all([ctx.read((tx) => findTeam(tx, step.teamId)), nameOfAccount(ctx)])
  return beginAuthenticator(ctx, {
    userId: step.userId,
    issuer: team?.displayName ?? 'Learnt',
    account: person.account,
  })
}

export async function askStepNewPasskey(call: PublicCall): Promise<PasskeyCreation> {
  const { ctx, step, means } = await loadSetUp(call)
  const [team, person] = await Promise.all([ctx.read((tx) => findTeam(tx, step.teamId)), nameOfAccount(ctx)])
  const onlyTenantId = means.isOwn ? null : step.tenantId
  const occasion = { purpose: 'add', userId: step.userId, browser: step.browser, onlyTenantId } as const
  return askForNewPasskey(call, occasion, { ...person, teamName: team?.displayName ?? 'Learnt' }, [])
}

/** The first factor, confirmed: it is kept, and the sign-in it was asked for goes on. */
export async function setUpStep(
  call: PublicCall,
  body: HandlerInput<typeof factors.setUpStep>['body'],
): Promise<{ me: Presented<typeof Me>; recoveryCodes: string[] | null }> {
  const { ctx, step, means } = await loadSetUp(call)
  if ('code' in body) needAuthenticator(means)
  const once = (tx: WriteTx) => useStep(call, step, tx)
  const occasion = { purpose: 'add', userId: step.userId, browser: step.browser } as const
  const recoveryCodes =
    'code' in body
      ? await addAuthenticator(ctx, body.code, means, once)
      : await addPasskey(ctx, call, occasion, { ...body, ...means }, once)
  const factor = 'code' in body ? ('authenticator' as const) : ('passkey' as const)
  const isBound = factor === 'passkey' && !means.isOwn
  return { me: await complete(call, step, { factor, isBound, complainAt: 'body' }), recoveryCodes }
}

/** Gives up what this browser has begun. */
export async function cancelStep(call: PublicCall): Promise<void> {
  const token = readStep(call)
  if (token !== null)
    await call.services.db.control((tx) => sql`select control.drop_step(${hashToken(token)})`.execute(tx))
  clearStep(call)
}

/** Whether this browser has begun a sign-in; whether it is still open only the step itself says. */
export function awaitsFactor(call: Pick<PublicCall, 'request' | 'services'>): boolean {
  return readStep(call) !== null
}

async function complete(
  call: PublicCall,
  step: Step,
  of: {
    factor: FactorKind
    isBound: boolean
    attempt?: Attempt
    complainAt: string
    also?: NonNullable<Proof['also']>
  },
): Promise<Presented<typeof Me>> {
  const { isBound, ...how } = of
  const { method, wantsToPersist, there, password, ...first } = Shown.parse(step.proof)
  // By a factor that counts in one tenant alone the session opens that one alone; its proof is what the first one was.
  const isHeld = isBound && first.onlyTenantId === null
  const { onlyTenantId, provedAt, provedBy } = isHeld
    ? {
        onlyTenantId: step.tenantId,
        provedAt: first.provedAt ?? call.now.toISOString(),
        provedBy: first.provedBy ?? ('own' as const),
      }
    : first
  clearStep(call)
  const { services, request } = call
  const team = await findTeamOfPage(services.db, services.settings, {
    host: request.hostname,
    team: step.pageTeamId,
  })
  return enter(call, team, {
    userId: step.userId,
    method,
    wantsToPersist,
    ...(onlyTenantId === null ? {} : { onlyTenantId }),
    ...(there === null ? {} : { there }),
    ...(provedAt === null ? {} : { provedAt: new Date(provedAt), provedBy }),
    ...(password === null ? {} : { password: Buffer.from(password, 'base64') }),
    ...how,
  })
}

async function loadSetUp(
  call: PublicCall,
): Promise<{ ctx: Ctx; step: Step; means: Awaited<ReturnType<typeof findSetUp>> }> {
  const step = await loadStep(call)
  // A person who has a factor shows it: a step must not be a way to add another one.
  if (hasFactor(await findStanding(call.services.db, step, call.now)))
    throw new ProblemError('wrong-state', { detail: 'factors.setUpAlready' })
  return { ctx: contextOfStep(call, step), step, means: await setUpOf(call, step) }
}

function setUpOf(call: PublicCall, step: Step): ReturnType<typeof findSetUp> {
  const { onlyTenantId, provedBy } = Shown.parse(step.proof)
  return findSetUp(call.services.db, { userId: step.userId, tenantId: step.tenantId, onlyTenantId, provedBy })
}

/** It would be the person's in tenants that what was shown does not open. */
function needAuthenticator({ isOwn, isAlone }: { isOwn: boolean; isAlone: boolean }): void {
  if (!isOwn && !isAlone) throw new ProblemError('wrong-state', { detail: 'factors.passkeyOnly' })
}

async function loadStep(call: PublicCall): Promise<Step> {
  const token = readStep(call)
  const device = readDevice(call)
  if (token === null || device === null) throw over(call)
  const [tokenHash, deviceHash] = [hashToken(token), hashToken(device)]
  const step = await findOpenStep(call.services.db, tokenHash, deviceHash, call.now)
  if (step === null || step.tries >= mostTries) throw over(call)
  return { ...step, tokenHash, deviceHash, browser: tokenHash.toString('base64url') }
}

async function useStep(call: PublicCall, step: Step, tx: ReadTx): Promise<void> {
  const { rows } = await sql<{
    used: boolean
  }>`select control.use_step(${step.tokenHash}, ${step.deviceHash}, ${call.now}) as used`.execute(tx)
  if (!rows[0]?.used) throw over(call)
}

async function countCodes(ctx: Ctx, tx: WriteTx): Promise<number> {
  const { rows } = await sql<{ codesLeft: number }>`
    select codes_left from control.factor_standing(${ctx.actor.userId}, null, ${ctx.now})`.execute(tx)
  return rows[0]?.codesLeft ?? 0
}

function over(call: PublicCall): ProblemError {
  clearStep(call)
  return new ProblemError('wrong-state', { detail: 'factors.stepOver' })
}

function readStep(call: Pick<PublicCall, 'request' | 'services'>): string | null {
  const token = readCookie(call.request.headers.cookie, stepCookieName(call.services.settings))
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null
}

function clearStep({ reply, services }: PublicCall): void {
  reply.header('set-cookie', makeCookie(services.settings, stepCookieName(services.settings), '', 0))
}
