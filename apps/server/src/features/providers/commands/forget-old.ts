import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'

/** Forgets ways to providers that are over, assertions that nobody could send again, identities that waited in vain. */
export async function forgetOldFlows({ db, clock }: Services): Promise<void> {
  await db.control((tx) => sql`select control.forget_old_provider_flows(${clock.now()})`.execute(tx))
}
