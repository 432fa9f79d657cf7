import { api } from '@learnt/contract'
import type { audienceSortKeys } from '@learnt/contract/audiences'
import type { CallInput } from '@learnt/contract/endpoint'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'
import { findStanding } from '../permissions/queries/find-standing.ts'

const app = await testApp()

type CreateBody = CallInput<typeof api.audiences.create>['body']
type Caller = { token: string | null }

async function create(admin: Caller, body: CreateBody) {
  const answer = await app.call(admin, api.audiences.create, { body })
  expect(answer.problem).toBeNull()
  return answer.body
}

const named = (title: string, ...position: string[]): CreateBody => ({
  kind: 'rule',
  title,
  rule: { rule: { position } },
})
const listOf = (title: string, ...people: GivenPerson[]): CreateBody => ({
  kind: 'people',
  title,
  ...(people.length > 0 ? { people: ids(...people) } : {}),
})
const ids = (...people: GivenPerson[]) => ({ by: 'ids' as const, ids: people.map((person) => person.membershipId) })

/** A published course, given by a rule that names audiences. */
async function givenTo(
  tenant: GivenTenant,
  audiences: string[],
  of: Partial<CallInput<typeof api.permissions.create>['body']> = {},
) {
  const { courseId } = await givenPublishedCourse(app, tenant)
  const answer = await app.call(tenant.admin, api.permissions.create, {
    body: { documentType: 'course', documentId: courseId, title: 'Rule', rule: { rule: {}, audiences }, ...of },
  })
  expect(answer.problem).toBeNull()
  return { courseId, permission: answer.body }
}

async function has(person: GivenPerson, courseId: string) {
  const row = await app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .select('isActive')
        .where('userId', '=', person.userId)
        .where('documentId', '=', courseId)
        .executeTakeFirst(),
    )
  return row?.isActive ?? false
}

async function change(
  person: GivenPerson,
  fields: { position?: string[]; loc1?: string[]; status?: MembershipStatus },
) {
  const ctx = contextOf(app, person)
  await ctx.write(async (tx) => {
    await tx.updateTable('memberships').set(fields).where('id', '=', person.membershipId).execute()
    await reevaluateMembers(ctx, tx, [person.membershipId], Object.keys(fields))
  })
}

/** People whom a permission gives its document, and what a whole comparison would make of it. */
async function expectWhole(tenant: GivenTenant, permissionId: string) {
  const people = async () =>
    (await app.call(tenant.admin, api.permissions.get, { params: { permissionId } })).body.people
  const before = await people()
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) => tx.updateTable('permissions').set({ appliedSign: null }).where('id', '=', permissionId).execute())
  await app.call(tenant.admin, api.permissions.update, { params: { permissionId }, body: {} })
  expect(await people()).toBe(before)
  const rollups = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
  expect(Object.values(rollups).filter((count) => count > 0)).toEqual([])
}

async function givenPeople(tenant: GivenTenant, count: number, position: string) {
  await app.services.db.tenant(tenant.tenantId).write((tx) =>
    sql`
      insert into memberships (id, user_id, team_id, first_name, last_name, email, position)
      select id || ':' || ${tenant.teamId}, id, ${tenant.teamId}, 'Bulk', lpad(n::text, 6, '0'), lower(${position}) || n || '@bulk.test', array[${position}]
      from (select gen_random_uuid() as id, n from generate_series(1, ${count}) n) people`.execute(tx),
  )
}

describe('a saved audience', () => {
  it('gives what the rules that name it give: beside their own conditions, and as people and lists change', async () => {
    const tenant = await givenTenant(app)
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const cook = await givenPerson(app, tenant, { position: ['Cook'] })
    const porter = await givenPerson(app, tenant, { position: ['Porter'] })
    const byRule = await create(tenant.admin, named('Care', 'Nurse'))
    const byList = await create(tenant.admin, listOf('Night shift', cook))
    const { courseId, permission } = await givenTo(tenant, [byRule.id, byList.id], {
      rule: { rule: { position: ['Head'] }, audiences: [byRule.id, byList.id] },
    })
    expect(permission).toMatchObject({
      people: 2,
      audiences: [
        { id: byRule.id, title: 'Care', kind: 'rule' },
        { id: byList.id, title: 'Night shift', kind: 'people' },
      ],
    })
    const state = async () => [await has(nurse, courseId), await has(cook, courseId), await has(porter, courseId)]
    expect(await state()).toEqual([true, true, false])
    // A person changes: the rule itself names another field than the audience does.
    await change(nurse, { position: ['Cook'] })
    await change(porter, { position: ['Head'] })
    expect(await state()).toEqual([false, true, true])
    await change(porter, { position: ['Nurse'] })
    expect(await state()).toEqual([false, true, true])
    // The list changes.
    const params = { audienceId: byList.id }
    const added = await app.call(tenant.admin, api.audiences.addPeople, {
      params,
      body: { selection: ids(nurse, cook) },
    })
    expect(added.body).toEqual({ added: 1 })
    expect(await state()).toEqual([true, true, true])
    const removed = await app.call(tenant.admin, api.audiences.removePeople, {
      params,
      body: { selection: ids(cook, porter) },
    })
    expect(removed.body).toEqual({ removed: 1 })
    expect(await state()).toEqual([true, false, true])
    // The rule of the audience changes.
    const changed = await app.call(tenant.admin, api.audiences.update, {
      params: { audienceId: byRule.id },
      body: { rule: { rule: { position: ['Cook'] } } },
    })
    expect(changed.body).toMatchObject({ title: 'Care', uses: 1, usedBy: [{ permissionId: permission.id }] })
    expect(await state()).toEqual([true, true, false])
    await expectWhole(tenant, permission.id)
  })

  it('asks only the rules whose audience names the change, in no more statements than before', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Nurse'] })
    const audience = await create(tenant.admin, { kind: 'rule', title: 'Here', rule: { rule: { loc1: ['Here'] } } })
    for (let n = 0; n < 3; n++) await givenTo(tenant, [audience.id])
    const quiet = await statementsOf(app.services.db, () => change(person, { position: ['Cook'] }))
    expect(quiet.length).toBeLessThanOrEqual(8)
    const asked = (field: string) =>
      app.services.db
        .tenant(tenant.tenantId)
        .read(
          async (tx) =>
            (await findStanding(tx, [person.userId], { ask: 'fields', fields: [field] })).permissions.length,
        )
    expect(await asked('position')).toBe(0)
    expect(await asked('loc1')).toBe(3)
    const few = await statementsOf(app.services.db, () => app.call(tenant.admin, api.audiences.list, {}))
    for (let n = 0; n < 4; n++) await create(tenant.admin, listOf(`List ${n}`, person))
    const many = await statementsOf(app.services.db, () => app.call(tenant.admin, api.audiences.list, {}))
    expect(many.length).toBe(few.length)
    expect(many.length).toBeLessThanOrEqual(6)
  })

  it('saved again as it is, or renamed, looks at nobody; saved with another rule, at everybody', async () => {
    const tenant = await givenTenant(app)
    await givenPerson(app, tenant, { position: ['Nurse'] })
    const audience = await create(tenant.admin, named('Care', 'Nurse'))
    const { permission } = await givenTo(tenant, [audience.id])
    const looks = async (act: () => Promise<unknown>) =>
      (await statementsOf(app.services.db, act)).some((one) => one.sql.includes('gaining'))
    const save = (body: CallInput<typeof api.audiences.update>['body']) => () =>
      app.call(tenant.admin, api.audiences.update, { params: { audienceId: audience.id }, body })
    const saveRule = () =>
      app.call(tenant.admin, api.permissions.update, { params: { permissionId: permission.id }, body: {} })
    expect(await looks(save({ title: 'Carers' }))).toBe(false)
    expect(await looks(save({ rule: { rule: { position: ['Nurse'] } } }))).toBe(false)
    expect(await looks(saveRule)).toBe(false)
    expect(await looks(save({ rule: { rule: { position: ['Nurse', 'Head'] } } }))).toBe(true)
    expect(await looks(saveRule)).toBe(false)
  })

  it('with more people than a request looks at is applied by the jobs of its rules, and a reader is not kept waiting', async () => {
    const tenant = await givenTenant(app)
    await givenPeople(tenant, 5200, 'Nurse')
    const nurse = await givenPerson(app, tenant, { position: ['Nurse'] })
    const [byRule, byList] = [
      await create(tenant.admin, named('Care', 'Head')),
      await create(tenant.admin, listOf('List')),
    ]
    const first = await givenTo(tenant, [byRule.id])
    const second = await givenTo(tenant, [byList.id])
    await app.call(tenant.admin, api.audiences.update, {
      params: { audienceId: byRule.id },
      body: { rule: { rule: { position: ['Nurse'] } } },
    })
    const answer = await app.call(tenant.admin, api.audiences.addPeople, {
      params: { audienceId: byList.id },
      body: { selection: { by: 'filter', filter: { position: ['Nurse'] } } },
    })
    expect(answer.body).toEqual({ added: 5201 })
    const permissions = async () =>
      Promise.all(
        [first, second].map(
          async ({ permission: { id } }) =>
            (await app.call(tenant.admin, api.permissions.get, { params: { permissionId: id } })).body,
        ),
      )
    expect(await permissions()).toMatchObject([{ applying: true }, { applying: true }])
    expect((await app.call(nurse, api.learning.home)).status).toBe(200)
    expect([await has(nurse, first.courseId), await has(nurse, second.courseId)]).toEqual([true, true])
    await app.settle()
    expect(await permissions()).toMatchObject([
      { applying: false, people: 5201 },
      { applying: false, people: 5201 },
    ])
    await expectWhole(tenant, second.permission.id)
  })

  it('leaves people on leave what they have, and gives them nothing new', async () => {
    const tenant = await givenTenant(app)
    const away = await givenPerson(app, tenant, { position: ['Nurse'] })
    const audience = await create(tenant.admin, listOf('Night shift', away))
    const had = await givenTo(tenant, [audience.id])
    await change(away, { status: 'sick leave' })
    const later = await givenTo(tenant, [audience.id])
    expect([await has(away, had.courseId), await has(away, later.courseId)]).toEqual([true, false])
    // Off the list while away: the frozen one stays, as with every rule.
    const params = { audienceId: audience.id }
    const preview = await app.call(tenant.admin, api.audiences.preview, {
      body: { audienceId: audience.id, remove: ids(away) },
    })
    expect(preview.body).toMatchObject({ matching: 0, totals: { gain: 0, keep: 0, lose: 0 } })
    await app.call(tenant.admin, api.audiences.removePeople, { params, body: { selection: ids(away) } })
    expect(await has(away, had.courseId)).toBe(true)
    await app.call(tenant.admin, api.audiences.addPeople, { params, body: { selection: ids(away) } })
    await change(away, { status: 'active' })
    expect([await has(away, had.courseId), await has(away, later.courseId)]).toEqual([true, true])
  })

  it('is removed only when no rule names it, and says which do', async () => {
    const tenant = await givenTenant(app)
    const audience = await create(tenant.admin, named('Care', 'Nurse'))
    const { permission } = await givenTo(tenant, [audience.id], { title: 'Hygiene for all' })
    const params = { audienceId: audience.id }
    const shown = await app.call(tenant.admin, api.audiences.get, { params })
    expect(shown.body.can).toMatchObject({ update: null, remove: 'audienceInUse' })
    const refused = await app.call(tenant.admin, api.audiences.remove, { params })
    expect(refused.status).toBe(409)
    expect(refused.problem?.detail).toContain('“Hygiene for all”')
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: permission.id },
      body: { rule: { rule: { position: ['Nurse'] } } },
    })
    expect((await app.call(tenant.admin, api.audiences.remove, { params })).status).toBe(204)
    expect((await app.call(tenant.admin, api.audiences.get, { params })).status).toBe(404)
  })

  it('does not break when rules, lists and people change at the same moment', async () => {
    const tenant = await givenTenant(app)
    const people: GivenPerson[] = []
    for (let n = 0; n < 6; n++) people.push(await givenPerson(app, tenant, { position: [n % 2 ? 'Nurse' : 'Cook'] }))
    const [list, rule] = [
      await create(tenant.admin, listOf('List')),
      await create(tenant.admin, named('Rule', 'Nurse')),
    ]
    const { permission, courseId } = await givenTo(tenant, [list.id, rule.id])
    const [one, two, three] = people as [GivenPerson, GivenPerson, GivenPerson]
    for (let round = 0; round < 4; round++) {
      const odd = round % 2 === 1
      const answers = await Promise.all([
        app.call(tenant.admin, odd ? api.audiences.removePeople : api.audiences.addPeople, {
          params: { audienceId: list.id },
          body: { selection: ids(one, two, three) },
        }),
        app.call(tenant.admin, api.audiences.update, {
          params: { audienceId: rule.id },
          body: { rule: { rule: { position: [odd ? 'Nurse' : 'Cook'] } } },
        }),
        change(one, { position: [odd ? 'Cook' : 'Nurse'] }),
        change(two, { position: ['Porter'] }),
        app.call(tenant.admin, api.permissions.update, { params: { permissionId: permission.id }, body: {} }),
      ])
      for (const answer of answers) expect(answer?.problem ?? null).toBeNull()
      const state = await Promise.all(people.map((person) => has(person, courseId)))
      const wanted = people.map((person, n) => {
        const position =
          person === one ? (odd ? 'Cook' : 'Nurse') : person === two ? 'Porter' : n % 2 ? 'Nurse' : 'Cook'
        return (n < 3 && !odd) || position === (odd ? 'Nurse' : 'Cook')
      })
      expect(state).toEqual(wanted)
    }
    await expectWhole(tenant, permission.id)
    const [first, second] = await Promise.all(
      [1, 2].map(() => app.call(tenant.admin, api.audiences.create, { body: listOf('Same name') })),
    )
    expect([first?.status, second?.status].sort()).toEqual([201, 422])
  })

  it('is refused to lower roles, strangers and another tenant, and complains at the field', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const learner = await givenPerson(app, tenant)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const [list, rule] = [
      await create(tenant.admin, listOf('List', learner)),
      await create(tenant.admin, named('Rule', 'Nurse')),
    ]
    const calls = (audienceId: string) => [
      (by: Caller) => app.call(by, api.audiences.get, { params: { audienceId } }),
      (by: Caller) => app.call(by, api.audiences.people, { params: { audienceId } }),
      (by: Caller) => app.call(by, api.audiences.update, { params: { audienceId }, body: { title: 'Mine' } }),
      (by: Caller) =>
        app.call(by, api.audiences.addPeople, { params: { audienceId }, body: { selection: ids(manager) } }),
      (by: Caller) =>
        app.call(by, api.audiences.removePeople, { params: { audienceId }, body: { selection: ids(manager) } }),
      (by: Caller) => app.call(by, api.audiences.remove, { params: { audienceId } }),
    ]
    for (const call of calls(list.id)) {
      for (const by of [learner, manager]) expect((await call(by)).status).toBe(403)
      expect((await call(stranger)).status).toBe(401)
      expect((await call(other.admin)).status).toBe(404)
    }
    expect((await app.call(other.admin, api.audiences.list, {})).body.items).toEqual([])
    const rest = (await app.call(other.admin, api.audiences.preview, { body: { audienceId: list.id } })).problem
    expect(rest).toMatchObject({ status: 422, errors: [{ path: 'body.audienceId' }] })
    // Another tenant's audience, and one that is not there, in a rule.
    const course = await givenPublishedCourse(app, other)
    for (const id of [list.id, newId()]) {
      const foreign = await app.call(other.admin, api.permissions.create, {
        body: {
          documentType: 'course',
          documentId: course.courseId,
          title: 'Rule',
          rule: { rule: {}, audiences: [id] },
        },
      })
      expect(foreign.problem).toMatchObject({ status: 422, errors: [{ path: 'body.rule.audiences' }] })
    }
    for (const [body, path] of [
      [{ ...named('', 'Nurse') }, 'body.title'],
      [named('rule', 'Nurse'), 'body.title'],
      [{ kind: 'rule', title: 'x', rule: { rule: {}, audiences: [list.id] } }, 'body.rule.audiences'],
      [{ kind: 'rule', title: 'x', rule: { rule: { position: [] } } }, 'body.rule.rule.position'],
    ] as const) {
      const answer = await app.call(tenant.admin, api.audiences.create, { body: body as unknown as CreateBody })
      expect(answer.status).toBe(422)
      expect(answer.problem?.errors?.map((error) => error.path)).toContain(path)
    }
    const wrong = await app.call(tenant.admin, api.audiences.update, {
      params: { audienceId: list.id },
      body: { rule: { rule: { position: ['Nurse'] } } },
    })
    expect(wrong.problem?.errors).toMatchObject([{ path: 'body.rule' }])
    const noList = await app.call(tenant.admin, api.audiences.addPeople, {
      params: { audienceId: rule.id },
      body: { selection: ids(learner) },
    })
    expect(noList.problem?.errors).toMatchObject([{ path: 'body.selection' }])
    // The same calls by an administrator succeed.
    for (const call of calls(list.id)) expect((await call(tenant.admin)).status).toBeLessThan(300)
  })

  it('shows a team administrator their own people alone, and takes in no others', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const inside = await givenPerson(app, { ...tenant, teamId }, { lastName: 'Inside', position: ['Nurse'] })
    const outside = await givenPerson(app, tenant, { lastName: 'Outside', position: ['Nurse'] })
    const list = await create(teamAdmin, listOf('List', inside, outside))
    expect(list.people).toBe(1)
    const { courseId } = await givenTo(tenant, [list.id])
    const params = { audienceId: list.id }
    await app.call(tenant.admin, api.audiences.addPeople, { params, body: { selection: ids(outside) } })
    const people = async (admin: Caller, audienceId = list.id) =>
      (await app.call(admin, api.audiences.people, { params: { audienceId } })).body
    expect(await people(teamAdmin)).toMatchObject({ total: 1, items: [{ userId: inside.userId }] })
    expect((await people(tenant.admin)).total).toBe(2)
    const byRule = await create(teamAdmin, named('Care', 'Nurse'))
    expect((await people(teamAdmin, byRule.id)).items.map((person) => person.userId)).toEqual([inside.userId])
    expect((await people(tenant.admin, byRule.id)).total).toBe(2)
    const preview = async (admin: Caller) =>
      (await app.call(admin, api.audiences.preview, { body: { audienceId: list.id } })).body.documents[0]?.keep
    expect(await preview(teamAdmin)).toMatchObject({ count: 2, sample: [{ userId: inside.userId }] })
    expect((await preview(tenant.admin))?.sample).toHaveLength(2)
    const removed = await app.call(teamAdmin, api.audiences.removePeople, {
      params,
      body: { selection: { by: 'filter', filter: {} } },
    })
    expect(removed.body).toEqual({ removed: 1 })
    expect([await has(inside, courseId), await has(outside, courseId)]).toEqual([false, true])
  })

  it('lists its people by name, page by page, and by words', async () => {
    const tenant = await givenTenant(app)
    const [cara, ann, bo] = [
      await givenPerson(app, tenant, { firstName: 'Cara', lastName: 'Cc', position: ['Nurse'] }),
      await givenPerson(app, tenant, { firstName: 'Ann', lastName: 'Aa', position: ['Nurse'] }),
      await givenPerson(app, tenant, { firstName: 'Bo', lastName: 'Bb', position: ['Nurse'], status: 'sick leave' }),
    ]
    for (const [audience, names] of [
      [await create(tenant.admin, listOf('List', cara, ann, bo)), ['Ann Aa', 'Bo Bb', 'Cara Cc']],
      // Whom a rule matches is active.
      [await create(tenant.admin, named('Rule', 'Nurse')), ['Ann Aa', 'Cara Cc']],
    ] as const) {
      const params = { audienceId: audience.id }
      const first = await app.call(tenant.admin, api.audiences.people, { params, query: { limit: 1 } })
      expect(first.body.total).toBe(names.length)
      const cursor = first.body.next ?? ''
      const rest = await app.call(tenant.admin, api.audiences.people, { params, query: { cursor } })
      expect([...first.body.items, ...rest.body.items].map((person) => person.name)).toEqual(names)
      const found = await app.call(tenant.admin, api.audiences.people, { params, query: { search: 'cara' } })
      expect(found.body.items.map((person) => person.userId)).toEqual([cara.userId])
    }
    const copy = await app.call(tenant.admin, api.audiences.list, { query: { search: 'lis', kind: 'people' } })
    expect(copy.body).toMatchObject({ total: 1, items: [{ title: 'List', people: 3, uses: 0 }] })
  })

  it('are listed by any order, page by page', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const [b, a, c] = [
      await create(tenant.admin, listOf('b', person)),
      await create(tenant.admin, named('A', 'Nurse')),
      await create(tenant.admin, listOf('c', person)),
    ]
    await givenTo(tenant, [c.id])
    await app.call(tenant.admin, api.audiences.update, { params: { audienceId: b.id }, body: { title: 'B' } })
    const titles = async (sort: (typeof audienceSortKeys)[number], direction: 'asc' | 'desc') => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const query = { sort, direction, limit: 1, ...(cursor ? { cursor } : {}) }
        const page = (await app.call(tenant.admin, api.audiences.list, { query })).body
        found.push(...page.items.map((one) => one.id))
        cursor = page.next ?? undefined
      } while (cursor)
      return found
    }
    expect(await titles('title', 'asc')).toEqual([a.id, b.id, c.id])
    expect(await titles('title', 'desc')).toEqual([c.id, b.id, a.id])
    expect((await titles('usedBy', 'desc'))[0]).toBe(c.id)
    expect((await titles('kind', 'desc'))[0]).toBe(a.id)
    expect((await titles('updatedAt', 'asc')).toSorted()).toEqual([a.id, b.id, c.id].toSorted())
  })
})

describe('the preview of a change', () => {
  it('says who would gain, keep and lose, document by document and over all of them, before anything is saved', async () => {
    const tenant = await givenTenant(app)
    const person = async (firstName: string, position: string) =>
      givenPerson(app, tenant, { firstName, lastName: 'Aa', position: [position] })
    const [nora, nick, cora] = [
      await person('Nora', 'Nurse'),
      await person('Nick', 'Nurse'),
      await person('Cora', 'Cook'),
    ]
    const audience = await create(tenant.admin, named('Care', 'Nurse'))
    const [one, two, three] = [
      await givenTo(tenant, [audience.id]),
      await givenTo(tenant, [audience.id]),
      // Cooks have this one already.
      await givenTo(tenant, [audience.id], { rule: { rule: { position: ['Cook'] }, audiences: [audience.id] } }),
    ]
    const off = await givenTo(tenant, [audience.id], { status: 'inactive' })
    // Nick has the second one by hand as well, and keeps the first one by another rule that names the audience.
    await app.call(tenant.admin, api.permissions.assign, {
      params: { documentType: 'course', documentId: two.courseId },
      body: { selection: ids(nick) },
    })
    const body = { audienceId: audience.id, rule: { rule: { position: ['Cook'] } } }
    let asked = await app.call(tenant.admin, api.audiences.preview, { body })
    const said = await statementsOf(app.services.db, async () => {
      asked = await app.call(tenant.admin, api.audiences.preview, { body })
    })
    expect(said.length).toBeLessThanOrEqual(7)
    const shown = (courseId: string) => {
      const found = asked.body.documents.find((document) => document.documentId === courseId)
      const names = (kind: 'gain' | 'keep' | 'lose') => found?.[kind].sample.map(({ name }) => name.slice(0, -3))
      return { gain: names('gain'), keep: names('keep'), lose: names('lose') }
    }
    expect(asked.body.matching).toBe(1)
    expect(asked.body.totals).toEqual({ gain: 1, keep: 1, lose: 2 })
    expect(shown(one.courseId)).toEqual({ gain: ['Cora'], keep: [], lose: ['Nick', 'Nora'] })
    expect(shown(two.courseId)).toEqual({ gain: ['Cora'], keep: [], lose: ['Nora'] })
    expect(shown(three.courseId)).toEqual({ gain: [], keep: ['Cora'], lose: ['Nick', 'Nora'] })
    expect(asked.body.documents.map((document) => document.documentId)).not.toContain(off.courseId)
    expect([await has(nora, one.courseId), await has(cora, one.courseId)]).toEqual([true, false])
    // And that is what happens.
    await app.call(tenant.admin, api.audiences.update, {
      params: { audienceId: audience.id },
      body: { rule: body.rule },
    })
    const state = async (courseId: string) => Promise.all([nora, nick, cora].map((someone) => has(someone, courseId)))
    expect(await state(one.courseId)).toEqual([false, false, true])
    expect(await state(two.courseId)).toEqual([false, true, true])
    expect(await state(three.courseId)).toEqual([false, false, true])
    expect(await state(off.courseId)).toEqual([false, false, false])
  })

  it('of a list counts those who would be put on it and taken off it, and of a new one how many they are', async () => {
    const tenant = await givenTenant(app)
    const [one, two] = [await givenPerson(app, tenant), await givenPerson(app, tenant, { position: ['Nurse'] })]
    const list = await create(tenant.admin, listOf('List', one))
    await givenTo(tenant, [list.id])
    const add = { by: 'filter' as const, filter: { position: ['Nurse'] } }
    const preview = async (body: CallInput<typeof api.audiences.preview>['body']) =>
      (await app.call(tenant.admin, api.audiences.preview, { body })).body
    expect(await preview({ audienceId: list.id, add, remove: ids(one) })).toMatchObject({
      matching: 1,
      totals: { gain: 1, keep: 0, lose: 1 },
      documents: [
        { gain: { sample: [{ userId: two.userId }] }, lose: { sample: [{ userId: one.userId }] }, keep: { count: 0 } },
      ],
    })
    expect(await preview({ add: ids(one, two) })).toEqual({
      sections: [],
      matching: 2,
      totals: { gain: 0, keep: 0, lose: 0 },
      documents: [],
    })
    expect(await preview({ rule: { rule: { position: ['Nurse'] } } })).toMatchObject({ matching: 1, documents: [] })
  })

  it('of one rule with audiences counts their people', async () => {
    const tenant = await givenTenant(app)
    const [one, two] = [await givenPerson(app, tenant), await givenPerson(app, tenant, { position: ['Nurse'] })]
    const list = await create(tenant.admin, listOf('List', one))
    const rule = await create(tenant.admin, named('Care', 'Nurse'))
    const course = await givenPublishedCourse(app, tenant)
    const answer = await app.call(tenant.admin, api.permissions.preview, {
      body: {
        documentType: 'course',
        documentId: course.courseId,
        rule: { rule: {}, audiences: [list.id, rule.id] },
      },
    })
    expect(answer.body.gain.sample.map((person) => person.userId).sort()).toEqual([one.userId, two.userId].sort())
  })
})

describe('why', () => {
  it('says which audience matches and what a named rule asks for', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { position: ['Cook'] })
    const list = await create(tenant.admin, listOf('List', person))
    const rule = await create(tenant.admin, named('Care', 'Nurse'))
    const { courseId } = await givenTo(tenant, [list.id, rule.id])
    const why = await app.call(tenant.admin, api.permissions.why, {
      params: { documentType: 'course', documentId: courseId, userId: person.userId },
    })
    expect(why.body).toMatchObject({
      has: true,
      rules: [
        {
          matches: true,
          conditions: [{ field: 'status', matches: true }],
          audiences: [
            {
              title: 'Care',
              matches: false,
              conditions: [{ field: 'position', wanted: ['Nurse'], found: ['Cook'], matches: false }],
            },
            { title: 'List', kind: 'people', matches: true, conditions: [] },
          ],
        },
      ],
    })
  })
})
