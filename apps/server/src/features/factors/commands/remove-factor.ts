import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { listPasskeys } from '../queries.ts'
import { endOthers, tellElsewhere } from './end-others.ts'
import { tellAboutFactors } from './tell-person.ts'

/** Takes the authenticator app away; devices that stood for the second factor do so no longer. */
export async function removeAuthenticator(ctx: Ctx, { isOwn }: { readonly isOwn: boolean }): Promise<void> {
  const elsewhere = await ctx.write(async (tx) => {
    const { rows } = await sql<{
      removed: boolean
    }>`select control.remove_authenticator(${ctx.actor.userId}) as removed`.execute(tx)
    if (!rows[0]?.removed) throw notFound()
    await audit(ctx, tx, { action: 'factors.removeAuthenticator', subjectType: 'user', subjectId: ctx.actor.userId })
    await tellAboutFactors(ctx, tx, 'authenticatorRemoved')
    return endOthers(ctx, tx, { onlyHere: !isOwn })
  })
  await tellElsewhere(ctx, elsewhere)
}

export async function removePasskey(
  ctx: Ctx,
  passkeyId: string,
  { isOwn }: { readonly isOwn: boolean },
): Promise<void> {
  const { userId } = ctx.actor
  const passkey = (await listPasskeys(ctx.services.db, userId)).find((one) => one.id === passkeyId)
  if (!passkey) throw notFound()
  const elsewhere = await ctx.write(async (tx) => {
    const { rows } = await sql<{
      removed: boolean
    }>`select control.remove_passkey(${userId}, ${passkeyId}) as removed`.execute(tx)
    if (!rows[0]?.removed) throw notFound()
    await audit(ctx, tx, {
      action: 'factors.removePasskey',
      subjectType: 'user',
      subjectId: userId,
      before: { name: passkey.name, host: passkey.host },
    })
    await tellAboutFactors(ctx, tx, 'passkeyRemoved', { passkey: passkey.name })
    return endOthers(ctx, tx, { onlyHere: !isOwn || passkey.setInTenant === ctx.actor.tenantId })
  })
  await tellElsewhere(ctx, elsewhere)
}

export async function renamePasskey(ctx: Ctx, passkeyId: string, name: string): Promise<void> {
  await ctx.write(async (tx) => {
    const { rows } = await sql<{
      renamed: boolean
    }>`select control.rename_passkey(${ctx.actor.userId}, ${passkeyId}, ${name}) as renamed`.execute(tx)
    if (!rows[0]?.renamed) throw notFound()
  })
}

/** Takes the factors of somebody away who has lost them: all, or those that are the tenant's. */
export async function resetFactors(
  ctx: Ctx,
  member: { userId: string; teamId: string; firstName: string; email: string },
): Promise<void> {
  const anywhere = ctx.actor.roles.includes('superadmin')
  const { userId } = member
  const elsewhere = await ctx.write(async (tx) => {
    const { rows } = await sql<{
      reset: 'all' | 'bound' | null
    }>`select control.reset_factors(${member.userId}, ${anywhere}) as reset`.execute(tx)
    // Somebody took the person into another tenant meanwhile.
    const reset = rows[0]?.reset ?? null
    if (reset === null) throw new ProblemError('not-allowed', { detail: 'reason.belongsElsewhere' })
    await audit(ctx, tx, {
      action: 'factors.reset',
      subjectType: 'membership',
      subjectId: `${member.userId}:${member.teamId}`,
      after: { reset },
    })
    await tellAboutFactors(ctx, tx, reset === 'all' ? 'factorsReset' : 'passkeysReset', {}, member)
    return endOthers(ctx, tx, { userId, onlyHere: reset !== 'all' })
  })
  await tellElsewhere(ctx, elsewhere, userId)
}
