import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/problem.ts'
import type { OwnIdentity } from '../queries.ts'
import { readBrowser } from './browser.ts'

/** Links the identity that waits in this browser, if it is the signed-in person's; null when there is none. */
export async function linkWaiting(ctx: Ctx, request: PublicCall['request']) {
  const browser = readBrowser({ request, services: ctx.services })
  if (browser === null) return null
  return ctx.write(async (tx) => {
    const { rows } = await sql<Pick<OwnIdentity, 'providerId' | 'name' | 'kind'>>`
      select * from control.link_pending_identity(${browser}, ${newId()}, ${ctx.actor.userId}, ${ctx.now})`.execute(tx)
    const linked = rows[0]
    if (!linked) return null
    await audit(ctx, tx, {
      action: 'providers.link',
      subjectType: 'user',
      subjectId: ctx.actor.userId,
      after: { provider: linked.name, by: 'password' },
    })
    return { id: linked.providerId, name: linked.name, kind: linked.kind }
  })
}

/** Takes an identity off the signed-in person's own account. */
export async function unlink(ctx: Ctx, identityId: string): Promise<void> {
  await ctx.write(async (tx) => {
    const { rows } = await sql<{
      unlinked: boolean
    }>`select control.unlink_identity(${identityId}, ${ctx.actor.userId}) as unlinked`.execute(tx)
    if (!rows[0]?.unlinked) throw notFound()
    await audit(ctx, tx, { action: 'providers.unlink', subjectType: 'user', subjectId: ctx.actor.userId })
  })
}
