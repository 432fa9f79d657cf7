import { makeActor, systemUserId } from './actor.ts'
import { type Claims, type Ctx, createContext, type Services } from './context.ts'
import { mintTenantId } from './tenant-id.ts'
import { translatorFor } from './translate.ts'

/**
 * The installation itself at work inside one tenant: the command line, rounds, a tenant that is just being made.
 * `userId`, `name`: the person behind it, for the audit log. `claims`: of the request that asked for it.
 */
export function systemContext(
  services: Services,
  tenantId: string,
  of: { requestId: string; userId?: string; name?: string; claims?: Claims | null },
): Ctx {
  const actor = makeActor({
    userId: of.userId ?? systemUserId,
    teamId: tenantId,
    tenantId: mintTenantId(tenantId),
    roles: ['superadmin'],
    sessionId: null,
    ...(of.name ? { name: of.name } : {}),
  })
  return createContext({
    actor,
    services,
    requestId: of.requestId,
    locale: 'en',
    t: translatorFor('en'),
    claims: of.claims ?? null,
  })
}
