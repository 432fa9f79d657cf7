import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { stageFile } from '../../feeds/commands/stage-rows.ts'
import type { BulkRun } from '../queries/bulk-runs.ts'
import { rowReader, type StagedCompletion } from '../read-row.ts'

/** Reads the file of a run into `feed_rows`, anew. Nothing else is changed. Answers how many rows it has. */
export async function stageCompletions(ctx: Ctx, run: BulkRun, progress: ReportProgress): Promise<number> {
  return stageFile(ctx, run, {
    reader: rowReader({ mapping: run.mapping, options: run.options }),
    insert: (before, rows) => insertRows(ctx, run.id, before, rows),
    progress,
  })
}

/** What a clock showed becomes a moment of the tenant's zone. The noon of today may be yet to come: then it is now. */
async function insertRows(ctx: Ctx, runId: string, before: number, rows: readonly StagedCompletion[]): Promise<void> {
  const told = rows.map((row, at) => ({
    place: before + at + 1,
    line: row.line,
    person: row.person,
    user_id: newPersonId(),
    by_unique: row.keys.unique,
    by_email: row.keys.email,
    by_username: row.keys.username,
    by_employee: row.keys.employeeId,
    fields: row.fields,
    moment: row.moment?.at ?? null,
    is_local: row.moment?.isLocal ?? false,
    is_day: row.moment?.isDay ?? false,
    outcome: row.errors.length > 0 ? 'rejected' : 'update',
    errors: row.errors,
  }))
  await ctx.write((tx) =>
    sql`
      with zone as materialized (select control.zone_of_tenant() as name)
      insert into feed_rows (run_id, place, line, person, user_id, by_unique, by_email, by_username, by_employee, fields, outcome, errors)
      select ${runId}, place, line, person, user_id, by_unique, by_email, by_username, by_employee, fields || jsonb_build_object('at', moment.at), outcome, errors
      from jsonb_to_recordset(${json(told)}) as r (place int, line int, person text, user_id uuid, by_unique text, by_email text, by_username text,
        by_employee text, fields jsonb, moment text, is_local boolean, is_day boolean, outcome text, errors jsonb)
      cross join zone
      cross join lateral (select case when r.is_local then r.moment::timestamp at time zone zone.name else r.moment::timestamptz end as said) said
      cross join lateral (
        select case when r.is_day and said.said > ${ctx.now}::timestamptz
            and (said.said at time zone zone.name)::date = (${ctx.now}::timestamptz at time zone zone.name)::date
          then ${ctx.now}::timestamptz else said.said end as at
      ) moment`.execute(tx),
  )
}
