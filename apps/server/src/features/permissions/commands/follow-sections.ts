import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts'
import { recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { giveSteps } from './give-steps.ts'

/** Pathways under way of which a section is required of some people only. */
interface Divided {
  readonly documentId: string
  readonly userIds: string[]
  readonly assignmentIds: string[]
}

/** Of some people, those that ask for one of these audiences `a`. */
export async function listDivided(
  tx: ReadTx,
  userIds: readonly string[],
  audiences: RawBuilder<boolean>,
): Promise<Divided[]> {
  const { rows } = await sql<Divided>`
    select p.document_id, array_agg(p.user_id::text) as user_ids, array_agg(p.id::text) as assignment_ids
    from assignments p join documents d on d.id = p.document_id
    where p.user_id = any(${userIds}::uuid[]) and p.document_type = 'pathway' and p.is_active and p.state not in ('completed', 'passed')
      and exists (
        select from document_sections x join audiences a on a.id = x.audience_id
        where x.version_id = coalesce(p.version_id, d.published_version_id) and ${audiences})
    group by p.document_id order by p.document_id`.execute(tx)
  return rows
}

/** Those people may have come to an audience or left it: their steps are required and locked by what they belong to now. */
export async function followSections(ctx: Ctx, tx: WriteTx, divided: readonly Divided[]): Promise<void> {
  for (const { documentId, userIds, assignmentIds } of divided) {
    await giveSteps(ctx, tx, documentId, (userId) => sql`${userId} = any(${userIds}::uuid[])`)
    await recomputeContainers(ctx, tx, assignmentIds)
  }
}
