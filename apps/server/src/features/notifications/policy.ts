import type { Actor } from '../../platform/actor.ts'
import { hidden, type Rule } from '../../platform/authorize.ts'
import { accountKinds } from '../../platform/notify.ts'

interface NotificationSubject {
  readonly userId: string
  readonly teamId: string | null
  readonly kind: string
}

/** Kinds that the actor may not even see: whoever acts as somebody does not read about that person's account. */
export function unseenKinds(actor: Pick<Actor, 'impersonator'>): readonly string[] {
  return actor.impersonator ? accountKinds : []
}

const own: Rule<NotificationSubject> = (actor, one) =>
  one.userId === actor.userId &&
  (one.teamId === null || one.teamId === actor.teamId) &&
  !unseenKinds(actor).includes(one.kind)
    ? null
    : hidden

/** One's own of the current team and of the whole tenant; anybody else's do not exist. */
export const notificationPolicy = { mark: own, remove: own }
