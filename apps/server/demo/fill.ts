import { sql } from 'kysely'
import { recountRollups } from '../src/features/assignments/commands/recount-rollups.ts'
import { detailsOf, emptyContent } from '../src/features/courses/content.ts'
import { putDirectory } from '../src/features/members/commands/put-directory.ts'
import type { Ctx } from '../src/platform/context.ts'
import { json } from '../src/platform/db/database.ts'
import { systemContext } from '../src/platform/system-context.ts'
import type { Ground, Say } from '../src/start.ts'
import { generateLearners } from './people.ts'
import { idOf } from './seed-content.ts'
import { userIdOf } from './seed-people.ts'
import type { DemoPerson, DemoTenantId } from './shapes.ts'

const BATCH = 5000
const tenantIds: readonly string[] = ['learnt', 'munro', 'stellar']

/** Fills a demonstration tenant with further learners and courses, and assigns each course to some of them. */
export async function fillTenant(
  ground: Ground,
  of: { tenantId: string; people: number; courses: number },
  say: Say,
): Promise<void> {
  if (!tenantIds.includes(of.tenantId))
    throw Object.assign(new Error(`--tenant is one of ${tenantIds.join(', ')}.`), { name: 'CliError' })
  const ctx = systemContext(ground.services, of.tenantId, { requestId: 'fill' })
  const tenantId = of.tenantId as DemoTenantId
  let batch: DemoPerson[] = []
  let done = 0
  const flush = async () => {
    await insertPeople(ctx, batch)
    done += batch.length
    say(`  ${done} people`)
    batch = []
  }
  for (const person of generateLearners(tenantId, of.people, ctx.now)) {
    batch.push(person)
    if (batch.length === BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  for (let number = 1; number <= of.courses; number++) await insertCourse(ctx, number)
  if (of.courses > 0) {
    say(`  ${of.courses} courses`)
    await assignAll(ctx, of.courses)
  }
  await recountRollups(ground.services, ctx.actor.tenantId)
  say('  rollups counted')
}

async function insertPeople(ctx: Ctx, people: readonly DemoPerson[]): Promise<void> {
  const rows = people.map((person) => ({
    user_id: userIdOf(person.key),
    team_id: person.memberships[0].teamId,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    employee_id: person.employeeId,
    position: person.memberships[0].attributes.position,
    loc1: person.memberships[0].attributes.loc1,
    loc2: person.memberships[0].attributes.loc2,
    div1: person.memberships[0].attributes.div1,
    managers: person.memberships[0].managers.map(userIdOf),
  }))
  await ctx.write(
    async (tx) => {
      const list = sql`jsonb_to_recordset(${json(rows)}::jsonb) as x (user_id uuid, team_id text, first_name text, last_name text, email text, employee_id text,
        position text[], loc1 text[], loc2 text[], div1 text[], managers text[])`
      await sql`select control.find_or_create_user(user_id, email, first_name, last_name, ${ctx.now}) from ${list}`.execute(
        tx,
      )
      await sql`
        insert into memberships (id, user_id, team_id, first_name, last_name, email, employee_id, position, loc1, loc2, div1, managers, created_at, updated_at)
        select user_id || ':' || team_id, user_id, team_id, first_name, last_name, email, employee_id, position, loc1, loc2, div1, managers, ${ctx.now}, ${ctx.now}
        from ${list} on conflict do nothing`.execute(tx)
      await sql`insert into manager_relations (manager_id, user_id) select m::uuid, user_id from ${list} cross join unnest(managers) m on conflict do nothing`.execute(
        tx,
      )
      const entries = await tx
        .selectFrom('memberships')
        .select(['userId', 'teamId', 'status', 'roles', 'username'])
        .where(
          'id',
          'in',
          rows.map((row) => `${row.user_id}:${row.team_id}`),
        )
        .execute()
      await putDirectory(ctx, tx, entries)
    },
    { statementTimeout: 120_000 },
  )
}

async function insertCourse(ctx: Ctx, number: number): Promise<void> {
  const { tenantId } = ctx.actor
  const courseId = idOf(tenantId, 'filled-course', String(number))
  const versionId = idOf(tenantId, 'filled-version', String(number))
  const content = {
    ...emptyContent({ title: `Sample course ${String(number).padStart(4, '0')}`, category: 'Samples' }),
    sections: [
      {
        id: idOf(tenantId, 'filled-section', String(number)),
        title: 'Section',
        activities: [1, 2, 3].map((step) => ({
          id: idOf(tenantId, 'filled-activity', String(number), String(step)),
          kind: 'page' as const,
          title: `Page ${step}`,
          description: '',
          minutes: 5,
          completion: { rule: 'view' as const },
          html: '<p>A page of a sample course.</p>',
        })),
      },
    ],
  }
  await ctx.write(async (tx) => {
    const made = await tx
      .insertInto('documents')
      .values({
        ...detailsOf(content),
        id: courseId,
        status: 'published',
        statusRank: 1,
        revision: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
        publishedAt: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await tx
      .insertInto('documentVersions')
      .values({
        id: versionId,
        documentId: courseId,
        number: 1,
        content: json(content),
        createdAt: ctx.now,
        publishedAt: ctx.now,
      })
      .execute()
    await sql`select keep_activities(${versionId})`.execute(tx)
    await tx.updateTable('documents').set({ publishedVersionId: versionId }).where('id', '=', courseId).execute()
  })
}

/**
 * A fifth of the people gets each course, so 100,000 people with 200 courses have 4 million assignments in varied
 * states.
 */
async function assignAll(ctx: Ctx, courses: number): Promise<void> {
  for (let number = 1; number <= courses; number++) {
    const courseId = idOf(ctx.actor.tenantId, 'filled-course', String(number))
    const versionId = idOf(ctx.actor.tenantId, 'filled-version', String(number))
    await ctx.write(
      (tx) =>
        sql`
        with chosen as (
          select m.user_id, m.id as membership_id, public.assignment_id(current_tenant(), m.user_id, 'course', ${courseId}::uuid, 0) as id,
                 abs(hashtext(m.user_id::text || ${courseId}::text)) % 10 as luck
          from memberships m where m.is_primary and m.status = 'active' and abs(hashtext(m.user_id::text || ${String(number)})) % 5 = 0),
        made as (
          insert into assignments (id, user_id, document_type, document_id, state, progress, seconds, activities_done, version_id, assigned_at, started_at, completed_at, last_activity_at)
          select id, user_id, 'course', ${courseId}::uuid, case when luck < 4 then 'completed' when luck < 7 then 'inprogress' else 'notstarted' end,
                 case when luck < 4 then 100 when luck < 7 then 33.33 else 0 end, case when luck < 7 then 600 else 0 end, case when luck < 4 then 3 when luck < 7 then 1 else 0 end,
                 case when luck < 7 then ${versionId}::uuid end, ${ctx.now}, case when luck < 7 then ${ctx.now}::timestamptz end, case when luck < 4 then ${ctx.now}::timestamptz end,
                 case when luck < 7 then ${ctx.now}::timestamptz end
          from chosen on conflict do nothing returning id, user_id)
        insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
        select c.id, 'manual', c.id, c.user_id, c.membership_id, false, ${ctx.now} from chosen c join made using (id)`.execute(
          tx,
        ),
      { statementTimeout: 120_000 },
    )
  }
}
