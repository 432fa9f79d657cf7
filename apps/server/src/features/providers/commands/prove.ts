import { flowMinutes } from '@learnt/contract/provider-kinds'
import type { Return } from '@learnt/contract/providers'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { findOwnership } from '../../../platform/session/fresh-proof.ts'
import { findCredentials } from '../../factors/queries.ts'
import { type Asserted, findIdentity, listIdentities, listProviders, type StoredProvider } from '../queries.ts'
import { refuseUnvouched } from './admit.ts'

/** What a provider's clock may be off. */
const SKEW_MS = 60_000

/**
 * By what somebody can show afresh who they are. A provider's word counts only where there is nothing of the person's own,
 * and no other tenant: it would else open to the tenant's provider what is the person's in every tenant.
 */
export async function findWaysToProve(ctx: Ctx) {
  const { db } = ctx.services
  const { tenantId, userId, teamId } = ctx.actor
  const [credentials, { isAlone, isBare }, [identities, providers]] = await Promise.all([
    findCredentials(db, userId),
    findOwnership(db, userId, tenantId),
    ctx.read((tx) => Promise.all([listIdentities(tx, userId), listProviders(tx)])),
  ])
  const hasPassword = credentials.passwordHash !== null
  const theirs = providers.filter(
    (one) => one.teamId === teamId && one.isEnabled && identities.some((identity) => identity.providerId === one.id),
  )
  return {
    hasPassword,
    providers: isAlone && isBare ? theirs.map(({ id, name, kind, color }) => ({ id, name, kind, color })) : [],
  }
}

/** The provider says who is there: a fresh proof for the session that set out, if it is its person, who was just asked. */
export async function proveAsserted(ctx: Ctx, provider: StoredProvider, asserted: Asserted): Promise<Return> {
  const { actor, now, services } = ctx
  const [found, ways] = await Promise.all([findIdentity(services.db, provider.id, asserted), findWaysToProve(ctx)])
  const isOwn = found?.isKnown === true && found.userId === actor.userId
  if (!isOwn || !ways.providers.some((one) => one.id === provider.id))
    throw new ProblemError('wrong-state', { detail: 'providers.proofOfOther' })
  await refuseUnvouched(services, provider, actor.userId)
  // One that does not say when counts as it does at a sign-in.
  const isFresh = asserted.shownAt === undefined || asserted.shownAt >= Date.now() - flowMinutes * 60_000 - SKEW_MS
  if (!isFresh) throw new ProblemError('wrong-state', { detail: 'providers.proofNotFresh' })
  await services.db.control((tx) =>
    sql`select control.note_proof(${actor.sessionId}, ${actor.userId}, ${now}, 'word')`.execute(tx),
  )
  return {
    outcome: 'proved',
    provider: { id: provider.id, name: provider.name, kind: provider.kind },
    me: null,
    returnUrl: '',
    known: null,
  }
}
