import { methodOfKind, type ProviderKind } from '@learnt/contract/provider-kinds'
import type { AuthMethod } from '@learnt/contract/session'
import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'
import { acceptsMethod } from '../sessions/policy.ts'

/** Providers vouch for the whole tenant: its own team's administrators and superadministrators manage them. */
export const providerPolicy = {
  manage: (actor, { tenantId }) => {
    if (actor.roles.includes('superadmin')) return null
    if (actor.tenantId !== tenantId) return hidden
    return isAdmin(actor) && actor.wholeTenant ? null : forbidden('providers.wholeTenant')
  },
} satisfies Policy<{ readonly tenantId: string }>

export function methodOf(kind: ProviderKind, embedded = false): AuthMethod {
  return embedded ? 'widget' : methodOfKind[kind]
}

/** Whether anybody could still sign in: by the person's own means, or by a provider that is switched on. */
export function hasWayIn(
  methods: readonly string[],
  providers: readonly { kind: ProviderKind; isEnabled: boolean }[],
): boolean {
  const team = { authMethods: methods }
  if (acceptsMethod(team, 'password') || acceptsMethod(team, 'passkey')) return true
  return providers.some(
    ({ kind, isEnabled }) =>
      isEnabled && (acceptsMethod(team, methodOf(kind)) || (kind === 'okta' && acceptsMethod(team, 'widget'))),
  )
}
