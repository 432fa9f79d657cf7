import type { extensionRefusals } from '@learnt/contract/extensions'
import type { ProgressState } from '@learnt/contract/states'

/** An assignment whose date is to be extended, as it stands under its lock. */
export interface Extendable {
  readonly state: ProgressState
  readonly isOptional: boolean
  readonly isActive: boolean
  /** The last day in time; with an earlier extension. */
  readonly dueDay: string | null
  /** The same as the sources alone say. */
  readonly ruleDay: string | null
}

/** Why this date cannot be the new one; null: it can. An earlier extension may be shortened, never below the rules' date. */
export function refuseExtension(
  one: Extendable,
  day: string,
): Exclude<(typeof extensionRefusals)[number], 'notFound'> | null {
  if (one.state === 'completed' || one.state === 'passed') return 'done'
  if (!one.isActive || one.isOptional || one.ruleDay === null) return 'noDate'
  return day > one.ruleDay && day !== one.dueDay ? null : 'notLater'
}
