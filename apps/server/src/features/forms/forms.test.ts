import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { makePdf } from '../../../test/given/media.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { endOverdue } from './commands/end-overdue.ts'

const app = await testApp()

const named = <F extends Field>(field: F, key: string, more: Partial<F> = {}): F => ({ ...field, key, ...more })
const open = (who: Caller, documentId: string) => app.call(who, api.forms.open, { params: { documentId } })
const own = (who: Caller, documentId: string) => app.call(who, api.forms.own, { params: { documentId } })
const save = (
  who: Caller,
  submissionId: string,
  changes: Record<string, unknown>,
  { revision = 0, window = 'w1' }: { revision?: number; window?: string } = {},
) =>
  app.call(who, api.forms.saveAnswers, {
    params: { submissionId },
    body: { revision, window, changes: changes as Record<string, AnswerValue> },
  })
const submit = (who: Caller, submissionId: string, changes: Record<string, unknown> = {}, revision = 0) =>
  app.call(who, api.forms.submit, {
    params: { submissionId },
    body: { revision, window: 'w1', changes: changes as Record<string, AnswerValue> },
  })

const name = named(newField('shortText', 'Name'), 'kname', { required: true })
const age = named(newField('number', 'Age'), 'kage', { min: 0 })

function quizField(key: string, right: boolean): Field {
  const field = newField('trueFalse', key, true)
  return named(field, key, { quiz: { ...(field.quiz as NonNullable<typeof field.quiz>), key: right, points: 2 } })
}

async function givenOpened(fields: Field[], of: Parameters<typeof givenForm>[3] = {}) {
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  const form = await givenForm(app, tenant, fields, of)
  await givenAssignment(app, learner, form.id, { type: 'form' })
  const { body } = await open(learner, form.id)
  return { tenant, learner, form, opened: body, submissionId: body.submission?.id }
}

it('opens what waits for the form, and moves due dates that count from it, as every finished document does', async () => {
  const { tenant, learner, form, submissionId } = await givenOpened([name])
  const [waiting, dated] = [await givenPublishedCourse(app, tenant), await givenPublishedCourse(app, tenant)]
  const db = app.services.db.tenant(tenant.tenantId)
  await db.write((tx) =>
    tx
      .updateTable('documents')
      .set({ prerequisites: [form.id] })
      .where('id', '=', waiting.courseId)
      .execute(),
  )
  for (const { courseId } of [waiting, dated]) {
    const due = { kind: 'finish' as const, documentId: form.id, days: 7 }
    const rule = { rule: {}, groups: [], everyone: true, audiences: [] }
    const body = { documentType: 'course' as const, documentId: courseId, title: 'All', rule, due }
    expect((await app.call(tenant.admin, api.permissions.create, { body })).problem).toBeNull()
  }
  const standing = async (courseId: string) =>
    (await db.read((tx) =>
      tx
        .selectFrom('assignments')
        .select(['waitsFor', 'dueDay'])
        .where('userId', '=', learner.userId)
        .where('documentId', '=', courseId)
        .executeTakeFirst(),
    )) ?? null
  expect(await standing(waiting.courseId)).toEqual({ waitsFor: form.id, dueDay: null })
  expect((await submit(learner, submissionId ?? '', { kname: 'Ada' })).problem).toBeNull()
  await app.settle()
  for (const { courseId } of [waiting, dated])
    expect(await standing(courseId)).toEqual({ waitsFor: null, dueDay: '2026-11-27' })
})

describe('keeping forms', () => {
  it('goes from a draft over publishing to a second version, as for every document', async () => {
    const tenant = await givenTenant(app)
    const { admin } = tenant
    const made = await app.call(admin, api.forms.create, { body: { title: 'Feedback', kind: 'survey' } })
    expect(made.body).toMatchObject({
      status: 'draft',
      subtype: 'survey',
      content: { kind: 'survey' },
    })
    const documentId = made.body.id
    const first = made.body.revision
    const content: FormContent = {
      ...made.body.content,
      pages: [
        newPage([
          {
            ...newField('consent', 'Agree'),
            text: { text: '<p onclick="x()">I <script>evil()</script>agree</p>', translations: {} },
          },
        ]),
      ],
    }
    const saved = await app.call(admin, api.forms.saveDraft, {
      params: { documentId },
      body: { revision: made.body.revision, content },
    })
    expect(saved.status).toBe(200)
    const shown = await app.call(admin, api.forms.get, { params: { documentId } })
    expect(JSON.stringify(shown.body.content)).toContain('<p>I agree</p>')
    const broken = { ...content, pages: [newPage([newField('singleChoice')])] }
    await app.call(admin, api.forms.saveDraft, {
      params: { documentId },
      body: { revision: first + 1, content: broken },
    })
    const preview = await app.call(admin, api.forms.publishPreview, { params: { documentId } })
    expect(preview.body.problems.map((one) => one.code)).toContain('nameMissing')
    expect(
      (await app.call(admin, api.forms.publish, { params: { documentId }, body: { revision: first + 2 } })).status,
    ).toBe(422)
    await app.call(admin, api.forms.saveDraft, { params: { documentId }, body: { revision: first + 2, content } })
    const published = await app.call(admin, api.forms.publish, {
      params: { documentId },
      body: { revision: first + 3 },
    })
    expect(published.body).toMatchObject({ status: 'published', publishedNumber: 1 })
    const list = await app.call(admin, api.forms.list, {})
    expect(list.body.items.map((row) => row.id)).toEqual([documentId])
  })

  it('is for managers over the forms that they made, and nobody else’s', async () => {
    const tenant = await givenTenant(app)
    const [manager, other] = [
      await givenPerson(app, tenant, { roles: ['manager'] }),
      await givenPerson(app, tenant, { roles: ['manager'] }),
    ]
    const learner = await givenPerson(app, tenant)
    const made = await app.call(manager, api.forms.manager.create, { body: { title: 'Team survey' } })
    expect(made.status).toBe(201)
    const of = { params: { documentId: made.body.id } }
    const foreign = await app.call(tenant.admin, api.forms.create, { body: { title: 'Of the organisation' } })
    expect((await app.call(manager, api.forms.manager.get, of)).status).toBe(200)
    expect((await app.call(tenant.admin, api.forms.get, of)).status).toBe(200)
    expect((await app.call(other, api.forms.manager.get, of)).status).toBe(404)
    expect((await app.call(manager, api.forms.manager.get, { params: { documentId: foreign.body.id } })).status).toBe(
      404,
    )
    expect((await app.call(manager, api.forms.get, of)).status).toBe(403)
    expect((await app.call(learner, api.forms.manager.get, of)).status).toBe(403)
    const list = await app.call(manager, api.forms.manager.list, {})
    expect([list.body.items.map((row) => row.id), list.body.total]).toEqual([[made.body.id], 1])
    expect((await app.call(other, api.forms.manager.list, {})).body).toMatchObject({ items: [], total: 0 })
    expect((await app.call(other, api.forms.manager.facets, {})).body.status).toEqual([])
    const content = { ...made.body.content, pages: [newPage([name])] }
    const body = { revision: made.body.revision, content }
    expect((await app.call(other, api.forms.manager.saveDraft, { ...of, body })).status).toBe(404)
    expect((await app.call(manager, api.forms.manager.saveDraft, { ...of, body })).status).toBe(200)
    expect(
      (await app.call(manager, api.forms.manager.publish, { ...of, body: { revision: body.revision + 1 } })).status,
    ).toBe(200)
  })

  it('completes an application without levels', async () => {
    const tenant = await givenTenant(app)
    const made = await app.call(tenant.admin, api.forms.create, { body: { title: 'Leave', kind: 'application' } })
    const params = { documentId: made.body.id }
    const content = { ...made.body.content, pages: [newPage([name])] }
    const saved = await app.call(tenant.admin, api.forms.saveDraft, {
      params,
      body: { revision: made.body.revision, content },
    })
    const { revision } = saved.body
    expect((await app.call(tenant.admin, api.forms.publish, { params, body: { revision } })).status).toBe(200)
    const learner = await givenPerson(app, tenant)
    await givenAssignment(app, learner, made.body.id, { type: 'form' })
    const { body } = await open(learner, made.body.id)
    expect((await submit(learner, body.submission?.id, { kname: 'Ada' })).body.submission).toMatchObject({
      state: 'completed',
      outcome: 'completed',
    })
  })

  it('names files, people and documents that are not there', async () => {
    const [tenant, foreign] = [await givenTenant(app), await givenTenant(app)]
    const made = await app.call(tenant.admin, api.forms.create, { body: { title: 'F' } })
    const content = {
      ...made.body.content,
      settings: {
        ...made.body.content.settings,
        assessors: { managers: false, administrators: false, second: false, people: [foreign.admin.userId] },
      },
    }
    const saved = await app.call(tenant.admin, api.forms.saveDraft, {
      params: { documentId: made.body.id },
      body: { revision: made.body.revision, content },
    })
    expect(saved.problem?.errors).toMatchObject([
      { path: 'body.content.settings.assessors.people', code: 'personUnknown' },
    ])
  })
})

describe('filling in', () => {
  it('goes from the list over saving to a submission that finishes the form', async () => {
    const { tenant, learner, form, opened, submissionId } = await givenOpened([name, age])
    expect(opened).toMatchObject({
      submission: { state: 'inprogress', number: 1, revision: 0, endsAt: null },
      answers: {},
    })
    expect((await app.call(learner, api.forms.mine, {})).body.items).toMatchObject([
      { formId: form.id, state: 'inprogress', progress: 'inprogress', attemptsMade: 1 },
    ])
    const saved = await save(learner, submissionId, { kname: 'Ada' })
    expect(saved.body).toMatchObject({ revision: 1, conflicts: [], others: {} })
    expect((await open(learner, form.id)).body).toMatchObject({
      submission: { id: submissionId, revision: 1 },
      answers: { kname: 'Ada' },
    })
    const done = await submit(learner, submissionId, { kage: 36 }, 1)
    expect(done.body).toMatchObject({
      submission: { id: submissionId, state: 'completed', outcome: 'completed' },
      byTime: false,
    })
    expect((await own(learner, form.id)).body).toMatchObject({
      progress: 'completed',
      outcome: 'completed',
      button: 'look',
      reason: 'answered',
    })
    const differences = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
    expect(Object.values(differences).every((one) => one === 0)).toBe(true)
  })

  it('is for people who have the form, and each writes only their own', async () => {
    const { tenant, learner, form, submissionId } = await givenOpened([name])
    const [stray, other] = [await givenPerson(app, tenant), await givenTenant(app)]
    await givenAssignment(app, stray, form.id, { type: 'form' })
    const foreign = await givenPerson(app, other)
    for (const who of [stray, foreign, other.admin, tenant.admin]) {
      expect((await save(who, submissionId, { kname: 'x' })).status).toBe(404)
      expect((await submit(who, submissionId, { kname: 'x' })).status).toBe(404)
    }
    expect((await open(foreign, form.id)).status).toBe(404)
    expect((await open(stranger, form.id)).status).toBe(401)
    expect((await save(learner, submissionId, { kname: 'x' })).status).toBe(200)
    await app.call(tenant.admin, api.forms.withdraw, { params: { documentId: form.id } })
    expect((await save(learner, submissionId, { kname: 'y' })).status).toBe(404)
    expect((await open(learner, form.id)).status).toBe(404)
  })

  it('names what is missing or does not fit, and keeps what was saved', async () => {
    const { learner, form, submissionId } = await givenOpened([name, age, named(newField('email', 'Mail'), 'kmail')])
    const refused = await submit(learner, submissionId, { kage: -1, kmail: 'nobody' })
    expect(refused.status).toBe(422)
    expect(refused.problem?.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['answers.kname', 'required'],
      ['answers.kage', 'tooSmall'],
      ['answers.kmail', 'emailInvalid'],
    ])
    expect(refused.problem?.errors?.[2]?.message).toBe('Email is invalid')
    expect((await open(learner, form.id)).body.answers).toEqual({ kage: -1, kmail: 'nobody' })
    const wrong = await save(learner, submissionId, { kage: 'old', kgone: 'x' })
    expect(wrong.problem?.errors?.map((one) => one.path)).toEqual(['body.changes.kage', 'body.changes.kgone'])
  })

  it('does not keep the answers of hidden fields, and a hidden required field blocks nobody', async () => {
    const more = named(newField('shortText', 'More'), 'kmore', {
      required: true,
      showIf: {
        match: 'all',
        groups: [],
        tests: [{ on: 'answer', field: 'kask', part: null, is: 'isAnyOf', values: ['true'] }],
      },
    })
    const { tenant, learner, form, submissionId } = await givenOpened([named(newField('yesNo', 'Ask'), 'kask'), more])
    await save(learner, submissionId, { kask: true, kmore: 'secret' })
    expect((await submit(learner, submissionId, { kask: false }, 1)).status).toBe(200)
    const rows = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('answers').select(['field', 'value']).execute())
    expect(rows).toEqual([{ field: 'kask', value: false }])
    expect(form.content.pages.length).toBe(1)
  })

  it('from two windows loses nothing: the other’s answers are told, and not overwritten', async () => {
    const { learner, submissionId } = await givenOpened([name, age])
    expect((await save(learner, submissionId, { kname: 'Ada' }, { window: 'wa' })).body.revision).toBe(1)
    // The second window opened before that.
    const clash = await save(learner, submissionId, { kname: 'Eve', kage: 3 }, { window: 'wb' })
    expect(clash.body).toEqual({
      revision: 2,
      savedAt: clash.body.savedAt,
      endsAt: null,
      conflicts: [{ field: 'kname', value: 'Ada' }],
      others: {},
    })
    // A window's own earlier save is no conflict, though it never heard of it.
    expect((await save(learner, submissionId, { kname: 'Ada L.' }, { window: 'wa' })).body).toMatchObject({
      conflicts: [],
      others: { kage: 3 },
    })
    // Once it has seen the other's, it may change it.
    expect((await save(learner, submissionId, { kname: 'Eve' }, { window: 'wb', revision: 3 })).body.conflicts).toEqual(
      [],
    )
    const stale = await app.call(learner, api.forms.submit, {
      params: { submissionId },
      body: { revision: 2, window: 'wc', changes: { kname: 'Zoe' } },
    })
    expect(stale.problem).toMatchObject({ code: 'conflict', errors: [{ path: 'answers.kname' }] })
    const both = await Promise.all(
      ['wx', 'wy'].map((window, at) => save(learner, submissionId, { kage: at }, { window, revision: 4 })),
    )
    expect(both.map((one) => one.body.conflicts.length).sort()).toEqual([0, 1])
  })

  it('begins one attempt and submits once, however often it is asked at the same moment', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const form = await givenForm(app, tenant, [name])
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const opened = await Promise.all([1, 2, 3].map(() => open(learner, form.id)))
    const ids = new Set(opened.map((one) => one.body.submission.id))
    expect(ids.size).toBe(1)
    const submissionId = [...ids][0] as string
    const done = await Promise.all([1, 2, 3].map(() => submit(learner, submissionId, { kname: 'Ada' })))
    expect(done.map((one) => one.status)).toEqual([200, 200, 200])
    const events = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('submissionEvents').select('event').orderBy('at').execute())
    expect(events.map((one) => one.event).sort()).toEqual(['started', 'submitted'])
    expect((await save(learner, submissionId, { kname: 'Eve' })).status).toBe(409)
  })

  it('ends with the attempts, and waits between them', async () => {
    const { learner, form, submissionId } = await givenOpened([name], { settings: { attempts: 2, waitMinutes: 60 } })
    await submit(learner, submissionId, { kname: 'Ada' })
    const waiting = await own(learner, form.id)
    expect(waiting.body).toMatchObject({ reason: 'waiting', button: 'look' })
    expect(Date.parse(waiting.body.canStartAt as string) - Date.parse(waiting.body.now)).toBeLessThanOrEqual(3_600_000)
    expect((await open(learner, form.id)).status).toBe(409)
    const unlimited = await givenOpened([name], { settings: { attempts: 2 } })
    await submit(unlimited.learner, unlimited.submissionId, { kname: 'Ada' })
    const again = await open(unlimited.learner, unlimited.form.id)
    expect(again.body.submission.number).toBe(2)
    await submit(unlimited.learner, again.body.submission.id, { kname: 'Ada' })
    expect((await own(unlimited.learner, unlimited.form.id)).body).toMatchObject({
      reason: 'attemptsUsed',
      attemptsMade: 2,
    })
  })

  it('opens and closes by the server’s clock', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const now = app.services.clock.now().getTime()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const [early, late, between] = [
      await givenForm(app, tenant, [name], { settings: { opensAt: at(60) } }),
      await givenForm(app, tenant, [name], { settings: { closesAt: at(-60) } }),
      await givenForm(app, tenant, [name], { settings: { opensAt: at(-60), closesAt: at(60) } }),
    ]
    for (const form of [early, late, between]) await givenAssignment(app, learner, form.id, { type: 'form' })
    expect((await own(learner, early.id)).body).toMatchObject({ reason: 'notOpenYet', canStartAt: at(60) })
    expect((await own(learner, late.id)).body).toMatchObject({ reason: 'closed' })
    expect((await open(learner, late.id)).problem?.detail).toBe('The form is closed.')
    expect((await open(learner, between.id)).status).toBe(200)
  })

  it('ends with the time: what was saved is submitted, and nothing later counts', async () => {
    const { tenant, learner, form, opened, submissionId } = await givenOpened([name, quizField('kq', true)], {
      kind: 'quiz',
      settings: { timeLimitMinutes: 10 },
    })
    expect(Date.parse(opened.submission.endsAt as string) - Date.parse(opened.submission.startedAt)).toBe(600_000)
    await save(learner, submissionId, { kq: true })
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('submissions')
        .set({ endsAt: new Date(app.services.clock.now().getTime() - 60_000) })
        .where('id', '=', submissionId)
        .execute(),
    )
    expect((await save(learner, submissionId, { kq: false }, { revision: 1 })).status).toBe(409)
    const late = await submit(learner, submissionId, { kq: false, kname: 'late' }, 1)
    expect(late.body).toMatchObject({ byTime: true, submission: { state: 'completed', points: 2, outOf: 2 } })
    // Whoever does not come back is submitted by the round.
    const gone = await givenPerson(app, tenant)
    await givenAssignment(app, gone, form.id, { type: 'form' })
    const left = await open(gone, form.id)
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('submissions')
        .set({ endsAt: new Date(app.services.clock.now().getTime() - 60_000) })
        .where('id', '=', left.body.submission.id)
        .execute(),
    )
    await endOverdue(app.services)
    const ended = await app.call(gone, api.forms.ownSubmissions, { params: { documentId: form.id } })
    expect(ended.body.items).toMatchObject([{ state: 'completed', points: 0 }])
    // Whoever comes back after the time is told, and begins another attempt by choice.
    const back = await givenPerson(app, tenant)
    await givenAssignment(app, back, form.id, { type: 'form' })
    const begun = await open(back, form.id)
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('submissions')
        .set({ endsAt: new Date(app.services.clock.now().getTime() - 60_000) })
        .where('id', '=', begun.body.submission.id)
        .execute(),
    )
    expect((await open(back, form.id)).problem?.detail).toBe('The time for this form is over.')
    expect((await open(back, form.id)).body.submission.number).toBe(2)
    const extra = await givenPerson(app, tenant)
    await givenAssignment(app, extra, form.id, { type: 'form' })
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .insertInto('extraTimes')
        .values({
          formId: form.id,
          userId: extra.userId,
          percent: 50,
          givenBy: tenant.admin.userId,
          givenAt: app.services.clock.now(),
        })
        .execute(),
    )
    const longer = await open(extra, form.id)
    expect(Date.parse(longer.body.submission.endsAt as string) - Date.parse(longer.body.submission.startedAt)).toBe(
      900_000,
    )
  })

  it('shows no right answer before it may be seen, and marks on the server', async () => {
    const { learner, form, opened, submissionId } = await givenOpened([quizField('ka', true), quizField('kb', false)], {
      kind: 'quiz',
      settings: { passPercent: 80, review: { answers: 'submitted', marks: 'closed', feedback: 'never', key: 'never' } },
    })
    expect(JSON.stringify(opened.form)).not.toContain('"key":true')
    expect(JSON.stringify(form.content)).toContain('"key":true')
    const done = await submit(learner, submissionId, { ka: true, kb: true })
    expect(done.body.submission).toMatchObject({
      state: 'completed',
      outcome: 'completed',
      points: null,
      percent: null,
    })
    const again = await open(learner, form.id)
    expect(again.status).toBe(200)
    await submit(learner, again.body.submission.id, { ka: true, kb: false })
    // Nothing says which attempt was the better one.
    expect((await own(learner, form.id)).body).toMatchObject({ progress: 'inprogress', outcome: 'completed' })
  })

  it('takes markup and long texts as what they are, and no more than a form holds', async () => {
    const { learner, form, submissionId } = await givenOpened([name, named(newField('longText', 'Long'), 'klong')])
    const markup = '<img src=x onerror=alert(1)>{{kname}}'
    expect((await save(learner, submissionId, { kname: markup })).status).toBe(200)
    expect((await open(learner, form.id)).body.answers.kname).toBe(markup)
    expect((await save(learner, submissionId, { klong: 'x'.repeat(20_000) }, { revision: 1 })).status).toBe(200)
    expect((await save(learner, submissionId, { klong: 'x'.repeat(20_001) }, { revision: 2 })).status).toBe(422)
    expect((await save(learner, submissionId, { klong: 'x'.repeat(8 * 1024 * 1024) }, { revision: 2 })).status).toBe(
      413,
    )
    expect((await save(learner, submissionId, { klong: '\u0000' }, { revision: 2 })).status).not.toBe(500)
  })

  it('counts as a step of a pathway, and waits where one is locked', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const [first, second] = [await givenForm(app, tenant, [name]), await givenForm(app, tenant, [name])]
    const steps = [pathwayStep(first.id, { documentType: 'form' }), pathwayStep(second.id, { documentType: 'form' })]
    const pathway = await givenPathway(app, tenant, { order: 'sequenced', sections: [pathwaySection(steps)] })
    await app.call(tenant.admin, api.permissions.assign, {
      params: { documentType: 'pathway', documentId: pathway.id },
      body: { selection: { by: 'ids', ids: [learner.membershipId] } },
    })
    expect((await own(learner, second.id)).body).toMatchObject({ reason: 'locked', isLocked: true })
    const { body } = await open(learner, first.id)
    await submit(learner, body.submission.id, { kname: 'Ada' })
    expect((await own(learner, second.id)).body).toMatchObject({ reason: null, button: 'start' })
  })
})

describe('speed', () => {
  const fields = Array.from({ length: 200 }, (_, at) => named(newField('shortText', `Question ${at}`), `k${at}`))
  it('opens 200 fields and saves an answer in at most 6 statements, and one commit', async () => {
    const { learner, form, submissionId } = await givenOpened(fields)
    await save(learner, submissionId, Object.fromEntries(fields.map((field) => [field.key, 'x'])))
    const opening = await statementsOf(app.services.db, () => open(learner, form.id))
    expect(opening.map((one) => one.sql).length, opening.map((one) => one.sql).join('\n')).toBeLessThanOrEqual(6)
    const saving = await statementsOf(app.services.db, () => save(learner, submissionId, { k1: 'y' }, { revision: 1 }))
    expect(saving.length, saving.map((one) => one.sql).join('\n')).toBeLessThanOrEqual(6)
    const submitting = await statementsOf(app.services.db, () => submit(learner, submissionId, { k2: 'z' }, 2))
    expect(submitting.length, submitting.map((one) => one.sql).join('\n')).toBeLessThanOrEqual(14)
  })
})

it('a form begins with what its kind needs', () => {
  expect(newForm('observation', 'O').settings.assessors).toMatchObject({ managers: true })
})

describe('marking', () => {
  const essay = named(newField('essay', 'Essay'), 'kessay')
  async function givenSubmitted(
    of: Parameters<typeof givenForm>[3] = {},
    fields: Field[] = [essay, quizField('kq', true)],
  ) {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    const form = await givenForm(app, tenant, fields, { kind: 'quiz', ...of })
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const { body } = await open(learner, form.id)
    const submissionId = body.submission.id
    const done = await submit(
      learner,
      submissionId,
      fields.includes(essay) ? { kessay: 'Words', kq: true } : { kname: 'Ada' },
    )
    return { tenant, manager, learner, form, submissionId, done: done.body }
  }
  const look = (who: Caller, submissionId: string) => app.call(who, api.forms.submission, { params: { submissionId } })
  const mark = (who: Caller, submissionId: string, body: object) =>
    app.call(who, api.forms.mark, { params: { submissionId }, body: body as never })
  const reopen = (who: Caller, submissionId: string, body: object) =>
    app.call(who, api.forms.reopen, { params: { submissionId }, body: body as never })

  it('of a quiz with an essay waits for a person, who finishes it', async () => {
    const { manager, learner, form, submissionId, done } = await givenSubmitted({ settings: { passPercent: 60 } })
    expect(done.submission).toMatchObject({ state: 'pending', outcome: null })
    const queue = await app.call(manager, api.forms.manager.submissions, {
      params: { documentId: form.id },
      query: { waiting: 'true' },
    })
    expect(queue.body).toMatchObject({
      items: [{ id: submissionId, state: 'pending' }],
      total: 1,
      counts: [{ value: 'pending', count: 1 }],
    })
    const seen = await look(manager, submissionId)
    expect(seen.body).toMatchObject({ answers: { kessay: 'Words', kq: true }, revision: 0, can: { mark: null } })
    expect(seen.body.marks.find((one) => one.field === 'kessay')).toMatchObject({ points: null, verdict: 'waiting' })
    expect((await mark(manager, submissionId, { revision: 0, finish: 'done' })).status).toBe(409)
    expect((await mark(manager, submissionId, { revision: 0, marks: [{ field: 'kessay', points: 2 }] })).status).toBe(
      422,
    )
    const kept = await mark(manager, submissionId, {
      revision: 0,
      marks: [{ field: 'kessay', points: 1, comment: 'Good' }],
    })
    expect(kept.body).toMatchObject({ state: 'pending', revision: 1 })
    expect((await mark(manager, submissionId, { revision: 0, finish: 'done' })).problem?.code).toBe('stale')
    // What the key gave is overridden with a reason only, and the key's own marks stay beside.
    const override = { field: 'kq', points: 0 }
    expect((await mark(manager, submissionId, { revision: 1, marks: [override] })).problem?.errors?.[0]?.path).toBe(
      'body.marks.0.reason',
    )
    const over = await mark(manager, submissionId, { revision: 1, marks: [{ ...override, reason: 'Guessed' }] })
    expect(over.body.marks.find((one) => one.field === 'kq')).toMatchObject({
      points: 0,
      original: 2,
      byHand: true,
      reason: 'Guessed',
    })
    const finished = await mark(manager, submissionId, { revision: 2, finish: 'done', comment: 'Well done' })
    expect(finished.body).toMatchObject({ state: 'completed', outcome: 'failed', points: 1, outOf: 3 })
    const results = await app.call(learner, api.forms.ownResults, {})
    expect(results.body.items).toMatchObject([{ id: submissionId, outcome: 'failed', points: 1, comment: 'Well done' }])
    expect((await own(learner, form.id)).body.progress).toBe('failed')
    const shown = await app.call(learner, api.forms.ownSubmission, { params: { submissionId } })
    expect(shown.body).toMatchObject({ answers: { kessay: 'Words' }, comment: 'Well done' })
    expect(JSON.stringify(shown.body.form)).not.toContain('"key":true')
  })

  it('is for those who look after the person, or whom the form names; never for the person', async () => {
    const tenant = await givenTenant(app)
    const assessor = await givenPerson(app, tenant)
    const fields = [essay]
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const otherManager = await givenPerson(app, tenant, { roles: ['manager'] })
    const stray = await givenPerson(app, tenant)
    const foreign = await givenTenant(app)
    const learner = await givenPerson(app, tenant, { managers: [manager.userId], roles: ['learner', 'manager'] })
    const form = await givenForm(app, tenant, fields, {
      kind: 'quiz',
      settings: { assessors: { managers: false, administrators: true, people: [assessor.userId], second: false } },
    })
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const { body } = await open(learner, form.id)
    const submissionId = body.submission.id
    await submit(learner, submissionId, { kessay: 'Words' })
    for (const who of [stray, otherManager, foreign.admin, learner])
      expect((await look(who, submissionId)).status).toBe(404)
    for (const who of [manager, tenant.admin, assessor]) expect((await look(who, submissionId)).status).toBe(200)
    const marks = { revision: 0, marks: [{ field: 'kessay', points: 1 }], finish: 'done' }
    expect((await mark(manager, submissionId, marks)).status).toBe(403)
    expect(
      (await app.call(otherManager, api.forms.manager.submissions, { params: { documentId: form.id } })).status,
    ).toBe(404)
    expect((await app.call(stray, api.forms.review, {})).body.items).toEqual([])
    expect((await app.call(assessor, api.forms.review, {})).body.items).toMatchObject([{ id: submissionId }])
    expect((await mark(assessor, submissionId, marks)).body).toMatchObject({ state: 'completed' })
  })

  it('does not show what somebody is still writing', async () => {
    const { tenant, submissionId, learner } = await givenOpened([name])
    await save(learner, submissionId, { kname: 'half a thought' })
    const seen = await look(tenant.admin, submissionId)
    expect([seen.status, JSON.stringify(seen.body).includes('half a thought')]).toEqual([200, false])
    await submit(learner, submissionId, { kname: 'a thought' }, 1)
    expect((await look(tenant.admin, submissionId)).body.answers).toEqual({ kname: 'a thought' })
  })

  it('reopens chosen questions, with the earlier answers beside them', async () => {
    const { manager, learner, form, submissionId } = await givenSubmitted()
    const body = { revision: 0, fields: ['kessay'], comment: 'Say more', comments: { kessay: 'Too short' } }
    expect((await reopen(manager, submissionId, { ...body, comment: '' })).status).toBe(422)
    expect((await reopen(manager, submissionId, body)).body).toMatchObject({
      state: 'pendingResubmission',
      earlier: { kessay: 'Words' },
    })
    expect((await own(learner, form.id)).body).toMatchObject({ button: 'resubmit', state: 'pendingResubmission' })
    const again = await open(learner, form.id)
    expect(again.body).toMatchObject({
      submission: { id: submissionId },
      reopened: ['kessay'],
      comment: 'Say more',
      comments: { kessay: 'Too short' },
    })
    await save(learner, submissionId, { kessay: 'Many words', kq: false }, { revision: again.body.submission.revision })
    const done = await submit(learner, submissionId, {}, again.body.submission.revision + 1)
    expect(done.body.submission.state).toBe('pending')
    expect((await look(manager, submissionId)).body).toMatchObject({
      answers: { kessay: 'Many words', kq: true },
      earlier: { kessay: 'Words' },
    })
  })

  it('judges an observation, and a judgement can be put right', async () => {
    const { manager, learner, form, submissionId, done } = await givenSubmitted({ kind: 'observation' }, [name])
    expect(done.submission.state).toBe('markingRequired')
    expect((await submit(learner, submissionId)).status).toBe(200)
    expect((await mark(manager, submissionId, { revision: 0, finish: 'done' })).status).toBe(409)
    expect((await mark(manager, submissionId, { revision: 0, finish: 'notCompetent' })).body.outcome).toBe(
      'notCompetent',
    )
    expect((await own(learner, form.id)).body).toMatchObject({ progress: 'failed', state: 'notCompetent' })
    expect((await mark(manager, submissionId, { revision: 1, finish: 'competent' })).body.outcome).toBe('competent')
    expect((await own(learner, form.id)).body).toMatchObject({ progress: 'passed', reason: 'decided' })
  })

  it('decides many at once, and passes over those that cannot be', async () => {
    const one = await givenSubmitted({ kind: 'observation' }, [name])
    const { learner: other } = await givenSubmitted({ kind: 'observation' }, [name])
    const foreign = (await own(other, one.form.id)).status
    expect(foreign).toBe(404)
    const rows = await app.call(one.manager, api.forms.markMany, {
      body: { ids: [one.submissionId, one.form.id], finish: 'competent', comment: '' },
    })
    expect(rows.body.rows.map((row) => row.result)).toEqual(['done', 'notFound'])
    const twice = await app.call(one.manager, api.forms.markMany, {
      body: { ids: [one.submissionId], finish: 'notCompetent', comment: '' },
    })
    expect(twice.body.rows.map((row) => row.result)).toEqual(['wrongState'])
  })

  it('of two at once takes one', async () => {
    const { manager, tenant, submissionId } = await givenSubmitted({ kind: 'observation' }, [name])
    const both = await Promise.all([
      mark(manager, submissionId, { revision: 0, finish: 'competent' }),
      mark(tenant.admin, submissionId, { revision: 0, finish: 'notCompetent' }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
  })

  it('gives extra time to people whom the administrator sees', async () => {
    const { tenant, learner, form } = await givenSubmitted({ settings: { timeLimitMinutes: 10 } })
    const foreign = await givenTenant(app)
    const give = (who: Caller, userId: string) =>
      app.call(who, api.forms.extraTime, { params: { documentId: form.id, userId }, body: { percent: 50 } })
    expect((await give(tenant.admin, learner.userId)).status).toBe(200)
    expect((await give(tenant.admin, foreign.admin.userId)).status).toBe(404)
    expect((await give(foreign.admin, learner.userId)).status).toBe(404)
    expect((await own(learner, form.id)).body).toMatchObject({ timeLimitMinutes: 10, ownTimeLimitMinutes: 15 })
  })
})

describe('an anonymous form', () => {
  const answer = (who: Caller, documentId: string, answers: Record<string, unknown>) =>
    app.call(who, api.forms.submitAnonymously, {
      params: { documentId },
      body: { answers: answers as Record<string, AnswerValue> },
    })
  const mood = named(newField('scale', 'Mood'), 'kmood', { required: true })
  const words = named(newField('longText', 'Words'), 'kwords')

  async function givenSurvey(people: number) {
    const tenant = await givenTenant(app)
    const form = await givenForm(app, tenant, [mood, words], { settings: { anonymous: true } })
    const learners = await Promise.all(Array.from({ length: people }, () => givenPerson(app, tenant)))
    for (const one of learners) await givenAssignment(app, one, form.id, { type: 'form' })
    return { tenant, form, learners }
  }

  it('is answered once by each, also at the same moment', async () => {
    const { form, learners, tenant } = await givenSurvey(1)
    const learner = learners[0] as (typeof learners)[number]
    expect((await open(learner, form.id)).body.form.settings.anonymous).toBe(true)
    expect((await answer(learner, form.id, {})).problem?.errors?.[0]).toMatchObject({
      path: 'answers.kmood',
      code: 'required',
    })
    const both = await Promise.all([answer(learner, form.id, { kmood: 3 }), answer(learner, form.id, { kmood: 4 })])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await answer(learner, form.id, { kmood: 5 })).status).toBe(409)
    expect((await own(learner, form.id)).body).toMatchObject({
      reason: 'answered',
      progress: 'completed',
      submissions: [],
    })
    const figures = await app.call(tenant.admin, api.forms.analytics, { params: { documentId: form.id } })
    expect(figures.body).toMatchObject({ submitted: 0, tooFew: true, questions: [] })
    const named = await givenForm(app, tenant, [name])
    await givenAssignment(app, learner, named.id, { type: 'form' })
    expect((await answer(learner, named.id, { kname: 'x' })).status).toBe(409)
  })

  it('keeps nothing that joins a person and an answer', async () => {
    const { tenant, form, learners } = await givenSurvey(6)
    for (const [at, one] of learners.entries())
      expect((await answer(one, form.id, { kmood: (at % 5) + 1, kwords: `unmistakable ${at}` })).status).toBe(200)
    const found = await app.services.db.tenant(tenant.tenantId).read(async (tx) => {
      const [marks, answers, elsewhere] = await Promise.all([
        sql<{
          row: Record<string, unknown>
          at: string
        }>`select to_jsonb(m) as row, m.xmin::text as at from anonymous_marks m`.execute(tx),
        sql<{
          row: Record<string, unknown>
          at: string
          place: string
        }>`select to_jsonb(n) as row, n.xmin::text as at, n.ctid::text as place from anonymous_answers n order by n.ctid`.execute(
          tx,
        ),
        sql<{ text: string }>`
          select to_jsonb(x)::text as text from audit_entries x union all select to_jsonb(x)::text from audit_payloads x
          union all select to_jsonb(x)::text from statements x union all select to_jsonb(x)::text from outbox x
          union all select to_jsonb(x)::text from live_events x union all select to_jsonb(x)::text from submissions x
          union all select to_jsonb(x)::text from submission_events x union all select to_jsonb(x)::text from answers x
          union all select to_jsonb(x)::text from assignments x union all select to_jsonb(x)::text from idempotency_keys x`.execute(
          tx,
        ),
      ])
      return { marks: marks.rows, answers: answers.rows, elsewhere: elsewhere.rows.map((one) => one.text) }
    })
    expect([found.marks.length, found.answers.length]).toEqual([6, 6])
    // No id, no time, nothing but the form in common.
    const shared = Object.keys(found.marks[0]?.row ?? {}).filter((key) => key in (found.answers[0]?.row ?? {}))
    expect(shared.sort()).toEqual(['form_id', 'tenant_id'])
    const names = [...Object.keys(found.marks[0]?.row ?? {}), ...Object.keys(found.answers[0]?.row ?? {})]
    expect(names.filter((key) => /_at$|_by$|day|time|number|revision/.test(key))).toEqual([])
    // No transaction: those of the answers are all the last one's.
    const ofMarks = new Set(found.marks.map((one) => one.at))
    expect(new Set(found.answers.map((one) => one.at)).size).toBe(1)
    expect(found.answers.some((one) => ofMarks.has(one.at))).toBe(false)
    // No order: ids are random, and rows lie in the order of their ids.
    const ids = found.answers.map((one) => String(one.row.id))
    expect(ids.every((id) => id[14] === '4')).toBe(true)
    expect(ids).toEqual(ids.toSorted())
    for (const text of found.elsewhere) {
      expect(text).not.toContain('unmistakable')
      for (const id of ids) expect(text).not.toContain(id)
    }
    const figures = await app.call(tenant.admin, api.forms.analytics, { params: { documentId: form.id } })
    expect(figures.body).toMatchObject({ submitted: 5, tooFew: false, days: [] })
    expect(figures.body.questions[0]?.values.reduce((sum, one) => sum + one.count, 0)).toBe(5)
    // A file tells five together: the sixth waits for four others. It has no name, and no order but that of random ids.
    const file = await app.send(tenant.admin, 'GET', `/api/forms/${form.id}/submissions.csv?search=x`)
    const [head, ...rows] = String(file.body).trim().split('\r\n')
    expect([head?.replace('\ufeff', ''), rows.length]).toEqual(['Mood,Words', 5])
    expect(rows.join()).toContain('unmistakable')
  })
})

describe('figures and files', () => {
  it('count answers by choice, and write them with their words', async () => {
    const choice = named(newField('singleChoice', 'Colour'), 'kcolour')
    const [red, blue] = choice.choices as [(typeof choice.choices)[number], (typeof choice.choices)[number]]
    red.label.text = 'Red'
    blue.label.text = '=Blue'
    const { tenant, form, learner, submissionId } = await givenOpened([choice, quizField('kq', true)], { kind: 'quiz' })
    await submit(learner, submissionId, { kcolour: { choices: [blue.key] }, kq: true })
    const { body } = await app.call(tenant.admin, api.forms.analytics, { params: { documentId: form.id } })
    expect(body).toMatchObject({
      started: 1,
      submitted: 1,
      averagePercent: 100,
      outcomes: [{ value: 'completed', count: 1 }],
    })
    expect(body.questions[0]).toMatchObject({
      label: 'Colour',
      answered: 1,
      values: [{ value: blue.key, label: '=Blue', count: 1 }],
    })
    expect(body.questions[1]).toMatchObject({ facility: 1 })
    const file = await app.send(tenant.admin, 'GET', `/api/forms/${form.id}/submissions.csv`)
    expect(file.status).toBe(200)
    expect(String(file.body)).toContain('Colour')
    expect(String(file.body)).toMatch(/'=Blue/)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    expect((await app.send(manager, 'GET', `/api/forms/${form.id}/submissions.csv`)).status).toBe(404)
    expect((await app.send(learner, 'GET', `/api/forms/${form.id}/submissions.csv`)).status).toBe(403)
  })
})

describe('files as answers', () => {
  it('are uploaded by the person for their own submission, and by nobody for another’s', async () => {
    const field = named(newField('file', 'Plan'), 'kfile', { types: ['document'] })
    const { tenant, learner, submissionId } = await givenOpened([field])
    const stray = await givenPerson(app, tenant)
    const adopt = (who: Caller, uploadId: string, key = 'kfile') =>
      app.call(who, api.forms.adoptFile, { params: { submissionId }, body: { uploadId, field: key } })
    const pdf = makePdf()
    const uploadId = await uploadBytes(app, learner, pdf, 'plan.pdf')
    expect((await adopt(stray, uploadId)).status).toBe(404)
    expect((await adopt(learner, uploadId, 'kgone')).status).toBe(422)
    const made = await adopt(learner, uploadId)
    expect(made.body).toMatchObject({ name: 'plan.pdf', contentType: 'application/pdf' })
    const given = { kfile: [{ fileId: made.body.id, name: 'x', size: 1 }] }
    expect(
      (await submit(learner, submissionId, { kfile: [{ fileId: submissionId, name: 'x', size: 1 }] })).problem
        ?.errors?.[0],
    ).toMatchObject({ code: 'noSuchFile' })
    expect((await submit(learner, submissionId, given, 1)).status).toBe(200)
    const seen = await app.call(tenant.admin, api.forms.submission, { params: { submissionId } })
    expect(seen.body.answers.kfile).toEqual([{ fileId: made.body.id, name: 'plan.pdf', size: pdf.length }])
    expect(seen.body.files).toMatchObject([{ id: made.body.id }])
    expect((await app.call(learner, api.files.adopt, { body: { uploadId, purpose: 'document' } })).status).toBe(403)
  })
})

describe('access of managers', () => {
  it('lets a manager name their own people, themselves and their managers in a form, and nobody else', async () => {
    const tenant = await givenTenant(app)
    const above = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Bea', lastName: 'Above' })
    const manager = await givenPerson(app, tenant, { roles: ['manager'], lastName: 'Boss', managers: [above.userId] })
    const other = await givenPerson(app, tenant, { roles: ['manager'], lastName: 'Other' })
    const ours = await givenPerson(app, tenant, { lastName: 'Ours', managers: [manager.userId] })
    const theirs = await givenPerson(app, tenant, { lastName: 'Theirs', managers: [other.userId] })
    const choices = async (query: { search?: string; ids?: string[] }) =>
      (await app.call(manager, api.forms.manager.choices, { query })).body.items
    expect((await choices({})).map((one) => one.lastName).sort()).toEqual(['Above', 'Boss', 'Ours'])
    expect(await choices({ ids: [ours.userId, theirs.userId, above.userId] })).toMatchObject([
      { lastName: 'Above', email: '' },
      { userId: ours.userId, email: ours.email },
    ])
    expect(await choices({ search: 'theirs' })).toEqual([])
    const made = (await app.call(manager, api.forms.manager.create, { body: { title: 'Own', kind: 'quiz' } })).body
    const name = (who: Caller, revision: number, people: string[]) => {
      const { settings } = made.content
      const content = { ...made.content, settings: { ...settings, assessors: { ...settings.assessors, people } } }
      const input = { params: { documentId: made.id }, body: { revision, content } }
      return who === manager
        ? app.call(manager, api.forms.manager.saveDraft, input)
        : app.call(who, api.forms.saveDraft, input)
    }
    expect((await name(manager, made.revision, [theirs.userId])).problem?.errors?.[0]).toMatchObject({
      path: 'body.content.settings.assessors.people',
      code: 'personUnknown',
    })
    expect((await name(manager, made.revision, [ours.userId, above.userId])).status).toBe(200)
    // Whom an administrator has named stays named.
    expect((await name(tenant.admin, made.revision + 1, [theirs.userId])).status).toBe(200)
    expect((await name(manager, made.revision + 2, [theirs.userId, ours.userId])).status).toBe(200)
  })

  it('gives a manager’s own form to their own people by name and by rule, and to nobody else', async () => {
    const tenant = await givenTenant(app)
    const [manager, other] = [
      await givenPerson(app, tenant, { roles: ['manager'] }),
      await givenPerson(app, tenant, { roles: ['manager'] }),
    ]
    const mine = { managers: [manager.userId] }
    const [chef, porter] = [
      await givenPerson(app, tenant, { ...mine, position: ['Chef'] }),
      await givenPerson(app, tenant, { ...mine, position: ['Porter'] }),
    ]
    const stranger = await givenPerson(app, tenant, { managers: [other.userId], position: ['Chef'] })
    const form = await givenForm(app, tenant, [name], { createdBy: manager.userId })
    const foreign = await givenForm(app, tenant, [name], { createdBy: other.userId })
    const of = { params: { documentId: form.id } }
    const ofForeign = { params: { documentId: foreign.id } }
    const give = (who: Caller, userIds: string[], where = of) =>
      app.call(who, api.forms.manager.give, { ...where, body: { userIds } })
    const names = async () => {
      const { body } = await app.call(manager, api.forms.manager.people, of)
      return Object.fromEntries(body.items.map((one) => [one.userId, [one.has, one.byHand, one.byRule]]))
    }

    // Nobody else's people, nobody else's form, and not by somebody else.
    expect((await give(manager, [chef.userId, stranger.userId])).status).toBe(404)
    expect((await give(manager, [chef.userId], ofForeign)).status).toBe(404)
    expect((await give(other, [stranger.userId])).status).toBe(404)
    expect((await give(chef, [chef.userId])).status).toBe(403)
    expect(await names()).toEqual({ [chef.userId]: [false, false, false], [porter.userId]: [false, false, false] })
    const [first, second] = await Promise.all([give(manager, [porter.userId]), give(manager, [porter.userId])])
    expect([first.body.given + second.body.given, first.status, second.status]).toEqual([1, 200, 200])
    expect((await own(porter, form.id)).status).toBe(200)
    expect((await own(stranger, form.id)).status).toBe(404)

    const rule = await app.call(manager, api.forms.manager.createRule, {
      ...of,
      body: { title: 'Chefs', positions: ['Chef'], dueDays: 14 },
    })
    expect(rule.body).toMatchObject({ positions: ['Chef'], dueDays: 14, people: 1, status: 'active' })
    expect(await names()).toEqual({ [chef.userId]: [true, false, true], [porter.userId]: [true, true, false] })
    expect((await own(stranger, form.id)).status).toBe(404)
    const everybody = await app.call(manager, api.forms.manager.createRule, { ...of, body: { title: 'All of mine' } })
    expect(everybody.body.people).toBe(2)
    const rules = await app.call(manager, api.forms.manager.rules, of)
    expect([rules.body.items.length, rules.body.positions]).toEqual([2, ['Chef', 'Porter']])

    // Rules of administrators and of other managers are out of reach.
    const all = await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'form',
        documentId: form.id,
        title: 'Everybody',
        rule: { rule: {}, groups: [], everyone: true },
      },
    })
    const off = (who: Caller, permissionId: string) =>
      app.call(who, api.forms.manager.switchRule, {
        params: { documentId: form.id, permissionId },
        body: { status: 'inactive' },
      })
    expect((await off(manager, all.body.id)).status).toBe(404)
    expect((await off(other, rule.body.id)).status).toBe(404)
    await app.call(tenant.admin, api.permissions.update, {
      params: { permissionId: all.body.id },
      body: { status: 'inactive' },
    })
    expect((await off(manager, everybody.body.id)).body).toMatchObject({ status: 'inactive', people: 0 })
    expect((await off(manager, rule.body.id)).status).toBe(200)
    const back = await app.call(manager, api.forms.manager.takeBack, { ...of, body: { userIds: [porter.userId] } })
    expect(back.body.removed).toBe(1)
    expect(await names()).toEqual({ [chef.userId]: [false, false, false], [porter.userId]: [false, false, false] })
  })

  it('shows a manager the submissions and figures of their own people only', async () => {
    const tenant = await givenTenant(app)
    const [manager, other] = [
      await givenPerson(app, tenant, { roles: ['manager'] }),
      await givenPerson(app, tenant, { roles: ['manager'] }),
    ]
    const form = await givenForm(app, tenant, [name], { createdBy: manager.userId })
    const people = [
      await givenPerson(app, tenant, { managers: [manager.userId] }),
      await givenPerson(app, tenant, { managers: [other.userId] }),
    ]
    for (const person of people) {
      await givenAssignment(app, person, form.id, { type: 'form' })
      const opened = await open(person, form.id)
      await submit(person, opened.body.submission.id, { kname: 'x' })
    }
    const params = { documentId: form.id }
    for (const [who, at] of [
      [manager, 0],
      [other, 1],
    ] as const) {
      const queue = await app.call(who, api.forms.manager.submissions, { params, query: { state: ['completed'] } })
      expect(queue.body.items.map((row) => row.userId)).toEqual([people[at]?.userId])
      expect((await app.call(who, api.forms.analytics, { params })).body.submitted).toBe(1)
    }
    expect((await app.call(tenant.admin, api.forms.analytics, { params })).body.submitted).toBe(2)
  })
})
