import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import type { Divided } from '../queries/find-standing.ts'
import { giveSteps } from './give-steps.ts'

/** Those people may have come to an audience or left it: their steps are required and locked by what they belong to now. */
export async function followSections(ctx: Ctx, tx: WriteTx, divided: readonly Divided[]): Promise<void> {
  for (const { documentId, userIds, assignmentIds } of divided) {
    await giveSteps(ctx, tx, documentId, (userId) => sql`${userId} = any(${userIds}::uuid[])`)
    await recomputeContainers(ctx, tx, assignmentIds)
  }
}
