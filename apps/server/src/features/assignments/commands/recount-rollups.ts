import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { countedDueDayOf, noVersion } from '../queries.ts'
import { activityFigureColumns, activityFigures, byVersion, counted, figureColumns, figures } from './fold-deltas.ts'

/** Rows of each rollup that differ from a count of the assignments, once the deltas that wait are added. */
export interface RollupDifferences {
  readonly courses: number
  readonly learners: number
  readonly days: number
  readonly learnerDays: number
  readonly availability: number
  readonly versions: number
  readonly activities: number
}

/** Ten minutes: a tenant of 100,000 people has some millions of assignments. */
const patience = { statementTimeout: 600_000 }

/** Compares the rollups with a count. One statement, so that it looks at one moment, with folding going on or not. */
export async function compareRollups(tx: ReadTx): Promise<RollupDifferences> {
  const { rows } = await sql<RollupDifferences>`
    with truth as materialized (${counted(sql`(${assignmentsAsDeltas})`)}),
    waiting as materialized (${counted(sql`progress_deltas`)}),
    document_truth as (select document_id as key, ${figures} from truth group by 1),
    document_kept as (select key, ${summed} from (
      select document_id as key, ${columns} from document_rollups union all select document_id, ${figures} from waiting group by 1) kept group by 1),
    learner_truth as (select user_id as key, ${figures}, max(last_activity_at) as last_activity_at from truth where is_course group by 1),
    learner_kept as (select key, ${summed}, max(last_activity_at) as last_activity_at from (
      select user_id as key, ${columns}, last_activity_at from learner_rollups
      union all select user_id, ${figures}, max(last_activity_at) from waiting where is_course group by 1) kept group by 1),
    day_truth as (select document_id as key, due_day, sum(sign) as open from truth where due_day is not null group by 1, 2),
    day_kept as (select key, due_day, sum(open) as open from (
      select document_id as key, due_day, open from due_rollups
      union all select document_id, due_day, sign from waiting where due_day is not null) kept group by 1, 2),
    learner_day_truth as (select user_id as key, due_day, sum(sign) as open from truth where due_day is not null and is_course group by 1, 2),
    learner_day_kept as (select key, due_day, sum(open) as open from (
      select user_id as key, due_day, open from learner_due_rollups
      union all select user_id, due_day, sign from waiting where due_day is not null and is_course) kept group by 1, 2),
    availability_truth as (select document_id as key, ${availability} from truth group by 1),
    availability_kept as (select key, sum(required) as required, sum(optional) as optional from (
      select id as key, required_count as required, optional_count as optional from documents
      union all select document_id, ${availability} from waiting group by 1) kept group by 1),
    version_truth as (${byVersion(sql`truth`)}),
    version_kept as (select document_id, version_id, sum(assigned) as assigned from (
      select document_id, version_id, assigned from version_rollups union all (${byVersion(sql`waiting`)})) kept group by 1, 2),
    activity_truth as (select ${activityKey}, ${activityFigures} from (${activitiesAsDeltas}) did group by ${activityKey}),
    activity_kept as (select ${activityKey}, ${summedActivities} from (
      select ${activityKey}, ${activityColumns} from activity_rollups
      union all select ${activityKey}, ${activityFigures} from activity_deltas group by ${activityKey}) kept group by ${activityKey})
    select
      (select count(*)::int from document_truth t full join document_kept k using (key) where ${differ(figureColumns)}) as courses,
      (select count(*)::int from learner_truth t full join learner_kept k using (key)
        where ${differ(figureColumns)} or t.last_activity_at is distinct from k.last_activity_at) as learners,
      (select count(*)::int from day_truth t full join day_kept k using (key, due_day) where ${differ(['open'])}) as days,
      (select count(*)::int from learner_day_truth t full join learner_day_kept k using (key, due_day) where ${differ(['open'])}) as learner_days,
      (select count(*)::int from availability_truth t full join availability_kept k using (key) where ${differ(['required', 'optional'])}) as availability,
      (select count(*)::int from version_truth t full join version_kept k using (document_id, version_id) where ${differ(['assigned'])}) as versions,
      (select count(*)::int from activity_truth t full join activity_kept k using (document_id, version_id, activity_id)
        where ${differ(activityFigureColumns)}) as activities`.execute(tx)
  return rows[0] as RollupDifferences
}

/** Deltas only ever raise the last activity: of people whose work passed to somebody else it is looked up anew. */
export async function recountLastActivity(tx: WriteTx, userIds: readonly string[]): Promise<void> {
  await sql`insert into rollup_marks (name, folded_at) values ('progress', 'epoch') on conflict do nothing`.execute(tx)
  // No folder moves deltas meanwhile.
  await sql`select 1 from rollup_marks where name = 'progress' for update`.execute(tx)
  await sql`
    update progress_deltas set last_activity_at = null where user_id = any (${[...userIds]}::uuid[]) and last_activity_at is not null`.execute(
    tx,
  )
  await sql`
    insert into learner_rollups (user_id, last_activity_at)
    select person.id, (
      select max(a.last_activity_at) from assignments a join documents d on d.id = a.document_id
      where a.user_id = person.id and a.document_type = 'course' and not d.is_bundle)
    from unnest(${[...userIds].sort()}::uuid[]) person(id)
    on conflict (tenant_id, user_id) do update set last_activity_at = excluded.last_activity_at`.execute(tx)
}

/** Builds a tenant's rollups anew from its assignments; deltas that wait are in the count and are thrown away. */
export async function recountRollups(services: Services, tenantId: TenantId): Promise<void> {
  await services.db.tenant(tenantId).write(async (tx) => {
    const now = services.clock.now()
    await sql`insert into rollup_marks (name, folded_at) values ('progress', 'epoch') on conflict do nothing`.execute(
      tx,
    )
    await sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(tx)
    // No folder moves deltas meanwhile; the statement after it sees assignments and deltas of one moment.
    await sql`select 1 from rollup_marks where name = 'progress' for update`.execute(tx)
    await sql`
      with gone as (delete from progress_deltas),
      gone_activities as (delete from activity_deltas),
      truth as materialized (${counted(sql`(${assignmentsAsDeltas})`)}),
      by_document as (select document_id, ${figures} from truth group by 1),
      put_documents as (
        insert into document_rollups (document_id, ${columns}) select * from by_document
        on conflict (tenant_id, document_id) do update set ${replaced(figureColumns)}
      ),
      drop_documents as (delete from document_rollups r where not exists (select from by_document n where n.document_id = r.document_id)),
      by_learner as (select user_id, ${figures}, max(last_activity_at) as last_activity_at from truth where is_course group by 1),
      put_learners as (
        insert into learner_rollups (user_id, ${columns}, last_activity_at) select * from by_learner
        on conflict (tenant_id, user_id) do update set ${replaced([...figureColumns, 'last_activity_at'])}
      ),
      drop_learners as (delete from learner_rollups r where not exists (select from by_learner n where n.user_id = r.user_id)),
      by_day as (select document_id, due_day, sum(sign)::int as open from truth where due_day is not null group by 1, 2 having sum(sign) <> 0),
      put_days as (
        insert into due_rollups (document_id, due_day, open) select * from by_day
        on conflict (tenant_id, document_id, due_day) do update set ${replaced(['open'])}
      ),
      drop_days as (delete from due_rollups r where not exists (select from by_day n where n.document_id = r.document_id and n.due_day = r.due_day)),
      by_learner_day as (
        select user_id, due_day, sum(sign)::int as open from truth where due_day is not null and is_course group by 1, 2 having sum(sign) <> 0
      ),
      put_learner_days as (
        insert into learner_due_rollups (user_id, due_day, open) select * from by_learner_day
        on conflict (tenant_id, user_id, due_day) do update set ${replaced(['open'])}
      ),
      drop_learner_days as (delete from learner_due_rollups r where not exists (select from by_learner_day n where n.user_id = r.user_id and n.due_day = r.due_day)),
      by_version as (${byVersion(sql`truth`)}),
      put_versions as (
        insert into version_rollups (document_id, version_id, assigned) select * from by_version
        on conflict (tenant_id, document_id, version_id) do update set ${replaced(['assigned'])}
      ),
      drop_versions as (
        delete from version_rollups r where not exists (select from by_version n where n.document_id = r.document_id and n.version_id = r.version_id)
      ),
      by_activity as (select ${activityKey}, ${activityFigures} from (${activitiesAsDeltas}) did group by ${activityKey}),
      put_activities as (
        insert into activity_rollups (${activityKey}, ${activityColumns}) select * from by_activity
        on conflict (tenant_id, document_id, version_id, activity_id) do update set ${replaced(activityFigureColumns)}
      ),
      drop_activities as (
        delete from activity_rollups r where not exists (
          select from by_activity n where n.document_id = r.document_id and n.version_id = r.version_id and n.activity_id = r.activity_id)
      ),
      availability as (select document_id, ${availability} from truth group by 1)
      update documents c set required_count = coalesce(a.required, 0), optional_count = coalesce(a.optional, 0)
      from documents o left join availability a on a.document_id = o.id
      where c.id = o.id and (c.required_count, c.optional_count) is distinct from (coalesce(a.required, 0), coalesce(a.optional, 0))`.execute(
      tx,
    )
    await sql`update rollup_marks set folded_at = ${now} where name = 'progress'`.execute(tx)
  }, patience)
}

/** Once a day for each tenant: proves that the rollups are what a count gives, says so loudly when not, and mends them. */
export async function checkRollupsOfTheDay(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = services.clock.now()
  for (const tenantId of await listOpenTenants(services.db)) {
    if (stopping?.aborted) return
    const tenant = services.db.tenant(tenantId)
    // The first look only starts the clock. Whoever moves the mark does the work, so two processes do not do it twice.
    const isDue = await tenant.write(async (tx) => {
      await sql`insert into rollup_marks (name, folded_at) values ('recount', ${now}) on conflict do nothing`.execute(
        tx,
      )
      const { rows } = await sql`
        update rollup_marks set folded_at = ${now} where name = 'recount' and folded_at <= ${now}::timestamptz - interval '1 day' returning 1`.execute(
        tx,
      )
      return rows.length > 0
    })
    if (!isDue) continue
    const differences = await tenant.read(compareRollups, patience)
    if (Object.values(differences).every((count) => count === 0)) continue
    services.log.error(
      { tenant: tenantId, ...differences },
      'rollups differ from a count of the assignments; counted anew',
    )
    await recountRollups(services, tenantId)
  }
}

// An inactive assignment counts for nothing, but the person's last activity stays what it was.
const assignmentsAsDeltas = sql`
  select document_type, document_id, user_id, coalesce(version_id, ${noVersion}::uuid) as version_id, case when is_active then 1 else 0 end as sign, state, is_optional, ${countedDueDayOf('assignments')} as due_day, progress, score,
    seconds, last_activity_at
  from assignments`

// Only what somebody has counts.
const activitiesAsDeltas = sql`
  select a.document_id, coalesce(a.version_id, ${noVersion}::uuid) as version_id, p.activity_id, 1 as sign, p.state, p.score, p.seconds
  from activity_progress p join assignments a on a.id = p.assignment_id where a.is_active and p.state <> 'notstarted'`

const activityKey = sql.raw('document_id, version_id, activity_id')
const activityColumns = sql.raw(activityFigureColumns.join(', '))
const summedActivities = sql.raw(activityFigureColumns.map((column) => `sum(${column}) as ${column}`).join(', '))

const availability = sql`
  coalesce(sum(sign) filter (where not is_optional), 0)::int as required, coalesce(sum(sign) filter (where is_optional), 0)::int as optional`

const columns = sql.raw(figureColumns.join(', '))
const summed = sql.raw(figureColumns.map((column) => `sum(${column}) as ${column}`).join(', '))

function replaced(names: readonly string[]): RawBuilder<unknown> {
  return sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))
}

/** Rows of `t` and `k` that say different numbers; a missing row says nothing but zeros. */
function differ(names: readonly string[]): RawBuilder<unknown> {
  const of = (alias: string) => names.map((name) => `coalesce(${alias}.${name}, 0)`).join(', ')
  return sql.raw(`(${of('t')}) is distinct from (${of('k')})`)
}
