import type { Services } from '../../../platform/context.ts'
import { eraseAgainHourly } from './erasure-list.ts'
import { runErasures } from './run-erasures.ts'

/** The regular run: erases people of the list who are back in a restored database, then all confirmed ones. */
export async function eraseAsOwner(services: Services, adminUrl: string): Promise<void> {
  await eraseAgainHourly(services, adminUrl)
  await runErasures(services, adminUrl)
}
