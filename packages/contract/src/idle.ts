// Values and plain functions of the idle session without schemas: pages load them before they load zod.

export interface SessionConfig {
  persistUserSession: boolean
  checkUserInactivity: boolean
  expireSessionAfter: number
  unit: IdleUnit
}

export const idleUnits = ['minutes', 'hours', 'days'] as const
export type IdleUnit = (typeof idleUnits)[number]

/** A timeout is 30 days at most: as long as the longest session. */
export const longestIdle: Record<IdleUnit, number> = { minutes: 43_200, hours: 720, days: 30 }

const milliseconds: Record<IdleUnit, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

/** Asks the person after this time without activity, and signs them out after as long again. Null: never. */
export function idleTimeoutMs(config: SessionConfig): number | null {
  if (!config.checkUserInactivity) return null
  return Math.min(config.expireSessionAfter, longestIdle[config.unit]) * milliseconds[config.unit]
}

/** How often a page that is in use says so to the server, which waits for as long beyond the second timeout. */
export function idleTellEveryMs(timeoutMs: number): number {
  return Math.min(timeoutMs / 4, 300_000)
}
