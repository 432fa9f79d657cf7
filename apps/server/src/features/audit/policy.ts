import type { Actor } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** The chain is that of the whole tenant: whoever sees a team's part of the log learns nothing of the rest. */
export const chainPolicy = {
  read: ({ wholeTenant }: Actor) => (wholeTenant ? null : forbidden('audit.wholeTenant')),
  verify: ({ wholeTenant }: Actor) => (wholeTenant ? null : forbidden('audit.wholeTenant')),
} satisfies Policy<object>
