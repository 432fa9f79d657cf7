import { api } from '@learnt/contract'
import { type Addresses, lookUpProperties, uniqueAttribute } from '@learnt/contract/accounts'
import { isAdmin } from '../../platform/actor.ts'
import { authorize, forbidden } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { publicRoute, type Route, route } from '../../platform/http/route.ts'
import { invalid, ProblemError } from '../../platform/problem.ts'
import { findOwnership, requireFreshProof } from '../../platform/session/fresh-proof.ts'
import { hashToken } from '../../platform/session/token.ts'
import { memberPolicy, refusePerson } from '../members/policy.ts'
import { findMember, listMembershipsOf } from '../members/queries.ts'
import { listUniqueHeadings } from '../sessions/queries.ts'
import { addAddress } from './commands/add-address.ts'
import { makePrimary, removeAddress } from './commands/change-addresses.ts'
import { changePassword } from './commands/change-password.ts'
import { confirmLink, isOwnLink } from './commands/confirm-link.ts'
import { register } from './commands/register.ts'
import { resetPassword } from './commands/reset-password.ts'
import { sendGenericMail, sendRegistrationMail } from './commands/send-mails.ts'
import { requestResetLink } from './commands/send-reset-link.ts'
import { sendVerification } from './commands/send-verification.ts'
import { stateOfLink } from './policy.ts'
import { presentAddresses, presentUserTeam } from './present.ts'
import {
  findAccountLink,
  findOwnAccount,
  findResettable,
  type LookUpColumn,
  listUserTeams,
  readAddresses,
  readOwnAccount,
} from './queries.ts'

export const accountRoutes: Route[] = [
  route(api.accounts.mine, async ({ ctx }) => {
    const { db } = ctx.services
    const { userId, tenantId, teamId } = ctx.actor
    const account = await findOwnAccount(db, userId)
    const resettable = account.email === null ? null : await findResettable(db, account.email, tenantId, teamId)
    return {
      email: account.email ?? '',
      isEmailVerified: account.isEmailVerified,
      hasPassword: account.passwordHash !== null,
      isChosen: account.isChosen,
      canSetByMail: resettable?.userId === userId,
    }
  }),

  // NOTE: not `route`: a request with a key leaves a digest behind, and quick digests of passwords must not exist. Of
  // two identical requests, the second finds another present password.
  publicRoute(api.accounts.changePassword, async ({ ctx, body }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    return { ended: await changePassword(ctx, body) }
  }),

  route(api.accounts.addresses, ({ ctx }) => ctx.read((tx) => present(ctx, tx, ctx.actor.userId))),

  route(api.accounts.addAddress, async ({ ctx, body }) => {
    await requireFreshProof(ctx)
    await addAddress(ctx, body.email)
    return ctx.read((tx) => present(ctx, tx, ctx.actor.userId))
  }),

  route(api.accounts.makePrimary, async ({ ctx, body }) => {
    await requireFreshProof(ctx)
    return ctx.write(async (tx) => {
      await makePrimary(ctx, tx, body.email)
      return present(ctx, tx, ctx.actor.userId)
    })
  }),

  route(api.accounts.removeAddress, async ({ ctx, body }) => {
    await requireFreshProof(ctx)
    return ctx.write(async (tx) => {
      await removeAddress(ctx, tx, ctx.actor.userId, body.email)
      return present(ctx, tx, ctx.actor.userId)
    })
  }),

  route(api.accounts.addressesOf, async ({ ctx, params: { userId } }) => {
    const { isAlone } = await findOwnership(ctx.services.db, userId, ctx.actor.tenantId)
    return ctx.read(async (tx) => {
      authorize(ctx.actor, memberPolicy.read, await findMember(tx, ctx.actor, userId, undefined))
      const isShown = isAlone && refusePerson(ctx.actor, await listMembershipsOf(tx, userId)) === null
      return isShown ? { ...(await present(ctx, tx, userId)), isShown } : { ...hiddenAddresses, isShown }
    })
  }),

  route(api.accounts.removeAddressOf, async ({ ctx, params: { userId }, body }) => {
    const { isAlone } = await findOwnership(ctx.services.db, userId, ctx.actor.tenantId)
    return ctx.write(async (tx) => {
      authorize(ctx.actor, memberPolicy.update, await findMember(tx, ctx.actor, userId, undefined))
      const refusal =
        refusePerson(ctx.actor, await listMembershipsOf(tx, userId)) ?? (isAlone ? null : forbidden('belongsElsewhere'))
      if (refusal) throw new ProblemError('not-allowed', { detail: `reason.${refusal.reason}` })
      await removeAddress(ctx, tx, userId, body.email)
      return { ...(await present(ctx, tx, userId)), isShown: true }
    })
  }),

  route(api.accounts.sendVerification, async ({ ctx }) => ({ email: await sendVerification(ctx) })),

  publicRoute(api.accounts.sendPasswordResetLink, async (call) => {
    await requestResetLink(call, call.body)
    return { sent: true as const }
  }),

  // Before anybody is signed in the look-up happens inside the check of the password (readings).
  publicRoute(api.accounts.findUserTeamsByProperty, async ({ ctx, body }) => {
    if (ctx === null || !isAdmin(ctx.actor) || body.tenantId !== ctx.actor.tenantId) return { data: [] }
    const properties = await attributesOf(ctx, body.property)
    const rows = await ctx.read((tx) => listUserTeams(tx, ctx.actor, properties, body.value))
    return { data: rows.map(presentUserTeam) }
  }),

  route(api.accounts.sendRegistrationEmail, async ({ ctx, body }) => ({
    queued: await sendRegistrationMail(ctx, body),
  })),

  route(api.accounts.sendGenericEmail, async ({ ctx, body }) => ({ queued: await sendGenericMail(ctx, body) })),

  publicRoute(api.accounts.link, async (call) => {
    const { services, params, now } = call
    const link = await findAccountLink(services.db, hashToken(params.code))
    const state = stateOfLink(link, now)
    const opens = state === 'open' && link !== null
    return {
      state,
      kind: link?.kind ?? null,
      email: opens ? link.email : '',
      asksPassword: opens && link.kind !== 'resetPassword' && !(await isOwnLink(call, link)),
    }
  }),

  publicRoute(api.accounts.resetPassword, (call) => resetPassword(call, call.params.code, call.body.password)),

  publicRoute(api.accounts.confirm, (call) => confirmLink(call, call.params.code, call.body.password)),

  publicRoute(api.accounts.register, async (call) => ({ outcome: await register(call, call.body) })),
]

const hiddenAddresses: Addresses = { items: [], systemCreatedEmail: '', can: { add: null } }

async function present({ now }: Ctx, tx: ReadTx, userId: string): Promise<Addresses> {
  const [account, addresses] = await Promise.all([readOwnAccount(tx, userId), readAddresses(tx, userId, now)])
  return presentAddresses(userId, account, addresses)
}

/** The columns that a look-up reads: the named one, or those by which the tenant's HR feed tells people apart. */
async function attributesOf(ctx: Ctx, property: string): Promise<LookUpColumn[]> {
  if (property === uniqueAttribute) {
    const headings = await listUniqueHeadings(ctx.services.db, ctx.actor.tenantId)
    if (headings.length > 0) return headings
    const complaint = { path: 'body.property', message: 'signIn.noUniqueHeading', code: 'noUniqueHeading' }
    throw new ProblemError('invalid-input', { errors: [complaint] })
  }
  const known = lookUpProperties.find((one) => one === property)
  if (!known) throw invalid({ 'body.property': 'unknownAttribute' })
  return [known]
}
