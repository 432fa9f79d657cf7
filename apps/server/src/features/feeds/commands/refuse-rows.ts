import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import { errorOf } from '../../imports/queries/row-error.ts'

/** Refuses rows of people whose manager the file does not bring after all. */
export async function refuseFollowers(tx: WriteTx, runId: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ more: boolean }>`
      with gone as materialized (
        select to_jsonb(user_id::text) as id, person from feed_rows where run_id = ${runId} and outcome = 'rejected' and membership_id is null
      ),
      said as materialized (
        select r.place, manager from feed_rows r, jsonb_array_elements(r.fields -> 'managers') manager
        where r.run_id = ${runId} and r.outcome in ('create', 'update') and r.managers <> '{}' and exists (select from gone)
      ),
      wrong as (select s.place, min(g.person) as person from said s join gone g on g.id = s.manager group by s.place),
      refused as (
        update feed_rows f set outcome = 'rejected', errors = f.errors || ${errorOf('managerRejected', 'managers', sql`w.person`)}
        from wrong w where f.run_id = ${runId} and f.place = w.place returning 1
      )
      select exists (select from refused) as more`.execute(tx)
    if (!rows[0]?.more) return
  }
}
