import { nextPeriod, periodFrom } from '@learnt/contract/cycle-periods'
import { sql } from 'kysely'
import { beginCycles } from '../src/features/assignments/commands/begin-cycles.ts'
import { recomputeProgress } from '../src/features/assignments/commands/recompute-progress.ts'
import { settleAssignments } from '../src/features/assignments/commands/settle-assignments.ts'
import { listDocumentsWithReset, listPeopleFrom, listStarts } from '../src/features/cycles/queries/due-cycles.ts'
import { rate } from '../src/features/ratings/commands/rate.ts'
import type { Rateable } from '../src/features/ratings/policy.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { WriteTx } from '../src/platform/db/database.ts'
import { chance } from './chance.ts'
import { activitiesOf, activityIdOf, courseIdOf, idOf, versionIdOf } from './seed-content.ts'
import { userIdOf } from './seed-people.ts'
import type { DemoCourse, DemoPerson } from './shapes.ts'

const day = 86_400_000

/** Ratings of courses: stars and sometimes a comment. */
const opinions: readonly (readonly [stars: number, comment: string])[] = [
  [5, 'Short, clear, and I could use it the next day.'],
  [4, ''],
  [5, 'The examples are from our own work. More of this.'],
  [3, 'The video is a little long.'],
  [4, 'Good reminder. The questions at the end helped.'],
  [5, ''],
  [2, 'I knew most of it already.'],
  [4, ''],
]
const ratedCourses = ['information-security', 'giving-feedback', 'manual-handling', 'first-aid-basics', 'food-hygiene']

/** Courses in a later cycle with the earlier one, ratings, and a due date that somebody extended. */
export async function seedCycles(
  ctx: Ctx,
  tx: WriteTx,
  of: { courses: readonly DemoCourse[]; people: readonly DemoPerson[]; endDate: Date },
): Promise<void> {
  const today = of.endDate.toISOString().slice(0, 10)
  for (const course of await listDocumentsWithReset(tx)) {
    const content = of.courses.find(({ slug }) => courseIdOf(ctx.actor.tenantId, slug) === course.id)
    if (!content) continue
    for (const start of await listStarts(tx, course.id)) {
      const next = nextPeriod(course.reset, start, today)
      if (!next) continue
      const due = periodFrom(course.reset, next)
      const people = await listPeopleFrom(tx, {
        documentId: course.id,
        starts: [start],
        userIds: null,
        after: null,
        limit: 5000,
      })
      const before = periodFrom(course.reset, start)
      const begun = await beginCycles({ ...ctx, now: new Date(`${next.from}T02:00:00Z`) }, tx, {
        reason: 'reset',
        assignments: people.map(({ id }) => ({
          assignmentId: id,
          periodFrom: next.from,
          monthDay: next.monthDay,
          dueDay: before?.closes ?? due?.end,
          validUntil: before?.validUntil,
        })),
      })
      const days = Math.floor((of.endDate.getTime() - Date.parse(next.from)) / day)
      for (const { id, userId } of begun) {
        const luck = chance(`${userId}:${course.id}:again`)
        if (luck.is(0.6)) await finish(ctx, tx, content, id, new Date(of.endDate.getTime() - luck.int(1, days) * day))
      }
    }
  }
  const accounts = of.people.filter((person) => person.account).map((person) => userIdOf(person.key))
  for (const slug of ratedCourses) await seedRatings(ctx, tx, { slug, accounts, endDate: of.endDate })
  await seedExtension(ctx, tx, accounts)
}

/** Every step of a course in its new cycle. */
async function finish(ctx: Ctx, tx: WriteTx, course: DemoCourse, assignmentId: string, at: Date): Promise<void> {
  const ids = activitiesOf(course).map((step) => activityIdOf(ctx.actor.tenantId, course.slug, step.key))
  await sql`
    insert into activity_progress (assignment_id, activity_id, state, progress, score, seconds, position, started_at, completed_at, updated_at)
    select ${assignmentId}, id, 'completed', 100, null, 120, null, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz from unnest(${ids}::uuid[]) id`.execute(
    tx,
  )
  await recomputeProgress({ now: at }, tx, [assignmentId], ids, {
    versionId: versionIdOf(ctx.actor.tenantId, course.slug),
    activityId: ids.at(-1) ?? null,
    seconds: ids.length * 120,
    timedUntil: null,
  })
}

async function seedRatings(
  ctx: Ctx,
  tx: WriteTx,
  of: { slug: string; accounts: readonly string[]; endDate: Date },
): Promise<void> {
  const { rows } = await sql<Rateable>`
    select id, user_id, document_id, state from assignments
    where document_id = ${courseIdOf(ctx.actor.tenantId, of.slug)} and state in ('completed', 'passed') and is_active
      and not (user_id = any(${of.accounts}::uuid[])) order by id limit ${opinions.length}`.execute(tx)
  for (const [n, one] of rows.entries()) {
    const [stars, comment] = opinions[(n + of.slug.length) % opinions.length] ?? [4, '']
    await rate({ ...ctx, now: new Date(of.endDate.getTime() - (n + 1) * day) }, tx, one, { stars, comment })
  }
}

/** For one overdue person, whose manager gave them two more weeks. */
async function seedExtension(ctx: Ctx, tx: WriteTx, accounts: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; userId: string; dueDay: string; managerId: string }>`
    select a.id, a.user_id, a.due_day::text as due_day, m.managers[1] as manager_id
    from assignments a join memberships m on m.user_id = a.user_id and m.is_primary and m.status = 'active' and cardinality(m.managers) > 0
    where a.document_type = 'course' and a.is_active and not a.is_optional and a.state in ('notstarted', 'inprogress')
      and a.due_day < (${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date and not (a.user_id = any(${accounts}::uuid[]))
    order by a.due_day desc, a.id limit 1`.execute(tx)
  const [one] = rows
  if (!one) return
  const until = new Date(ctx.now.getTime() + 14 * day).toISOString().slice(0, 10)
  await sql`
    insert into due_extensions (id, assignment_id, user_id, from_day, to_day, due_at, reason, extended_by, extended_at)
    values (${idOf(ctx.actor.tenantId, 'extension', one.id)}, ${one.id}, ${one.userId}, ${one.dueDay}::date, ${until}::date, end_of_day(${until}::date, control.zone_of_tenant()),
      'Was at a customer for two weeks.', ${one.managerId}, ${ctx.now})`.execute(tx)
  await settleAssignments(ctx, tx, [one.id])
}
