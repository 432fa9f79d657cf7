import { undoDays } from '@learnt/contract/merges'
import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'

/** What is kept for the undo alone is forgotten with it: of a merge that it was, and when, stays. */
export async function forgetMerges(services: Services, stopping: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    if (stopping.aborted) return
    const ctx = systemContext(services, id, { requestId: 'merges.forget' })
    await ctx.write((tx) =>
      sql`delete from person_merge_rows where merge_id in (
        select id from person_merges where made_at < ${ctx.now}::timestamptz - make_interval(days => ${undoDays}) or undone_at is not null)`.execute(
        tx,
      ),
    )
  }
}
