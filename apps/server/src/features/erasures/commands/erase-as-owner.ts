import type { Services } from '../../../platform/context.ts'
import { eraseAgainHourly } from './erasure-list.ts'
import { runErasures } from './run-erasures.ts'

/** What comes round: people of the list whom a restored database has back, then all who are confirmed. */
export async function eraseAsOwner(services: Services, adminUrl: string): Promise<void> {
  await eraseAgainHourly(services, adminUrl)
  await runErasures(services, adminUrl)
}
