import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { ApprovalLevel, Field, FollowUp } from '@learnt/contract/forms/content'
import { newField, newPage } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, givenPerson, givenSession, givenTenant } from '../../../test/given/people.ts'
import { givenOffer } from '../../../test/given/requests.ts'
import { json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'

const app = await testApp()
const day = 86_400_000

const level = (key: string, who: ApprovalLevel['who'], more: Partial<ApprovalLevel> = {}): ApprovalLevel => ({
  key,
  title: newText(`Level ${key}`),
  who,
  need: 'any',
  escalateAfterDays: null,
  seesPages: null,
  mayChange: [],
  ...more,
})
const text = (key: string, label: string, more: object = {}): Field =>
  ({ ...newField('shortText', label), key, ...more }) as Field

const wish = text('kwish', 'What do you wish for?', { required: true })
const price = text('kprice', 'Price', {
  showIf: {
    match: 'all',
    groups: [],
    tests: [{ on: 'answer', field: 'kwish', part: null, is: 'isAnyOf', values: ['Desk'] }],
  },
})
const centre = text('kcentre', 'Cost centre', { rule: 'onlyNumbers' })

/** A manager, a learner of theirs and an application with these levels that the learner has. */
async function givenScene(
  levels: (of: Record<'manager' | 'second' | 'other' | 'third', GivenPerson>) => ApprovalLevel[],
  followUps: (of: { courseId: string; offeredId: string }) => FollowUp[] = () => [],
) {
  const tenant = await givenTenant(app)
  const person = (firstName: string, more: object = {}) =>
    givenPerson(app, tenant, { firstName, lastName: '', ...more })
  const manager = await person('Mara', { roles: ['manager'] })
  const second = await person('Sam', { roles: ['manager'] })
  // They know each other: they report to the same manager.
  const [other, third] = [
    await person('Omar', { managers: [second.userId] }),
    await person('Thea', { managers: [second.userId] }),
  ]
  const learner = await person('Lena', {
    managers: [manager.userId, second.userId],
    position: ['Cook'],
    tags: ['old'],
  })
  const { courseId } = await givenPublishedCourse(app, tenant, { title: 'Given' })
  const offer = await givenOffer(app, learner, 'Offered')
  const form = await givenForm(app, tenant, [], {
    kind: 'application',
    title: 'Home office',
    pages: [
      { ...newPage([wish]), key: 'pfirst' },
      { ...newPage([price, centre]), key: 'psecond' },
    ],
    settings: {
      attempts: 1,
      levels: levels({ manager, second, other, third }),
      followUps: followUps({ courseId, offeredId: offer.courseId }),
    },
  })
  await givenAssignment(app, learner, form.id, { type: 'form' })
  const submissionId = await begin(learner, form.id)
  return { tenant, manager, second, other, third, learner, form, submissionId, courseId, offer }
}

async function begin(who: Caller, documentId: string): Promise<string> {
  return (await app.call(who, api.forms.open, { params: { documentId } })).body.submission.id
}
const submit = (
  who: Caller,
  submissionId: string,
  changes: Record<string, AnswerValue> = { kwish: 'Desk', kprice: '90' },
) => app.call(who, api.forms.submit, { params: { submissionId }, body: { revision: 9, window: 'w1', changes } })
const look = (who: Caller, submissionId: string) => app.call(who, api.forms.submission, { params: { submissionId } })
async function decide(
  who: Caller,
  submissionId: string,
  decision: 'approve' | 'decline' = 'approve',
  more: { reason?: string; changes?: Record<string, AnswerValue> } = {},
) {
  const revision = (await look(who, submissionId)).body?.revision ?? 0
  return app.call(who, api.forms.decide, { params: { submissionId }, body: { revision, decision, ...more } })
}
const noticesOf = async (who: Caller) =>
  (await app.call(who, api.notifications.list)).body.items.map((one) => one.kind).reverse()
const dayFrom = (days: number) => new Date(app.clock.now().getTime() + days * day).toISOString().slice(0, 10)
const standIn = (who: Caller, userId: string, from: number, until: number) =>
  app.call(who, api.requests.standIns.name, { body: { userId, fromDay: dayFrom(from), untilDay: dayFrom(until) } })
async function freshSession(person: GivenPerson): Promise<Caller> {
  return { token: await givenSession(app.services, person) }
}
const own = (who: Caller, documentId: string) => app.call(who, api.forms.own, { params: { documentId } })

describe('approval by levels', () => {
  it('goes from level to level: a stand-in for one who is away, a table, and administrators after the days it is given', async () => {
    const scene = await givenScene(({ manager, other, third }) => [
      level('k1', { by: 'managers' }, { need: 'all', seesPages: ['pfirst'] }),
      level(
        'k2',
        {
          by: 'table',
          attribute: 'position',
          rows: [
            { values: ['Driver'], userIds: [manager.userId] },
            { values: ['Cook'], userIds: [other.userId] },
          ],
          otherwise: [third.userId],
        },
        { mayChange: ['kcentre'] },
      ),
      level('k3', { by: 'people', userIds: [third.userId] }, { escalateAfterDays: 5 }),
    ])
    const { tenant, manager, second, other, third, learner, form, submissionId } = scene
    const foreign = await givenTenant(app)
    expect((await submit(learner, submissionId)).body.submission).toMatchObject({
      state: 'approvalRequired',
      outcome: null,
    })
    await app.settle()
    expect([await noticesOf(manager), await noticesOf(other)]).toEqual([['requestMade'], []])

    // The managers' list names who decides; a manager sees the pages of their level alone, in the file too.
    const list = await app.call(manager, api.requests.manager.list, { query: { state: ['open'] } })
    expect(list.body.items).toMatchObject([
      {
        kind: 'form',
        title: 'Home office',
        submissionId,
        withWhom: ['Mara', 'Sam'],
        level: { number: 1, count: 3, title: 'Level k1' },
        can: { approve: null },
      },
    ])
    const seen = (await look(manager, submissionId)).body
    expect([seen.form.pages.map((page) => page.key), seen.answers, seen.can.decide]).toEqual([
      ['pfirst'],
      { kwish: 'Desk' },
      null,
    ])
    const csv = await app.send(manager, 'GET', `/api/forms/${form.id}/submissions.csv`)
    expect(String(csv.body)).toContain('What do you wish for?')
    expect(String(csv.body)).not.toContain('Price')

    // A manager who is not asked is refused; administrators see it and wait.
    for (const who of [other, third, foreign.admin]) expect((await decide(who, submissionId)).status).toBe(404)
    expect((await decide(learner, submissionId)).status).toBe(404)
    expect((await decide(tenant.admin, submissionId)).status).toBe(409)

    // Both managers are needed. The second is away, and so is their stand-in: the chain ends with Thea, the circle with nobody.
    expect((await decide(manager, submissionId)).body).toMatchObject({
      state: 'approvalRequired',
      level: { number: 1 },
      withWhom: ['Sam'],
    })
    expect((await decide(manager, submissionId)).status).toBe(409)
    expect((await standIn(second, other.userId, 0, 3)).status).toBe(201)
    expect((await standIn(second, third.userId, 2, 4)).problem?.errors).toMatchObject([{ path: 'body.fromDay' }])
    expect((await standIn(learner, third.userId, 0, 3)).status).toBe(403)
    await app.settle()
    expect(await noticesOf(other)).toEqual(['standInNamed'])
    expect((await look(second, submissionId)).body.withWhom).toEqual(['Omar'])
    expect((await look(other, submissionId)).body.form.pages.map((page) => page.key)).toEqual(['pfirst'])
    expect((await look(third, submissionId)).status).toBe(404)
    // Both build on the same state: the second may not decide at the next level with it.
    const { revision } = (await look(other, submissionId)).body
    const once = () =>
      app.call(other, api.forms.decide, { params: { submissionId }, body: { revision, decision: 'approve' } })
    const passed = await Promise.all([once(), once()])
    expect(passed.map((one) => one.status).sort()).not.toEqual([200, 200])
    await app.settle()

    // The table gives level 2 to Omar, who fills in a field of theirs and no other.
    const atSecond = (await look(other, submissionId)).body
    expect(atSecond).toMatchObject({ level: { number: 2, title: 'Level k2' }, mayChange: ['kcentre'] })
    expect(atSecond.events.at(-1)).toMatchObject({ event: 'approved', by: 'Omar', forWhom: 'Sam', level: 'Level k1' })
    const wrong = await decide(other, submissionId, 'approve', { changes: { kcentre: 'abc' } })
    expect(wrong.problem?.errors).toMatchObject([{ path: 'body.changes.kcentre', code: 'onlyNumbers' }])
    expect((await decide(other, submissionId, 'approve', { changes: { kwish: 'Chair' } })).status).toBe(422)
    expect((await decide(other, submissionId, 'approve', { changes: { kcentre: '4711' } })).body.level?.number).toBe(3)
    await app.settle()

    // Thea is reminded once; after five days, and not before, administrators may decide as well.
    const later = async (ms: number) => {
      app.clock.advance(ms)
      await app.settleDay()
      await app.settle()
      const [office, thea, lena] = await Promise.all([tenant.admin, third, learner].map(freshSession))
      return { office, thea, lena } as Record<'office' | 'thea' | 'lena', Caller>
    }
    expect(await noticesOf((await later(2.5 * day)).thea)).toEqual(['requestMade', 'requestReminder'])
    const before = await later(2.5 * day - 60_000)
    expect((await decide(before.office, submissionId)).status).toBe(409)
    expect(await noticesOf(before.office)).not.toContain('requestStandIn')
    await later(61_000)
    const { office, lena } = await later(0)
    expect((await noticesOf(office)).filter((kind) => kind === 'requestStandIn')).toHaveLength(1)
    expect((await look(office, submissionId)).body).toMatchObject({
      withAdministrators: true,
      answers: { kcentre: '4711' },
    })
    const done = await decide(office, submissionId, 'approve', { reason: 'Enjoy it' })
    expect(done.body).toMatchObject({ state: 'approved', outcome: 'approved' })
    expect(done.body.events.map((one) => one.event)).toEqual([
      'started',
      'submitted',
      'approved',
      'approved',
      'changed',
      'approved',
      'passedOn',
      'approved',
    ])
    await app.settle()
    expect(await noticesOf(lena)).toEqual(['formApproved'])
    expect((await own(lena, form.id)).body).toMatchObject({
      state: 'approved',
      progress: 'passed',
      outcome: 'approved',
    })
    const mine = await app.call(lena, api.requests.mine, {})
    expect(mine.body.items).toMatchObject([{ kind: 'form', state: 'approved', submissionId, reason: 'Enjoy it' }])
    const differences = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
    expect(Object.values(differences).every((one) => one === 0)).toBe(true)
  })

  it('is declined with a reason and asked for again with the earlier answers, returned, and withdrawn from either side', async () => {
    const scene = await givenScene(() => [level('k1', { by: 'managers' })])
    const { manager, learner, form, submissionId } = scene
    await submit(learner, submissionId)
    expect((await decide(manager, submissionId, 'decline')).problem?.errors).toMatchObject([{ path: 'body.reason' }])
    expect((await decide(manager, submissionId, 'decline', { reason: 'Too dear' })).body.state).toBe('not approved')
    await app.settle()
    expect(await noticesOf(learner)).toEqual(['formNotApproved'])
    expect((await own(learner, form.id)).body).toMatchObject({ button: 'again', reason: null, progress: 'failed' })

    const again = await app.call(learner, api.forms.open, { params: { documentId: form.id } })
    const next = again.body.submission.id
    expect([next === submissionId, again.body.answers]).toEqual([false, { kwish: 'Desk', kprice: '90' }])
    await submit(learner, next, { kprice: '60' })
    const asked = await app.call(manager, api.forms.reopen, {
      params: { submissionId: next },
      body: { revision: 0, fields: ['kprice'], comment: 'With tax, please' },
    })
    expect(asked.body).toMatchObject({ state: 'pendingResubmission', answers: { kprice: '60' } })
    await app.settle()
    expect(await noticesOf(learner)).toEqual(['formNotApproved', 'formReopened'])
    expect((await submit(learner, next, { kprice: '72' })).body.submission.state).toBe('approvalRequired')

    // Taken back as a submission, then as a request.
    const withdrawn = await app.call(learner, api.forms.withdrawSubmission, { params: { submissionId: next } })
    expect(withdrawn.body.state).toBe('inprogress')
    expect((await decide(manager, next)).status).toBe(409)
    await submit(learner, next, {})
    const requests = (await app.call(learner, api.requests.mine, {})).body.items
    expect(requests.map((one) => one.state)).toEqual(['open', 'withdrawn', 'returned', 'declined'])
    const requestId = requests[0]?.id as string
    expect((await app.call(learner, api.requests.withdraw, { params: { requestId } })).status).toBe(200)
    expect((await own(learner, form.id)).body.state).toBe('inprogress')

    // Among the requests it is decided as any other, many at once too.
    await submit(learner, next, {})
    const [open] = (await app.call(manager, api.requests.manager.list, { query: { state: ['open'] } })).body.items
    const many = await app.call(manager, api.requests.decideMany, {
      body: { ids: [open?.id as string], decision: 'approve' },
    })
    expect(many.body.rows).toMatchObject([{ outcome: 'approved' }])
    expect((await own(learner, form.id)).body.state).toBe('approved')
  })

  it('leaves nothing without an owner: administrators decide where nobody is named or everybody has gone', async () => {
    const scene = await givenScene(({ other }) => [level('k1', { by: 'people', userIds: [other.userId] })])
    const { tenant, other, learner, submissionId } = scene
    await submit(learner, submissionId)
    expect((await decide(tenant.admin, submissionId)).status).toBe(409)
    await app.call(tenant.admin, api.members.setStatus, {
      body: { selection: { by: 'ids', ids: [other.membershipId] }, status: 'terminated' },
    })
    await app.settleDay()
    const list = await app.call(tenant.admin, api.requests.admin.list, { query: { kind: ['form'] } })
    expect(list.body.items).toMatchObject([{ withWhom: [], withAdministrators: true }])
    expect((await decide(tenant.admin, submissionId)).body.state).toBe('approved')
  })

  it('follows the managers of a person, and the one who is asked can be nobody’s own stand-in', async () => {
    const scene = await givenScene(() => [level('k1', { by: 'managers' })])
    const { tenant, manager, second, third, learner, submissionId } = scene
    await submit(learner, submissionId)
    // A chain of stand-ins that ends with the learner who asks leaves the request with the manager.
    await standIn(manager, learner.userId, 0, 2)
    expect((await look(manager, submissionId)).body.withWhom).toEqual(['Mara', 'Sam'])
    expect((await decide(learner, submissionId)).status).toBe(404)
    const boss = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Nora', lastName: '' })
    await app.call(tenant.admin, api.members.update, {
      params: { userId: learner.userId },
      body: { managers: [boss.userId] },
    })
    await app.settleDay()
    expect((await decide(second, submissionId)).status).toBe(404)
    expect((await look(boss, submissionId)).body.withWhom).toEqual(['Nora'])
    // A circle of stand-ins leaves it with the person, too.
    await standIn(boss, manager.userId, 0, 2)
    await standIn(manager, boss.userId, 3, 5)
    app.clock.advance(0)
    expect((await look(boss, submissionId)).body.withWhom).toEqual(['Nora'])
    expect((await decide(third, submissionId)).status).toBe(404)
    expect((await decide(boss, submissionId)).body.state).toBe('approved')
  })
})

describe('follow-ups', () => {
  it('give, request, set and write once, whatever comes again', async () => {
    const all = (courseId: string, offeredId: string): FollowUp[] => [
      {
        key: 'f1',
        on: ['approved'],
        action: { do: 'assign', documentType: 'course', documentId: courseId, isOptional: false },
      },
      { key: 'f2', on: ['approved'], action: { do: 'request', documentType: 'course', documentId: offeredId } },
      { key: 'f3', on: ['approved'], action: { do: 'setAttribute', attribute: 'tags', field: 'kwish', value: '' } },
      {
        key: 'f4',
        on: ['approved'],
        action: {
          do: 'mail',
          to: 'person',
          userIds: [],
          subject: newText('About {{kwish}}'),
          text: newText('<b>{{kwish}}</b> & more'),
        },
      },
      {
        key: 'f5',
        on: ['not approved'],
        action: { do: 'mail', to: 'managers', userIds: [], subject: newText('No'), text: newText('No') },
      },
    ]
    const scene = await givenScene(
      () => [level('k1', { by: 'managers' }), level('k2', { by: 'administrators' })],
      ({ courseId, offeredId }) => all(courseId, offeredId),
    )
    const { tenant, manager, learner, submissionId, courseId, offer } = scene
    const tenantDb = app.services.db.tenant(tenant.tenantId)
    await submit(learner, submissionId)
    await decide(manager, submissionId)
    await decide(tenant.admin, submissionId)
    // The task comes twice, as after a crash.
    await tenantDb.write(async (tx) => {
      const task = await tx
        .selectFrom('outbox')
        .selectAll()
        .where('task', '=', 'forms.followUps')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('outbox')
        .values({ ...task, payload: json(task.payload), id: newId() })
        .execute()
    })
    await app.settle()
    const { followUps } = (await look(tenant.admin, submissionId)).body
    expect(followUps.map((one) => [one.key, one.state])).toEqual([
      ['f1', 'done'],
      ['f2', 'done'],
      ['f3', 'done'],
      ['f4', 'done'],
    ])
    const rows = await tenantDb.read((tx) =>
      Promise.all([
        tx
          .selectFrom('assignmentSources')
          .select('kind')
          .where('userId', '=', learner.userId)
          .where('kind', '=', 'manual')
          .execute(),
        tx
          .selectFrom('assignments')
          .select('isActive')
          .where('userId', '=', learner.userId)
          .where('documentId', '=', courseId)
          .execute(),
        tx.selectFrom('requests').select(['kind', 'state']).where('documentId', '=', offer.courseId).execute(),
        tx.selectFrom('memberships').select('tags').where('id', '=', learner.membershipId).executeTakeFirstOrThrow(),
        tx.selectFrom('mails').select(['subject', 'htmlBody']).where('kind', '=', 'formFollowUp').execute(),
      ]),
    )
    expect(rows[1]).toEqual([{ isActive: true }])
    expect(rows[2]).toEqual([{ kind: 'document', state: 'open' }])
    expect(rows[3].tags).toEqual(['old', 'Desk'])
    expect(rows[4]).toHaveLength(1)
    expect(rows[4][0]?.subject).toBe('About Desk')
    expect(rows[4][0]?.htmlBody).toContain('&#60;b&#62;Desk&#60;/b&#62; &#38; more')
  })

  it('set no attribute, and give nothing by a manager’s form, without an approval by somebody who may edit the person', async () => {
    const scene = await givenScene(
      () => [level('k1', { by: 'managers' })],
      ({ courseId }) => [
        {
          key: 'f1',
          on: ['approved'],
          action: { do: 'setAttribute', attribute: 'position', field: null, value: 'Chef' },
        },
        {
          key: 'f2',
          on: ['approved'],
          action: { do: 'assign', documentType: 'course', documentId: newId(), isOptional: false },
        },
        {
          key: 'f3',
          on: ['approved'],
          action: { do: 'assign', documentType: 'course', documentId: courseId, isOptional: false },
        },
      ],
    )
    const { tenant, manager, learner, form, submissionId } = scene
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.updateTable('documents').set({ createdBy: manager.userId }).where('id', '=', form.id).execute())
    await submit(learner, submissionId)
    await decide(manager, submissionId)
    await app.settle()
    expect((await look(tenant.admin, submissionId)).body.followUps).toMatchObject([
      { key: 'f1', do: 'setAttribute', state: 'refused', reason: 'notAllowed' },
      { key: 'f2', do: 'assign', state: 'refused', reason: 'notThere' },
      { key: 'f3', do: 'assign', state: 'refused', reason: 'notAllowed' },
    ])
    expect((await look(manager, submissionId)).body.followUps).toEqual([])
    const member = await app.call(tenant.admin, api.members.get, { params: { userId: learner.userId } })
    expect(member.body.position).toEqual(['Cook'])
  })
})

describe('marking', () => {
  it('is told to those who mark, and its outcome to the person, once each', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const assessor = await givenPerson(app, tenant)
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    const form = await givenForm(app, tenant, [wish], {
      kind: 'observation',
      settings: {
        assessors: { managers: true, administrators: true, people: [assessor.userId], second: false },
        followUps: [
          {
            key: 'f1',
            on: ['notCompetent'],
            action: {
              do: 'mail',
              to: 'person',
              userIds: [],
              subject: newText('Practise'),
              text: newText('Come on Monday'),
            },
          },
        ],
      },
    })
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const submissionId = await begin(learner, form.id)
    await submit(learner, submissionId, { kwish: 'Desk' })
    await app.settle()
    // Administrators mark where nobody else does; the assessor's link leads to the pages of learners.
    for (const who of [manager, assessor]) expect(await noticesOf(who)).toEqual(['markingWaits'])
    expect(await noticesOf(tenant.admin)).toEqual([])
    const [news] = (await app.call(assessor, api.notifications.list)).body.items
    expect(news?.link).toBe(`/apps/myforms?tab=review&submission=${submissionId}`)
    const mark = (finish: 'competent' | 'notCompetent', revision: number) =>
      app.call(manager, api.forms.mark, { params: { submissionId }, body: { revision, finish } })
    await mark('notCompetent', 0)
    await mark('competent', 1)
    await mark('notCompetent', 2)
    await app.settle()
    expect(await noticesOf(learner)).toEqual(['formDecided', 'formDecided'])
    // Judged a second time, the outcome sets nothing off again.
    const mails = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('mails').select('subject').where('kind', '=', 'formFollowUp').execute())
    expect(mails).toEqual([{ subject: 'Practise' }])
  })
})
