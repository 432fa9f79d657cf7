import type { accounts } from '@learnt/contract/accounts'
import type { AnswerOf } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import { z } from 'zod'
import { track } from '../../../platform/analytics.ts'
import { audit } from '../../../platform/audit.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { findProof } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, returnAttempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { verifyPassword } from '../../../platform/session/password.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { asComplaint } from '../../members/commands/keep-in-step.ts'
import { findTeam } from '../../teams/queries.ts'
import { refuseRegistration, stateOfLink } from '../policy.ts'
import { type AccountLink, findAccountLink, findOwnAccount } from '../queries.ts'
import { takeAddress } from './add-address.ts'
import { addRegistered } from './add-registered.ts'
import { closedLink, refuseBlocked } from './refuse.ts'
import { contextOfLink } from './reset-password.ts'

type Reply = AnswerOf<typeof accounts.confirm>

const Stored = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  knownUserId: z.string().nullable(),
})

/**
 * Uses up a link that proves an address. A registration's link also makes the account; a further address's link adds
 * it. The account's password shows that the person who reads the mails also typed the address.
 */
export async function confirmLink(call: PublicCall, code: string, password: string): Promise<Reply> {
  const { services, now } = call
  const codeHash = hashToken(code)
  const link = await findAccountLink(services.db, codeHash)
  const state = link === null || link.kind === 'resetPassword' ? 'unknown' : stateOfLink(link, now)
  if (state !== 'open' || link === null) throw closedLink(state === 'open' ? 'unknown' : state)
  const complete = link.kind === 'register' ? completeRegistration : proveAddress
  return complete(call, link, codeHash, password)
}

/**
 * Whether the browser is signed in as the person whose address the link proves, by something that the account has. A
 * provider's word is enough only where the account has no password: whose that is would be proved along with the address.
 */
export async function isOwnLink(
  { ctx, services }: Pick<PublicCall, 'ctx' | 'services'>,
  { userId }: Pick<AccountLink, 'userId'>,
): Promise<boolean> {
  if (ctx === null || userId === null || ctx.actor.userId !== userId || ctx.actor.impersonator) return false
  const [proof, { passwordHash }] = await Promise.all([
    findProof(services.db, ctx.actor.sessionId ?? '', userId),
    findOwnAccount(services.db, userId),
  ])
  return passwordHash === null || proof?.isBound === false
}

async function proveAddress(call: PublicCall, link: AccountLink, codeHash: Buffer, password: string): Promise<Reply> {
  const ctx = contextOfLink(call, link)
  const attempt = (await isOwnLink(call, link)) ? null : await checkOwnPassword(call, link, ctx.actor.userId, password)
  return ctx.write(async (tx) => {
    if (attempt) await returnAttempt(tx, attempt)
    await useUp(tx, codeHash, ctx.now)
    if (link.kind === 'addEmail') {
      await takeAddress(ctx, tx, link.email)
      return { kind: link.kind, email: link.email, firstName: '', passwordOpens: true }
    }
    const { rows } = await sql<{
      isTheirs: boolean
    }>`select control.prove_address(${link.userId}, ${link.email}, ${ctx.now}) as is_theirs`.execute(tx)
    // The address was changed after the mail went out.
    if (!rows[0]?.isTheirs) throw closedLink('expired')
    const [person] = await Promise.all([
      tx
        .selectFrom('memberships')
        .select('shownFirstName as firstName')
        .where('id', '=', ctx.actor.membershipId)
        .executeTakeFirst(),
      audit(ctx, tx, {
        action: 'accounts.verifyEmail',
        subjectType: 'user',
        subjectId: ctx.actor.userId,
        after: { email: link.email },
      }),
    ])
    return { kind: link.kind, email: link.email, firstName: person?.firstName ?? '', passwordOpens: true }
  })
}

async function completeRegistration(
  call: PublicCall,
  link: AccountLink,
  codeHash: Buffer,
  password: string,
): Promise<Reply> {
  const registration = Stored.parse(link.details)
  const { knownUserId: userId, passwordHash } = registration
  const attempt = await checkPassword(call, link, { userId, password, passwordHash })
  const ctx = contextOfLink(call, link, registration.knownUserId ?? newPersonId())
  const team = await ctx.read((tx) => findTeam(tx, link.teamId))
  if (team === null) throw closedLink('expired')
  const refusal = refuseRegistration(team)
  if (refusal) throw new ProblemError('wrong-state', { detail: `reason.${refusal.reason}` })
  const { passwordOpens } = await ctx
    .write(async (tx) => {
      await returnAttempt(tx, attempt)
      await useUp(tx, codeHash, ctx.now)
      const added = await addRegistered(ctx, tx, registration, { isAddressProved: true, isSignedIn: false })
      await sql`select control.prove_address(${ctx.actor.userId}, ${link.email}, ${ctx.now})`.execute(tx)
      return added
    })
    .catch(async (error: unknown) => {
      const complaint = asComplaint(error)
      if (!(complaint instanceof ProblemError)) throw error
      const reason = complaint.errors?.[0]?.code ?? complaint.code
      await track(call.services, team, { name: 'register-error', properties: { reason } })
      // Somebody has become this address's person in the meantime.
      throw reason === 'emailTaken' ? new ProblemError('conflict', { detail: 'validation.emailTaken' }) : complaint
    })
  await track(call.services, team, { name: 'register', userId: ctx.actor.userId })
  return { kind: link.kind, email: link.email, firstName: registration.firstName, passwordOpens }
}

async function checkOwnPassword(call: PublicCall, link: AccountLink, userId: string, password: string) {
  const { passwordHash } = await findOwnAccount(call.services.db, userId)
  if (passwordHash === null) throw new ProblemError('not-allowed', { detail: 'reason.confirmSignedIn' })
  return checkPassword(call, link, { userId, password, passwordHash })
}

/** Counted as where people sign in. */
async function checkPassword(
  { services, request, now }: PublicCall,
  link: AccountLink,
  of: { userId: string | null; password: string; passwordHash: string },
): Promise<Attempt> {
  const { email: typed, tenantId } = link
  const attempt: Attempt = { userId: of.userId, typed, tenantId, address: request.ip, knownDevice: null }
  refuseBlocked(await takeAttempt(services.db, attempt, now), now, 'body.password', 'signIn.blocked')
  if (!(await verifyPassword(of.password, of.passwordHash))) throw invalid({ 'body.password': 'wrongPassword' })
  return attempt
}

async function useUp(tx: WriteTx, codeHash: Buffer, now: Date): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`select control.use_account_link(${codeHash}, ${now}) as used`.execute(
    tx,
  )
  if (!rows[0]?.used) throw closedLink('used')
}
