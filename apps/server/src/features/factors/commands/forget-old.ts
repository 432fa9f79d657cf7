import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'

/** Forgets steps and challenges that are over, and authenticator apps that were never confirmed. */
export async function forgetOldFactors({ db, clock }: Services): Promise<void> {
  await db.control((tx) => sql`select control.forget_old_factors(${clock.now()})`.execute(tx))
}
