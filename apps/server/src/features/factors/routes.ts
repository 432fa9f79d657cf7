import { api } from '@learnt/contract'
import type { AnswerOf, Endpoint, HandlerInput } from '@learnt/contract/endpoint'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type PublicCall, publicRoute, type Route, route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import {
  findOnlyTenant,
  findOwnership,
  findProvedUntil,
  requireFreshProof,
} from '../../platform/session/fresh-proof.ts'
import { memberPolicy, refusePerson } from '../members/policy.ts'
import { findMember, listMembershipsOf } from '../members/queries.ts'
import { findTeam } from '../teams/queries.ts'
import {
  addAuthenticator,
  addPasskey,
  beginAuthenticator,
  nameOfAccount,
  renewRecoveryCodes,
} from './commands/add-factor.ts'
import { askForNewPasskey, askForPasskey, hostOf, provingIn, shownIn } from './commands/passkeys.ts'
import { removeAuthenticator, removePasskey, renamePasskey, resetFactors } from './commands/remove-factor.ts'
import { showProof } from './commands/show-proof.ts'
import { hasFactor, isRequiredOf, refuseReset, resetTakes } from './policy.ts'
import { presentFactors } from './present.ts'
import { findAuthenticator, findCredentials, findStanding, findWhereabouts, listPasskeys } from './queries.ts'

export const factorRoutes: Route[] = [
  route(api.factors.mine, async ({ ctx, request }) => {
    const { db } = ctx.services
    const { tenantId, userId } = ctx.actor
    const [standing, authenticator, passkeys, credentials, provedUntil, team, { isAlone }, onlyTenant] =
      await Promise.all([
        findStanding(db, ctx.actor, ctx.now),
        findAuthenticator(db, userId),
        listPasskeys(db, userId),
        findCredentials(db, userId),
        findProvedUntil(ctx),
        ctx.read((tx) => findTeam(tx, ctx.actor.teamId)),
        findOwnership(db, userId, tenantId),
        findOnlyTenant(ctx),
      ])
    return presentFactors({
      standing,
      authenticator,
      passkeys: onlyTenant === null ? passkeys : shownIn(onlyTenant, hostOf({ request }), passkeys),
      host: hostOf({ request }),
      tenantId,
      isAlone,
      isRequired: team !== null && isRequiredOf(team.config, ctx.actor.roles),
      hasPassword: credentials.passwordHash !== null,
      provedUntil,
    })
  }),

  own(api.factors.prove, async (ctx, call) => ({
    provedUntil: await showProof(ctx, call, call.body),
  })),

  own(api.factors.proofPasskey, async (ctx, call) => {
    const { tenantId, userId } = ctx.actor
    const [passkeys, { isAlone }] = await Promise.all([
      listPasskeys(ctx.services.db, userId),
      findOwnership(ctx.services.db, userId, tenantId),
    ])
    const occasion = { purpose: 'prove', userId, browser: browserOf(ctx) } as const
    return askForPasskey(call, occasion, provingIn({ tenantId, isAlone }, passkeys), 'required')
  }),

  own(api.factors.beginAuthenticator, async (ctx) => {
    await requireFreshProof(ctx)
    const [team, person] = await Promise.all([ctx.read((tx) => findTeam(tx, ctx.actor.teamId)), nameOfAccount(ctx)])
    return beginAuthenticator(ctx, {
      userId: ctx.actor.userId,
      issuer: team?.displayName ?? 'Learnt',
      account: person.account,
    })
  }),

  own(api.factors.addAuthenticator, async (ctx, { body }) => {
    return { recoveryCodes: await addAuthenticator(ctx, body.code, await requireFreshProof(ctx)) }
  }),

  own(api.factors.removeAuthenticator, async (ctx) => {
    await removeAuthenticator(ctx, await requireFreshProof(ctx))
    return undefined
  }),

  own(api.factors.newPasskey, async (ctx, call) => {
    const { isOwn } = await requireFreshProof(ctx)
    const { tenantId, userId } = ctx.actor
    const [team, person, known] = await Promise.all([
      ctx.read((tx) => findTeam(tx, ctx.actor.teamId)),
      nameOfAccount(ctx),
      listPasskeys(ctx.services.db, userId),
    ])
    const occasion = { purpose: 'add', userId, browser: browserOf(ctx) } as const
    const onlyTenantId = isOwn ? null : tenantId
    return askForNewPasskey(
      call,
      { ...occasion, onlyTenantId },
      { ...person, teamName: team?.displayName ?? 'Learnt' },
      known.filter((one) => one.setInTenant === onlyTenantId),
    )
  }),

  own(api.factors.addPasskey, async (ctx, call) => {
    const { isOwn } = await requireFreshProof(ctx)
    const occasion = { purpose: 'add', userId: ctx.actor.userId, browser: browserOf(ctx) } as const
    return { recoveryCodes: await addPasskey(ctx, call, occasion, { ...call.body, isOwn }) }
  }),

  own(api.factors.renamePasskey, async (ctx, { params, body }) => {
    await requireFreshProof(ctx)
    await renamePasskey(ctx, params.passkeyId, body.name)
    return undefined
  }),

  own(api.factors.removePasskey, async (ctx, { params }) => {
    await removePasskey(ctx, params.passkeyId, await requireFreshProof(ctx))
    return undefined
  }),

  own(api.factors.makeRecoveryCodes, async (ctx) => {
    await requireFreshProof(ctx)
    if (!hasFactor(await findStanding(ctx.services.db, ctx.actor, ctx.now)))
      throw new ProblemError('wrong-state', { detail: 'factors.nothingToRecover' })
    return { recoveryCodes: await renewRecoveryCodes(ctx) }
  }),

  route(api.factors.ofMember, async ({ ctx, params, query }) => {
    const { member, of, standing } = await loadMember(ctx, params.userId, query.teamId)
    authorize(ctx.actor, memberPolicy.read, member)
    const isTold =
      refusePerson(ctx.actor, of.all) === null && (of.hasBeenHere || ctx.actor.roles.includes('superadmin'))
    return {
      known: isTold
        ? {
            hasAuthenticator: standing.hasAuthenticator,
            passkeys: standing.passkeyHosts.length,
            boundPasskeys: standing.boundPasskeys,
            recoveryCodesLeft: standing.codesLeft,
          }
        : null,
      can: { reset: refuseReset(ctx.actor, member, of)?.reason ?? null },
      resetTakes: resetTakes(ctx.actor, of),
    }
  }),

  route(api.factors.reset, async ({ ctx, params, query }) => {
    const { member, of } = await loadMember(ctx, params.userId, query.teamId)
    authorize(ctx.actor, (actor, one) => refuseReset(actor, one, of), member)
    await resetFactors(ctx, member)
    return undefined
  }),
]

/**
 * An operation on the person's own things, without keyed requests: their digests and stored answers must not contain
 * secrets.
 */
function own<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, call: HandlerInput<E> & PublicCall) => Promise<AnswerOf<E>>,
): Route {
  return publicRoute(endpoint, async (call) => {
    if (call.ctx === null) throw new ProblemError('not-signed-in')
    return handle(call.ctx, call)
  })
}

function browserOf(ctx: Ctx): string {
  return ctx.actor.sessionId ?? ''
}

async function loadMember(ctx: Ctx, userId: string, teamId: string | undefined) {
  const { tenantId } = ctx.actor
  const [[member, all, where], standing] = await Promise.all([
    ctx.read((tx) =>
      Promise.all([
        findMember(tx, ctx.actor, userId, teamId),
        listMembershipsOf(tx, userId),
        findWhereabouts(tx, userId),
      ]),
    ),
    findStanding(ctx.services.db, { userId, tenantId }, ctx.now),
  ])
  return { member, standing, of: { all, ...where, boundPasskeys: standing.boundPasskeys } }
}
