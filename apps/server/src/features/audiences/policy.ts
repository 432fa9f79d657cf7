import { isAdmin } from '../../platform/actor.ts'
import { forbidden, type Policy, wrongState } from '../../platform/authorize.ts'

/** Audiences belong to the tenant, as the permissions that name them; whose names an administrator sees is asked with the people. */
export const audiencePolicy = {
  read: (actor) => (isAdmin(actor) ? null : forbidden()),
  update: (actor) => (isAdmin(actor) ? null : forbidden()),
  remove: (actor, audience) =>
    !isAdmin(actor)
      ? forbidden()
      : (audience.uses ?? 0) > 0
        ? wrongState('audienceInUse')
        : (audience.pathways ?? []).length > 0
          ? wrongState('audienceDividesPathways')
          : null,
} satisfies Policy<{
  /** Permissions that name it. */
  readonly uses?: number
  /** Pathways of which it divides a section. */
  readonly pathways?: readonly unknown[]
}>
