import { api } from '@learnt/contract'
import type { CustomFieldName } from '@learnt/contract/custom-fields'
import type { CallInput } from '@learnt/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

type Body = CallInput<typeof api.customFields.save>['body']

const access = { person: 'see', manager: 'see', administrator: 'edit' } as const
const aField: Body = {
  names: { en: 'Shift' },
  kind: 'text',
  choices: [],
  isRequired: false,
  access,
  place: 1,
  inList: false,
}
const open = { ...access, person: 'edit' } as const

function save(by: { token: string | null }, field: CustomFieldName, of: Partial<Body> = {}) {
  return app.call(by, api.customFields.save, { params: { field }, body: { ...aField, ...of } })
}

function setOwn(by: GivenPerson, values: object, userId = by.userId) {
  return app.call(by, api.customFields.setOfPerson, { params: { userId }, body: { values } })
}

const update = (tenant: GivenTenant, userId: string, body: object) =>
  app.call(tenant.admin, api.members.update, { params: { userId }, body })

async function giveByRule(tenant: GivenTenant, field: CustomFieldName, value: string, of: object = {}) {
  const { courseId } = await givenPublishedCourse(app, tenant)
  const answer = await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: courseId,
      title: 'Night shift',
      rule: { rule: { [field]: [value] } },
      ...of,
    },
  })
  return { courseId, answer }
}

function dueOf(person: GivenPerson, courseId: string) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .select(['dueAt', 'isActive'])
        .where('userId', '=', person.userId)
        .where('documentId', '=', courseId)
        .executeTakeFirst(),
    )
}

describe('custom fields', () => {
  it('belong to a tenant, are defined by the administrators of its own team, and checked by their kind', async () => {
    const tenant = await givenTenant(app)
    const other = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const [learner, teamAdmin] = [
      await givenPerson(app, tenant),
      await givenPerson(app, tenant, { teamId: team, roles: ['admin'] }),
    ]
    expect((await save(learner, 'custom1')).status).toBe(403)
    expect((await save(teamAdmin, 'custom1')).status).toBe(403)
    const markup = '<img src=x onerror=alert(1)>'
    expect((await save(tenant.admin, 'custom1', { names: { en: markup, de: 'Schicht' } })).status).toBe(200)
    expect((await save(tenant.admin, 'custom2', { names: { de: 'SCHICHT' } })).problem?.errors).toMatchObject([
      { path: 'body.names.de', code: 'fieldNameTaken' },
    ])
    expect((await save(tenant.admin, 'custom2', { names: { en: '' } })).problem?.errors?.[0]?.path).toBe('body.names')
    expect(
      (await save(tenant.admin, 'custom2', { names: { en: 'Site' }, kind: 'choices' })).problem?.errors,
    ).toMatchObject([{ path: 'body.choices', code: 'required' }])
    await save(tenant.admin, 'custom2', {
      names: { en: 'Site' },
      kind: 'choices',
      choices: ['Bonn', 'Köln'],
      place: 2,
      isRequired: true,
    })
    await save(tenant.admin, 'custom3', {
      names: { en: 'Buddy' },
      kind: 'person',
      access: { ...access, person: 'none' },
      place: 3,
    })
    await save(tenant.admin, 'custom4', {
      names: { en: 'Bonus' },
      kind: 'number',
      access: { ...access, person: 'none', manager: 'none' },
      place: 4,
    })
    await save(tenant.admin, 'custom5', {
      names: { en: 'From HR' },
      access: { ...access, administrator: 'see' },
      place: 5,
    })
    const names = async (by: GivenPerson) =>
      (await app.call(by, api.customFields.list)).body.items.map((field) => field.field)
    expect(await names(tenant.admin)).toEqual(['custom1', 'custom2', 'custom3', 'custom4', 'custom5'])
    expect(await names(learner)).toEqual(['custom1', 'custom2', 'custom5'])
    expect(await names(other.admin)).toEqual([])

    const wrong = await update(tenant, learner.userId, {
      custom2: ['Berlin'],
      custom4: ['twelve'],
      custom5: ['x'],
    })
    expect(wrong.problem?.errors?.map((one) => [one.path, one.code])).toEqual([
      ['body.custom2.0', 'notAChoice'],
      ['body.custom4.0', 'notANumber'],
      ['body.custom5', 'fieldNotYours'],
    ])
    expect((await update(tenant, learner.userId, { custom3: [other.admin.userId] })).problem?.errors).toMatchObject([
      { path: 'body.custom3.0', code: 'unknownPerson' },
    ])
    const saved = await update(tenant, learner.userId, {
      custom2: ['köln'],
      custom3: [tenant.admin.userId],
      custom4: ['007.50'],
      custom6: ['no name yet'],
    })
    expect(saved.body).toMatchObject({ custom2: ['Köln'], custom4: ['7.5'], custom6: ['no name yet'] })
    expect((await update(tenant, learner.userId, { custom2: [] })).problem?.errors).toMatchObject([
      { path: 'body.custom2', code: 'required' },
    ])
    const newcomer = { firstName: 'New', lastName: 'Comer' }
    expect((await app.call(tenant.admin, api.members.create, { body: newcomer })).problem?.errors).toMatchObject([
      { path: 'body.custom2', code: 'required' },
    ])
    const made = await app.call(tenant.admin, api.members.create, { body: { ...newcomer, custom2: ['Bonn'] } })
    expect(made.body.custom2).toEqual(['Bonn'])
  })

  it('are seen and edited by the person and their managers as far as the tenant says', async () => {
    const tenant = await givenTenant(app)
    const boss = await givenPerson(app, tenant, { roles: ['manager'] })
    const person = await givenPerson(app, tenant, { managers: [boss.userId], custom2: ['secret'] })
    const stranger = await givenPerson(app, tenant, { roles: ['manager'] })
    await save(tenant.admin, 'custom1', { names: { en: 'Shirt' }, access: open })
    await save(tenant.admin, 'custom2', {
      names: { en: 'Salary' },
      access: { ...access, person: 'none', manager: 'none' },
      place: 2,
    })
    await save(tenant.admin, 'custom3', { names: { en: 'Shift' }, access: { ...access, manager: 'edit' }, place: 3 })
    const read = (by: GivenPerson) => app.call(by, api.customFields.ofPerson, { params: { userId: person.userId } })
    const seen = async (by: GivenPerson) => (await read(by)).body.fields.map((one) => [one.field, one.canEdit])
    expect(await seen(person)).toEqual([
      ['custom1', true],
      ['custom3', false],
    ])
    expect(await seen(boss)).toEqual([
      ['custom1', false],
      ['custom3', true],
    ])
    for (const by of [stranger, await givenPerson(app, tenant)]) {
      expect((await read(by)).status).toBe(404)
      expect((await setOwn(by, { custom1: ['x'] }, person.userId)).status).toBe(404)
    }
    expect((await setOwn(person, { custom1: ['M'] })).body.fields[0]?.values).toEqual(['M'])
    expect((await setOwn(boss, { custom3: ['night'] }, person.userId)).status).toBe(200)
    // Neither what they only see, nor what they do not see, nor what has no name, nor anything else of the membership.
    for (const values of [{ custom3: ['day'] }, { custom2: ['more'] }, { loc1: ['x'] }])
      expect((await setOwn(person, values)).problem?.errors?.[0]?.code).toBe('fieldNotYours')
    expect((await setOwn(person, { roles: ['admin'] })).status).toBe(422)
    expect((await setOwn(boss, { custom2: ['more'] }, person.userId)).problem?.errors?.[0]?.code).toBe('fieldNotYours')
  })

  it('are never both read by a rule and edited by the person', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { custom1: ['night'] })
    await save(tenant.admin, 'custom1')
    const { answer, courseId } = await giveByRule(tenant, 'custom1', 'night')
    expect(answer.problem).toBeNull()
    const refused = await save(tenant.admin, 'custom1', { access: open })
    expect(refused.problem?.errors).toMatchObject([{ path: 'body.access.person', code: 'fieldIsRead' }])
    expect(refused.problem?.errors?.[0]?.message).toContain('“Night shift”')
    await save(tenant.admin, 'custom2', { names: { en: 'Hobby' }, access: open, place: 2 })
    expect((await giveByRule(tenant, 'custom2', 'chess')).answer.problem?.errors).toMatchObject([
      { path: 'body.rule.rule.custom2', code: 'fieldIsOpen' },
    ])
    const audience = { kind: 'rule' as const, title: 'Players', rule: { rule: {}, groups: [{ custom2: ['chess'] }] } }
    expect((await app.call(tenant.admin, api.audiences.create, { body: audience })).problem?.errors).toMatchObject([
      { path: 'body.rule.groups.0.custom2', code: 'fieldIsOpen' },
    ])
    const change = { params: { permissionId: answer.body.id }, body: { rule: { rule: { custom2: ['chess'] } } } }
    expect((await app.call(tenant.admin, api.permissions.update, change)).status).toBe(422)
    // The person has the course by the rule, and cannot reach another one.
    expect((await dueOf(person, courseId))?.isActive).toBe(true)
    expect((await setOwn(person, { custom1: ['day'] })).status).toBe(422)

    // If two administrators act at once, one makes the rule or the other opens the field.
    await save(tenant.admin, 'custom3', { names: { en: 'Race' }, place: 3 })
    const [rule, opened] = await Promise.all([
      giveByRule(tenant, 'custom3', 'x'),
      save(tenant.admin, 'custom3', { names: { en: 'Race' }, place: 3, access: open }),
    ])
    expect([rule.answer.status < 300, opened.status < 300].filter(Boolean)).toHaveLength(1)
  })

  it('set due dates where they hold a day', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { custom1: ['all'], custom2: ['2031-05-01'] })
    const due = { kind: 'field', field: 'custom2', days: 10 }
    expect((await giveByRule(tenant, 'custom1', 'all', { due })).answer.problem?.errors).toMatchObject([
      { path: 'body.due.field', code: 'fieldIsNoDate' },
    ])
    await save(tenant.admin, 'custom2', { names: { en: 'Probation ends' }, kind: 'date' })
    const { answer, courseId } = await giveByRule(tenant, 'custom1', 'all', { due })
    expect(answer.problem).toBeNull()
    const dueAt = async () => (await dueOf(person, courseId))?.dueAt?.toISOString()
    expect(await dueAt()).toMatch(/^2031-05-1[12]/)
    expect((await update(tenant, person.userId, { custom2: ['2032-02-30'] })).problem?.errors).toMatchObject([
      { path: 'body.custom2.0', code: 'notADate' },
    ])
    expect((await update(tenant, person.userId, { custom2: ['2032-06-01'] })).status).toBe(200)
    expect(await dueAt()).toMatch(/^2032-06-1[12]/)
    expect((await save(tenant.admin, 'custom2', { kind: 'text' })).problem?.errors).toMatchObject([
      { path: 'body.kind', code: 'fieldHasDueDates' },
    ])
    expect((await save(tenant.admin, 'custom2', { kind: 'date', access: open })).status).toBe(422)
    const remove = await app.call(tenant.admin, api.customFields.remove, { params: { field: 'custom2' } })
    expect(remove.status).toBe(409)
    expect(remove.problem?.detail).toContain('“Night shift”')
  })
})
