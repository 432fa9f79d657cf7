import type { accounts } from '@learnt/contract/accounts'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { tidyAddress } from '@learnt/contract/text'
import { track } from '../../../platform/analytics.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { type Attempt, returnAttempt, takeAttempt, takeRequest } from '../../../platform/session/lock-out.ts'
import { hashPassword, verifyPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword } from '../../../platform/session/password-rules.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { tidyPhone } from '../../members/commands/check-personal.ts'
import { asComplaint } from '../../members/commands/keep-in-step.ts'
import { beginStep } from '../../sessions/commands/begin-step.ts'
import { endSessions } from '../../sessions/commands/end-sessions.ts'
import { endFormer } from '../../sessions/commands/leave.ts'
import { openSession } from '../../sessions/commands/open-session.ts'
import { findOwed } from '../../sessions/commands/owed-factor.ts'
import { type PasswordSign, signOf } from '../../sessions/commands/prove-password.ts'
import { belongsToTenant, findAccount, passwordOpens } from '../../sessions/queries.ts'
import { findTeamOfPage, type TeamView } from '../../teams/queries.ts'
import { refuseRegistration } from '../policy.ts'
import { addRegistered, type Registration } from './add-registered.ts'
import { mailLink, makeLink } from './mail-link.ts'
import { refuseBlocked } from './refuse.ts'

type Body = HandlerInput<typeof accounts.register>['body']
export type Outcome = 'signedIn' | 'mailed'

/**
 * Registers a person in the team of the page. Failures are recorded as events. `isForProgram`: the caller signs in by
 * itself afterwards, so no browser gets a session.
 */
export async function register(
  call: PublicCall,
  body: Body,
  { isForProgram = false }: { isForProgram?: boolean } = {},
): Promise<Outcome> {
  const { services, request } = call
  const team = await findTeamOfPage(services.db, services.settings, {
    host: request.hostname,
    team: body.team,
    tenant: body.tenant,
  })
  const refusal = refuseRegistration(team)
  if (refusal) throw new ProblemError('wrong-state', { detail: `reason.${refusal.reason}` })
  try {
    return await registerIn(call, team, body, isForProgram)
  } catch (error) {
    const reason = error instanceof ProblemError ? (error.errors?.[0]?.code ?? error.code) : 'internal'
    await track(services, team, { name: 'register-error', properties: { reason } })
    throw error
  }
}

/**
 * The address decides between three things: a new person, somebody of another tenant who proves it by the password, and
 * an address that is taken. Each takes the same questions and the same computing; what is said differs only where the
 * tenant wants it said. Elsewhere everybody is answered alike, and the mail to that address says which it was.
 */
async function registerIn(call: PublicCall, team: TeamView, body: Body, isForProgram: boolean): Promise<Outcome> {
  const { services, request, now } = call
  const { db } = services
  const email = tidyAddress(body.email)
  refuseWeakPassword(
    team.config.passwordRules,
    body.password,
    [body.firstName, body.lastName, email],
    'body.password',
    call.t,
  )
  if (team.config.showPersonalTermsConditions && !body.personalTermsAndCondition)
    throw invalid({ 'body.personalTermsAndCondition': 'acceptTerms' })
  // The old client has none.
  const phone = body.phone === '' ? '' : await tidyPhone(body.phone)
  if (phone === null) throw invalid({ 'body.phone': 'phone' })
  // NOTE: has a limit of its own: successful sign-ins give attempts back, but each registration sends mails.
  const asked = { what: 'register', tenantId: team.tenantId, account: email, address: request.ip }
  refuseBlocked(await takeRequest(db, asked, now), now, 'body.email', 'accounts.tooManyRegistrations')
  const account = await findAccount(db, email, team.tenantId)
  const userId = account?.userId ?? null
  const attempt: Attempt = {
    userId,
    typed: email,
    tenantId: team.tenantId,
    address: request.ip,
    knownDevice: null,
  }
  refuseBlocked(await takeAttempt(db, attempt, now), now, 'body.email', 'accounts.tooManyRegistrations')
  const [passwordHash, isProved, belongs] = await Promise.all([
    hashPassword(body.password),
    verifyPassword(body.password, account?.passwordHash ?? null),
    belongsToTenant(db, userId, team.tenantId),
  ])
  const is = account === null ? 'new' : isProved && !belongs ? 'known' : 'taken'
  const registration: Registration = {
    firstName: body.firstName,
    lastName: body.lastName,
    phone,
    email,
    passwordHash,
    knownUserId: is === 'known' ? userId : null,
  }
  if (team.config.explicitWording && belongs) throw invalid({ 'body.email': 'emailTaken' })
  // A password that another tenant's administrator chose opens nothing here: the person who reads the mails goes on.
  if (
    team.config.explicitWording &&
    is !== 'taken' &&
    (userId === null || (await passwordOpens(db, userId, team.tenantId)))
  ) {
    const password = account?.passwordHash ? signOf(account.passwordHash) : null
    await registerAtOnce(call, team, registration, { attempt, password, isForProgram })
    await track(services, team, { name: 'register' })
    return 'signedIn'
  }
  await registerByMail(call, team, registration, is === 'taken' && !belongs ? 'elsewhere' : is)
  return 'mailed'
}

async function registerAtOnce(
  call: PublicCall,
  team: TeamView,
  registration: Registration,
  by: { attempt: Attempt; password: PasswordSign | null; isForProgram: boolean },
): Promise<void> {
  const userId = registration.knownUserId ?? newPersonId()
  const { email, knownUserId } = registration
  const { attempt, isForProgram } = by
  // The password that was checked: if it was changed meanwhile, the old one opens nothing.
  const shown = by.password === null ? {} : { password: by.password }
  const keep = async (ctx: Ctx, tx: WriteTx) => {
    await addRegistered(ctx, tx, registration, { isAddressProved: false, isSignedIn: true })
    if (knownUserId === null) {
      await mailLink(ctx, tx, {
        kind: 'verifyEmail',
        words: 'verifyEmail',
        email,
        userId,
        teamId: team.id,
        locale: call.locale,
        reason: 'asked',
      })
    }
    await returnAttempt(tx, attempt)
  }
  const { tenantId, config } = team
  const owed = await findOwed(call, { userId, tenantId: team.tenantId, method: 'password', roles: ['learner'], config })
  if (owed === 'ask' || owed === 'setUp') {
    const chosen = { tenantId, teamId: team.id, roles: ['learner'] }
    const proof = { userId, method: 'password', wantsToPersist: false, ...shown } as const
    await beginStep(call, team, chosen, {
      ...proof,
      also: (tx, ctx) => keep(ctx, tx),
      makesAccount: knownUserId === null,
    }).catch((error: unknown) => {
      throw asComplaint(error)
    })
    throw new ProblemError('second-factor-required')
  }
  const { ctx: made } = await openSession(
    call,
    {
      userId,
      tenantId: team.tenantId,
      teamId: team.id,
      roles: ['learner'],
      provenBy: 'password',
      factor: owed === 'trusted' ? 'device' : null,
      persists: false,
      isForProgram,
      ...shown,
    },
    keep,
  ).catch((error: unknown) => {
    throw asComplaint(error)
  })
  if (!isForProgram) return endFormer(call, made)
  // Nobody was told its token.
  if (made.actor.sessionId) await endSessions(made, [{ id: made.actor.sessionId, tenantId: made.actor.tenantId }])
}

/** Nothing is made yet: the mail's link makes it, and so proves the address. A row is left for each of the four. */
async function registerByMail(
  call: PublicCall,
  team: TeamView,
  registration: Registration,
  is: 'new' | 'known' | 'taken' | 'elsewhere',
): Promise<void> {
  const { services, now } = call
  const ctx = { services, now }
  const isRefused = is === 'taken' || is === 'elsewhere'
  const link = {
    kind: 'register',
    email: registration.email,
    // A known user does not belong to this tenant yet; the details say who they are.
    userId: null,
    teamId: team.id,
    // A person's own account must not be found here, nor what was tried on it.
    details: isRefused ? {} : { ...registration },
  } as const
  await services.db.tenant(mintTenantId(team.tenantId)).write(async (tx) => {
    // The names are whatever somebody typed for an address that may be another's: the mail does not repeat them.
    const mail = { locale: call.locale, reason: 'asked' } as const
    if (!isRefused) {
      await mailLink(ctx, tx, { ...link, words: is === 'new' ? 'completeRegistration' : 'joinTeam', ...mail })
      return
    }
    await makeLink(ctx, tx, link)
    await queueMail(ctx, tx, {
      kind: is === 'taken' ? 'accountExists' : 'accountElsewhere',
      to: registration.email,
      userId: null,
      teamId: team.id,
      path: '/login',
      ...mail,
    })
  })
}
