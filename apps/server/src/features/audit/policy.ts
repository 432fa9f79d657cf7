import type { Actor } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** The chain covers the whole tenant: a reader of one team's part of the log learns nothing about the rest. */
export const chainPolicy = {
  read: ({ wholeTenant }: Actor) => (wholeTenant ? null : forbidden('audit.wholeTenant')),
  verify: ({ wholeTenant }: Actor) => (wholeTenant ? null : forbidden('audit.wholeTenant')),
} satisfies Policy<object>
