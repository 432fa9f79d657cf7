import { type NewScimToken, scimLimits, scimTokenPrefix } from '@learnt/contract/scim'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'
import { mintTenantId, type TenantId } from '../../../platform/tenant-id.ts'
import { listTeamsOfTenant } from '../../teams/queries.ts'
import { mayMakeFor, scimTokenPolicy } from '../policy.ts'
import { countOpenTokens, findOpenToken, findToken, type OpenToken } from '../queries/tokens.ts'

/** What is stored: neither a session's nor an access token's hash, so that none opens anything in another's place. */
function hashScimToken(token: string): Buffer {
  return hashToken(`scim:${token}`)
}

/** Makes a token; it is answered here and never again. */
export async function createToken(ctx: Ctx, given: NewScimToken): Promise<{ id: string; token: string }> {
  const { actor, now } = ctx
  const [id, token] = [newId(), `${scimTokenPrefix}${actor.tenantId}.${makeToken()}`]
  await ctx.write(async (tx) => {
    const [teams, open] = await Promise.all([listTeamsOfTenant(tx), countOpenTokens(tx, now)])
    if (!mayMakeFor(actor, given.teamId) || !teams.some((team) => team.id === given.teamId))
      throw invalid({ 'body.teamId': 'unknownTeam' })
    if (open >= scimLimits.tokens) throw new ProblemError('wrong-state', { detail: 'reason.scimTokens.tooMany' })
    const expiresAt = given.expiresInDays === 0 ? null : new Date(now.getTime() + given.expiresInDays * 86_400_000)
    await tx
      .insertInto('scimTokens')
      .values({
        id,
        name: given.name,
        teamId: given.teamId,
        scope: given.scope,
        invites: given.invites,
        hash: hashScimToken(token),
        hint: token.slice(-4),
        createdBy: actor.userId,
        createdAt: now,
        expiresAt,
      })
      .execute()
    await audit(ctx, tx, {
      action: 'scimTokens.create',
      subjectType: 'scimToken',
      subjectId: id,
      subjectTitle: given.name,
      after: { name: given.name, scope: given.scope, teamId: given.teamId, invites: given.invites, expiresAt },
    })
  })
  return { id, token }
}

export async function revokeToken(ctx: Ctx, id: string): Promise<void> {
  await ctx.write(async (tx) => {
    const token = await findToken(tx, id)
    authorize(ctx.actor, scimTokenPolicy.revoke, token)
    await tx
      .updateTable('scimTokens')
      .set({ revokedAt: ctx.now, revokedBy: ctx.actor.userId })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .execute()
    await audit(ctx, tx, {
      action: 'scimTokens.revoke',
      subjectType: 'scimToken',
      subjectId: id,
      subjectTitle: token.name,
      before: { name: token.name, teamId: token.teamId },
    })
  })
}

/** The token of a request and the tenant that it names; null: it opens nothing. When it was used is noted once a minute. */
export async function admitToken(
  services: Services,
  authorization: string | undefined,
): Promise<{ token: OpenToken; tenantId: TenantId } | null> {
  const found = /^bearer +(lsc_([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\.[\w-]{43})$/i.exec(authorization ?? '')
  const [, text, named] = found ?? []
  if (text === undefined || named === undefined || named !== named.toLowerCase()) return null
  const tenantId = mintTenantId(named)
  const tenant = services.db.tenant(tenantId)
  const now = services.clock.now()
  const token = await findOpenToken(tenant, hashScimToken(text), now)
  if (token === null) return null
  if (token.lastUsedAt === null || now.getTime() - token.lastUsedAt.getTime() > 60_000)
    await tenant.write((tx) =>
      tx.updateTable('scimTokens').set({ lastUsedAt: now }).where('id', '=', token.id).execute(),
    )
  return { token, tenantId }
}
