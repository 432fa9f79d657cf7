import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'

/** Forgets what signing in leaves behind: old counts, sessions that ended a month ago, devices unseen for half a year. */
export async function forgetOldSignIns({ db, clock }: Services): Promise<void> {
  await db.control((tx) => sql`select control.forget_old_sign_ins(${clock.now()})`.execute(tx))
}

export async function forgetOldHandOvers({ db, clock }: Services): Promise<void> {
  await db.control((tx) => sql`select control.forget_old_hand_overs(${clock.now()})`.execute(tx))
}
