import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { givenEvent } from '../../../test/given/events.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { isBetter } from './commands/merge-assignments.ts'
import { personColumns } from './queries/person-columns.ts'

const app = await testApp()

const read = <Row>(tenant: GivenTenant, query: ReturnType<typeof sql>) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read(async (tx) => (await (query as ReturnType<typeof sql<Row>>).execute(tx)).rows)

async function finish(
  person: GivenPerson,
  assignmentId: string,
  activityId: string,
  state: 'completed' | 'inprogress' = 'completed',
) {
  const ctx = contextOf(app, person)
  const progress = state === 'completed' ? 100 : 40
  await ctx.write((tx) =>
    recordProgress(ctx, tx, {
      assignmentId,
      activityId,
      state,
      progress,
      scorePercent: 80,
      secondsAdded: 60,
      source: 'page',
    }),
  )
  await app.settle()
}

const none = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }

/** All that stands for some people in every table that a merge touches. */
async function everythingOf(tenant: GivenTenant, people: GivenPerson[]) {
  const ids = people.map((one) => one.userId)
  const found: Record<string, unknown> = {}
  for (const [name, columns] of Object.entries(personColumns)) {
    const moving = Object.entries(columns).flatMap(([column, fate]) =>
      (fate === 'move' || fate === 'own') && column !== 'membership_id' && /_id$/.test(column) ? column : [],
    )
    if (moving.length === 0 || name === 'point_entries') continue
    const is = sql.join(
      moving.map((column) => sql`t.${sql.raw(`"${column}"`)}::text = any (${ids}::text[])`),
      sql` or `,
    )
    const rows = await read<{ row: string }>(
      tenant,
      sql`select (to_jsonb(t) - 'changed_day' - 'updated_at' - 'revision' - 'granted_at')::text as row from ${sql.raw(name)} t where ${is} order by 1`,
    )
    found[name] = rows.map((one) => one.row)
  }
  return found
}

/** Ann is there twice: once as the account that she uses, once as one that a feed made. */
async function givenTwice() {
  const tenant = await givenTenant(app, { settings: { rewards: true } })
  const ann = await givenPerson(app, tenant, { firstName: 'Ann', lastName: 'Twice', position: ['Nurse'], phone: '' })
  const anna = await givenPerson(app, tenant, {
    firstName: 'Anna',
    lastName: 'Twice',
    phone: '+49 7',
    roles: ['learner', 'manager'],
    username: `anna-${tenant.tenantId}`,
  })
  const [only, both] = [pageActivity(), pageActivity()]
  const onlyHers = await givenPublishedCourse(app, tenant, { activities: [only] })
  const ofBoth = await givenPublishedCourse(app, tenant, { activities: [both] })
  const hers = await givenAssignment(app, anna, onlyHers.courseId)
  const [first, second] = [
    await givenAssignment(app, ann, ofBoth.courseId),
    await givenAssignment(app, anna, ofBoth.courseId),
  ]
  await finish(anna, hers, only.id)
  await finish(ann, first, both.id, 'inprogress')
  await finish(anna, second, both.id)
  const report = await givenPerson(app, tenant)
  const managed = await app.call(tenant.admin, api.members.update, {
    params: { userId: report.userId },
    body: { managers: [anna.userId] },
  })
  expect(managed.problem).toBeNull()
  const list = await app.call(tenant.admin, api.audiences.create, {
    body: { kind: 'people', title: 'Night shift', people: { by: 'ids', ids: [anna.membershipId] } },
  })
  const rule = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: onlyHers.courseId,
      title: 'Her people',
      rule: { rule: { managers: [anna.userId] } },
    },
  })
  expect([list.problem, rule.problem]).toEqual([null, null])
  for (const [person, amount] of [
    [ann, 5],
    [anna, 30],
  ] as const)
    expect(
      (
        await app.call(tenant.admin, api.points.adjust, {
          params: { userId: person.userId },
          body: { amount, reason: 'Start' },
        })
      ).problem,
    ).toBeNull()
  const hold = { params: { userId: anna.userId }, body: { reason: 'Court case 12' } }
  expect((await app.call(tenant.admin, api.erasures.hold, hold)).problem).toBeNull()
  await app.settle()
  return { tenant, ann, anna, report, onlyHers, ofBoth, hers, first, second, both, ruleId: rule.body.id }
}

const planOf = (ann: GivenPerson, anna: GivenPerson, take: ('phone' | 'username' | 'email' | 'firstName')[] = []) => ({
  body: { stayUserId: ann.userId, goneUserId: anna.userId, take },
})

it('has a fate for every column that names a person', async () => {
  const rows = await asOwner(async (client) => {
    const found = await client.query<{ table: string; column: string }>(`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and not exists (select from pg_class p where p.relnamespace = 'public'::regnamespace and p.relname = c.table_name and p.relispartition) and c.column_name <> 'tenant_id'
        and exists (select from information_schema.columns own where own.table_schema = 'public' and own.table_name = c.table_name and own.column_name = 'tenant_id')
        and (c.column_name ~ '(^|_)(user|person|member|membership|manager|owner|author|marker|actor|impersonator|stand_in)s?(_id|_name)?$'
          or c.column_name ~ '_by(_|$)' or c.column_name ~ 'username'
          or (c.data_type = 'uuid' and c.column_name !~ '^(id|.*(document|version|activity|assignment|attempt|form|file|event|session|room|step|badge|rule|template|audience|question|submission|request|registration|run|job|schedule|view|reward|order|order_item|package|award|entry|link|process|source|permission|merge|section|token|token_id|thread|comment|image|badge_rule|sco|award|chain)(_id)?|waits_for|replaced_by|reverses|applying_token)$'))
      order by 1, 2`)
    return found.rows
  })
  const missing = rows.filter(({ table, column }) => !personColumns[table]?.[column] && column !== 'replaced_by')
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

it('prefers what is finished, then the higher score, then the earlier day', () => {
  const day = (date: string) => new Date(`2026-${date}T00:00:00Z`)
  const of = (state: string, score: number | null = null, completedAt: Date | null = null, progress = 0) => ({
    state,
    score,
    completedAt,
    progress,
  })
  expect(isBetter(of('completed'), of('inprogress', 99))).toBe(true)
  expect(isBetter(of('passed', 70, day('01-01')), of('completed', 90, day('02-01')))).toBe(false)
  expect(isBetter(of('passed', 90, day('01-01')), of('passed', 90, day('02-01')))).toBe(true)
  expect(isBetter(of('inprogress', null, null, 60), of('inprogress', null, null, 40))).toBe(true)
  expect(isBetter(of('notstarted'), of('notstarted'))).toBe(false)
})

describe('merging two records', () => {
  it('moves everything as the preview said, and undoing gives both back', async () => {
    const { tenant, ann, anna, report, onlyHers, ofBoth, hers, second, ruleId } = await givenTwice()
    const before = await everythingOf(tenant, [ann, anna, report])
    const preview = await app.call(tenant.admin, api.merges.preview, planOf(ann, anna))
    expect(preview.problem).toBeNull()
    expect(preview.body.fields).toContainEqual({ field: 'phone', stay: '', gone: '+49 7' })
    expect(preview.body.figures).toMatchObject({
      movedCount: 1,
      documentsCount: 1,
      documents: [{ wins: 'gone', stay: 'inprogress', gone: 'completed' }],
      points: 30,
      audiences: ['Night shift'],
      rules: ['Her people'],
      reportsCount: 1,
    })
    expect(await everythingOf(tenant, [ann, anna, report])).toEqual(before)

    const made = await app.call(tenant.admin, api.merges.make, planOf(ann, anna, ['phone', 'username', 'firstName']))
    expect(made.problem).toBeNull()
    const rows = await read<{
      id: string
      userId: string
      documentId: string
      cycle: number
      isActive: boolean
      state: string
      endedAt: Date | null
    }>(
      tenant,
      sql`select * from assignments where user_id in (${ann.userId}, ${anna.userId}) and document_id in (${onlyHers.courseId}, ${ofBoth.courseId}) order by document_id, cycle`,
    )
    expect(rows.every((row) => row.userId === ann.userId)).toBe(true)
    expect(rows.filter((row) => row.documentId === ofBoth.courseId)).toMatchObject([
      { cycle: 0, isActive: false, state: 'inprogress' },
      { id: second, cycle: 1, isActive: true, state: 'completed', endedAt: null },
    ])
    expect(rows.find((row) => row.id === hers)).toMatchObject({ isActive: true, state: 'completed' })
    const { body: kept } = await app.call(tenant.admin, api.members.get, { params: { userId: ann.userId } })
    expect(kept).toMatchObject({
      firstName: 'Anna',
      phone: '+49 7',
      username: `anna-${tenant.tenantId}`,
      rewardPointsCount: 35,
    })
    const { body: closed } = await app.call(tenant.admin, api.members.get, { params: { userId: anna.userId } })
    expect(closed).toMatchObject({ status: 'archived', username: '', rewardPointsCount: 0 })
    expect((await app.call(anna, api.session.teams)).status).toBe(401)
    expect((await app.call(ann, api.session.teams)).status).toBe(200)
    const { body: reported } = await app.call(tenant.admin, api.members.get, { params: { userId: report.userId } })
    expect(reported.managers).toEqual([ann.userId])
    expect(
      (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: ruleId } })).body.rule,
    ).toMatchObject({
      rule: { managers: [ann.userId] },
    })
    const holds = await app.call(tenant.admin, api.erasures.holds)
    expect(holds.body.items).toMatchObject([{ userId: ann.userId, reason: 'Court case 12' }])
    const sums = await read<{ sum: number; held: number }>(
      tenant,
      sql`select m.reward_points_count as held, (select sum(amount)::int from point_entries e where e.membership_id = m.id) as sum
        from memberships m where m.user_id in (${ann.userId}, ${anna.userId})`,
    )
    expect(sums.every((one) => one.sum === one.held)).toBe(true)
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(none)
    for (const person of [ann, anna]) {
      const log = await app.call(tenant.admin, api.audit.list, {
        query: { subjectId: person.membershipId, action: 'members.merge' },
      })
      expect(log.body.items).toMatchObject([{ actorName: 'Ada Admin' }])
    }

    // What happens since: another phone, and points that are spent.
    await app.call(tenant.admin, api.members.update, { params: { userId: ann.userId }, body: { phone: '+49 8' } })
    const undone = await app.call(tenant.admin, api.merges.undo, { params: { mergeId: made.body.id } })
    expect(undone.body).toEqual({ kept: [], pointsMissing: 0 })
    await app.call(tenant.admin, api.members.update, { params: { userId: ann.userId }, body: { phone: '' } })
    const ledger = (rows: unknown) =>
      JSON.stringify(rows).replaceAll(/\\"(last_activity_at|all_managers)\\": [^,}]*/g, '')
    const after = await everythingOf(tenant, [ann, anna, report])
    for (const name of Object.keys(before)) expect([name, ledger(after[name])]).toEqual([name, ledger(before[name])])
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(none)
    expect((await app.call(tenant.admin, api.merges.undo, { params: { mergeId: made.body.id } })).status).toBe(409)
  })

  it('ends the seat of the record that went, which moves the waiting list on', async () => {
    const tenant = await givenTenant(app)
    const [ann, anna, waiting, late] = await Promise.all([1, 2, 3, 4].map(() => givenPerson(app, tenant)))
    if (!ann || !anna || !waiting || !late) throw new Error('four people')
    const twice = await givenEvent(app, tenant, { seats: 2, people: [ann, anna, waiting] })
    const once = await givenEvent(app, tenant, { seats: 1, people: [ann, anna, late] })
    const register = async (eventId: string, ...people: GivenPerson[]) => {
      for (const one of people)
        expect(
          (await app.call(one, api.events.register, { params: { documentId: eventId }, body: { note: '' } })).status,
        ).toBe(200)
    }
    await register(twice.id, ann, anna, waiting)
    // The one that stays had given her seat up; that of the other is hers.
    await register(once.id, ann)
    await app.call(ann, api.events.cancel, { params: { documentId: once.id }, body: { reason: '' } })
    await register(once.id, anna, late)
    const standing = async (eventId: string) =>
      app.services.db.tenant(tenant.tenantId).read(async (tx) => {
        const rows = await tx
          .selectFrom('registrations')
          .select(['userId', 'state'])
          .where('eventId', '=', eventId)
          .execute()
        const of = (person: GivenPerson) => rows.find((row) => row.userId === person.userId)?.state
        return [of(ann), of(anna), of(waiting), of(late)]
      })
    expect(await standing(twice.id)).toEqual(['attending', 'attending', 'waiting', undefined])
    expect(await standing(once.id)).toEqual(['cancelled', 'attending', undefined, 'waiting'])
    expect((await app.call(tenant.admin, api.merges.make, planOf(ann, anna))).status).toBe(201)
    expect(await standing(twice.id)).toEqual(['attending', 'cancelled', 'attending', undefined])
    expect(await standing(once.id)).toEqual(['attending', 'cancelled', undefined, 'waiting'])
  })

  it('keeps with the one that stayed what was worked on since, and gives the other back what it had', async () => {
    const { tenant, ann, anna, first, second, both, ofBoth, hers } = await givenTwice()
    const made = await app.call(tenant.admin, api.merges.make, planOf(ann, anna))
    await finish(ann, first, both.id)
    // The history of a cycle counts as work as well as the current one.
    await app.call(tenant.admin, api.points.adjust, {
      params: { userId: ann.userId },
      body: { amount: -20, reason: 'Spent' },
    })
    const undone = await app.call(tenant.admin, api.merges.undo, { params: { mergeId: made.body.id } })
    expect(undone.problem).toBeNull()
    expect(undone.body.kept).toHaveLength(1)
    expect(undone.body.pointsMissing).toBe(15)
    const rows = await read<{ id: string; userId: string; state: string }>(
      tenant,
      sql`select id, user_id, state from assignments where document_id = ${ofBoth.courseId} order by cycle, user_id`,
    )
    expect(
      rows
        .filter((row) => row.userId === ann.userId)
        .map((row) => row.id)
        .sort(),
    ).toEqual([first, second].sort())
    expect(rows.filter((row) => row.userId === anna.userId)).toMatchObject([{ state: 'completed' }])
    expect(await read(tenant, sql`select user_id from assignments where id = ${hers}`)).toEqual([
      { userId: anna.userId },
    ])
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(none)
  })

  it('is refused for higher roles, other tenants, oneself, the same person, one who is to be erased, and twice', async () => {
    const [tenant, other] = await Promise.all([givenTenant(app), givenTenant(app)])
    const teamId = await givenTeam(app, tenant)
    const [ann, anna, root, foreign, asking, ofTeam] = await Promise.all([
      givenPerson(app, tenant),
      givenPerson(app, tenant),
      givenPerson(app, tenant, { roles: ['superadmin'] }),
      givenPerson(app, other),
      givenPerson(app, tenant),
      givenPerson(app, tenant, { roles: ['admin'], teamId }),
    ])
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        tx
          .insertInto('eraseRequests')
          .values({ userId: asking.userId, teamId: tenant.teamId, askedAt: app.services.clock.now() })
          .execute(),
      )
    const make = async (by: GivenPerson, stay: GivenPerson, gone: GivenPerson) =>
      (await app.call(by, api.merges.make, planOf(stay, gone))).problem
    expect(await make(tenant.admin, root, anna)).toMatchObject({ status: 403 })
    expect(await make(tenant.admin, ann, root)).toMatchObject({ status: 403 })
    expect(await make(tenant.admin, ann, foreign)).toMatchObject({ status: 404 })
    expect(await make(ofTeam, ann, anna)).toMatchObject({ status: 404 })
    expect(await make(tenant.admin, ann, tenant.admin)).toMatchObject({ status: 403 })
    expect(await make(tenant.admin, ann, ann)).toMatchObject({ errors: [{ path: 'body.goneUserId' }] })
    expect(await make(tenant.admin, ann, asking)).toMatchObject({ status: 409 })
    expect(await make(ann, ann, anna)).toMatchObject({ status: 403 })

    // The other organisation's membership of the same account is nobody's to close.
    const elsewhere = await givenPerson(app, other, { userId: anna.userId, email: anna.email })
    const results = await Promise.all([make(tenant.admin, ann, anna), make(tenant.admin, ann, anna)])
    expect(results.map((one) => one?.status ?? 200).sort()).toEqual([200, 409])
    expect((await app.call(elsewhere, api.session.teams)).status).toBe(200)
    const { body } = await app.call(tenant.admin, api.merges.ofPerson, { params: { userId: anna.userId } })
    const [merge] = body.items
    const undo = (by: GivenPerson) => app.call(by, api.merges.undo, { params: { mergeId: merge?.id ?? '' } })
    expect((await undo(other.admin)).status).toBe(404)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update person_merges set made_at = made_at - interval '31 days' where id = ${merge?.id ?? ''}`.execute(tx),
      )
    expect((await undo(tenant.admin)).problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('30 days'),
    })
  })
})

it('lets a rule give what a merged record brought along, also while others are merged', async () => {
  const tenant = await givenTenant(app)
  const course = await givenPublishedCourse(app, tenant)
  const pairs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const [stays, gone] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
      await givenAssignment(app, gone, course.courseId)
      return { stays, gone }
    }),
  )
  const merge = async ({ stays, gone }: (typeof pairs)[number]) => {
    expect((await app.call(tenant.admin, api.merges.make, planOf(stays, gone))).problem).toBeNull()
  }
  const save = (title: string) =>
    app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.courseId,
        title,
        rule: { rule: {}, groups: [], everyone: true, audiences: [] },
      } as never,
    })
  await Promise.all(pairs.slice(0, 2).map(merge))
  const [one, two] = await Promise.all([save('One'), save('Two'), ...pairs.slice(2).map(merge)])
  expect([one?.problem, two?.problem]).toEqual([null, null])
  const held = await read<{ userId: string; sources: number }>(
    tenant,
    sql`select a.user_id, count(*)::int as sources from assignments a join assignment_sources s on s.assignment_id = a.id
      where s.kind = 'rule' and a.user_id = any (${pairs.map(({ stays }) => stays.userId)}::uuid[]) and a.ended_at is null group by 1`,
  )
  expect(held.map((row) => row.sources)).toEqual([2, 2, 2, 2])
})
