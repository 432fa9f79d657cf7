import { adminReports } from '@learnt/contract/report-lists'
import { type Actor, isAdmin, isManager } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

interface Subject {
  readonly ownerId: string
  /** Whether the actor was chosen; null: no. */
  readonly receives: boolean | null
}

/** Whoever sees reports sends them and gets them. */
function seesReports(actor: Actor): boolean {
  return isAdmin(actor) || isManager(actor)
}

/** Managers have none of the reports of administrators alone. */
export function maySee(actor: Actor, list: string): boolean {
  return isAdmin(actor) || !adminReports.some(({ views }) => views === list)
}

/** Schedules are their owner's; a receiver knows that there is one, and ends it for themself alone. */
export const schedulePolicy: Policy<Subject, 'change' | 'remove' | 'receive' | 'open'> = {
  change: (actor, schedule) => (schedule.ownerId !== actor.userId ? hidden : seesReports(actor) ? null : forbidden()),
  remove: (actor, schedule) => (schedule.ownerId === actor.userId ? null : hidden),
  receive: (_actor, schedule) => (schedule.receives === null ? hidden : null),
  // The rights of now: the report itself asks again.
  open: (actor, schedule) =>
    schedule.ownerId !== actor.userId && schedule.receives === null ? hidden : seesReports(actor) ? null : forbidden(),
}
