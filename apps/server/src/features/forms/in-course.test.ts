import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FieldOf } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import {
  formActivity,
  givenNewVersion,
  givenPublishedCourse,
  pageActivity,
  quizActivity,
} from '../../../test/given/courses.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import type { TenantId } from '../../platform/tenant-id.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'

const app = await testApp()

function question(key: string, right: boolean): Field {
  const field = newField('trueFalse', key, true) as FieldOf<'trueFalse'>
  return { ...field, key, quiz: { ...(field.quiz as NonNullable<typeof field.quiz>), key: right, points: 1 } }
}
const essay: Field = { ...newField('essay', 'Why?', true), key: 'kwhy' }

type Step = { userCourseId: string; activityId: string }
const own = (who: Caller, params: Step) => app.call(who, api.forms.inCourse.own, { params })
const open = (who: Caller, params: Step) => app.call(who, api.forms.inCourse.open, { params })
const submit = (who: Caller, submissionId: string, changes: Record<string, AnswerValue>) =>
  app.call(who, api.forms.submit, { params: { submissionId }, body: { revision: 0, window: 'w1', changes } })
const course = (who: Caller, userCourseId: string) => app.call(who, api.learning.course, { params: { userCourseId } })

async function attempt(who: Caller, step: Step, changes: Record<string, AnswerValue>) {
  const { body } = await open(who, step)
  const done = await submit(who, body.submission.id, changes)
  expect(done.status).toBe(200)
  return body.submission.id
}

/** How many figures of the reports differ from a recount. */
async function differences(tenant: { tenantId: TenantId }) {
  const found = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
  return Object.values(found).reduce((sum, one) => sum + one, 0)
}

/** A course of a quiz with two questions, passed with 80 %, and a page, in order; the learner has it, and nobody has the form. */
async function givenQuizCourse({ fields = [question('ka', true), question('kb', false)] }: { fields?: Field[] } = {}) {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
  const form = await givenForm(app, tenant, fields, {
    kind: 'quiz',
    title: 'Fire quiz',
    settings: { attempts: 3, passPercent: 50 },
  })
  const quiz = quizActivity({ title: 'Quiz', formId: form.id })
  const made = await givenPublishedCourse(app, tenant, { sequential: true, activities: [quiz, pageActivity()] })
  const userCourseId = await givenAssignment(app, learner, made.courseId)
  return { tenant, manager, learner, form, made, quiz, step: { userCourseId, activityId: quiz.id } }
}

describe('a form as a step of a course', () => {
  it('is finished by approval, where the step asks for it', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    const form = await givenForm(app, tenant, [{ ...newField('shortText', 'Why'), key: 'kwhy' }], {
      kind: 'application',
      settings: {
        levels: [
          {
            key: 'k1',
            title: newText('Manager'),
            who: { by: 'managers' },
            need: 'any',
            escalateAfterDays: null,
            seesPages: null,
            mayChange: [],
          },
        ],
      },
    })
    const activity = formActivity({ formId: form.id, completion: { rule: 'approved' } })
    const made = await givenPublishedCourse(app, tenant, { activities: [activity] })
    const step = { userCourseId: await givenAssignment(app, learner, made.courseId), activityId: activity.id }
    const decide = async (submissionId: string, decision: 'approve' | 'decline') => {
      const { revision } = (await app.call(manager, api.forms.submission, { params: { submissionId } })).body
      const body = { revision, decision, reason: 'Because' }
      expect((await app.call(manager, api.forms.decide, { params: { submissionId }, body })).status).toBe(200)
      return (await course(learner, step.userCourseId)).body
    }
    const first = await attempt(learner, step, { kwhy: 'First' })
    expect((await course(learner, step.userCourseId)).body).toMatchObject({ state: 'inprogress', activitiesDone: 0 })
    expect(await decide(first, 'decline')).toMatchObject({ activitiesDone: 0 })
    const second = await attempt(learner, step, { kwhy: 'Second' })
    expect(await decide(second, 'approve')).toMatchObject({ activitiesDone: 1 })
  })

  it('counts by the rule of the step: the best attempt, in the course, its report and its statements', async () => {
    const { tenant, manager, learner, form, step } = await givenQuizCourse()
    const other = await givenPerson(app, tenant)
    expect((await own(learner, step)).body).toMatchObject({ button: 'start', attemptsMade: 0, state: 'notstarted' })
    expect((await own(other, step)).status).toBe(404)
    expect((await open(other, step)).status).toBe(404)
    const [first, second] = await Promise.all([open(learner, step), open(learner, step)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.submission.id).toBe(second.body.submission.id)
    expect(JSON.stringify(first.body.form)).not.toContain('"key":true')
    const failed = await submit(learner, first.body.submission.id, { ka: true, kb: true })
    expect(failed.body.submission).toMatchObject({ outcome: 'passed', percent: 50 })
    const begun = await course(learner, step.userCourseId)
    expect(begun.body.sections[0]?.activities).toMatchObject([
      { kind: 'quiz', state: 'failed', scorePercent: null },
      { lock: { reason: 'previous' } },
    ])
    await attempt(learner, step, { ka: true, kb: false })
    // A worse attempt takes nothing away.
    await attempt(learner, step, { ka: false, kb: true })
    expect((await own(learner, step)).body).toMatchObject({
      reason: 'attemptsUsed',
      submissions: [{ number: 3 }, { number: 2, percent: 100 }, { number: 1 }],
    })
    expect((await open(learner, step)).status).toBe(409)
    const now = await course(learner, step.userCourseId)
    expect(now.body).toMatchObject({ state: 'inprogress', activitiesDone: 1 })
    expect(now.body.sections[0]?.activities).toMatchObject([{ state: 'passed' }, { lock: null }])
    const shown = await app.call(learner, api.learning.activity, { params: step })
    expect(shown.body).toMatchObject({ kind: 'quiz', formId: form.id, formTitle: 'Fire quiz' })
    expect((await app.call(learner, api.learning.progress, { params: step, body: { event: 'tick' } })).status).toBe(422)

    const report = await app.call(manager, api.reports.manager.assignment, {
      params: { userCourseId: step.userCourseId },
    })
    expect(report.body.activities[0]).toMatchObject({
      kind: 'quiz',
      state: 'passed',
      scorePercent: 100,
      submissions: [
        { number: 1, percent: 50, outcome: 'passed' },
        { number: 2, percent: 100 },
        { number: 3, percent: 0, outcome: 'failed' },
      ],
    })
    // The manager has the form through the people who fill it in.
    const queue = await app.call(manager, api.forms.manager.submissions, { params: { documentId: form.id } })
    expect(queue.body.total).toBe(3)
    const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ verb: string; objectId: string; body: { object: { definition: object }; result?: object } }>`
        select verb, object_id, body from statements where user_id = ${learner.userId} order by id`.execute(tx),
    )
    const said = rows.map((row) => [row.verb.split('/').at(-1), row.objectId.split('/').slice(-2).join('/')])
    expect(said).toContainEqual(['failed', `activities/${step.activityId}`])
    expect(said).toContainEqual(['passed', `activities/${step.activityId}`])
    expect(said.filter(([verb, of]) => verb === 'answered' && of === `forms/${form.id}`)).toHaveLength(3)
    const interactions = rows.filter((row) => row.objectId.includes('/questions/'))
    expect(interactions).toHaveLength(6)
    expect(interactions[0]?.body).toMatchObject({
      object: { definition: { interactionType: 'true-false', type: expect.stringContaining('cmi.interaction') } },
      result: { response: 'true', success: true, score: { raw: 1, max: 1, scaled: 1 } },
    })
    expect(JSON.stringify(interactions)).not.toContain('correctResponsesPattern')
    expect(await differences(tenant)).toEqual(0)
  })

  it('is marked by a person, and a corrected decision also goes back', async () => {
    const { tenant, learner, step } = await givenQuizCourse({ fields: [question('ka', true), essay] })
    const submissionId = await attempt(learner, step, { ka: true, kwhy: 'Because' })
    const waits = await course(learner, step.userCourseId)
    expect(waits.body.sections[0]?.activities[0]).toMatchObject({ state: 'inprogress' })
    const mark = (points: number, revision: number) =>
      app.call(tenant.admin, api.forms.mark, {
        params: { submissionId },
        body: { revision, marks: [{ field: 'kwhy', points, reason: '', comment: '' }], finish: 'done' },
      })
    expect((await mark(1, 0)).status).toBe(200)
    expect((await course(learner, step.userCourseId)).body.sections[0]?.activities[0]).toMatchObject({
      state: 'passed',
    })
    expect((await mark(0, 1)).status).toBe(200)
    expect((await course(learner, step.userCourseId)).body).toMatchObject({ activitiesDone: 0 })
    expect(await differences(tenant)).toEqual(0)
  })

  it('begins anew with the next cycle, and keeps the version of the form that an attempt was begun in', async () => {
    const { tenant, learner, form, made, step } = await givenQuizCourse()
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.updateTable('documents').set({ mayStartOver: true }).where('id', '=', made.courseId).execute())
    const { body: opened } = await open(learner, step)
    // The author publishes another version of the form and of the course meanwhile.
    const of = { params: { documentId: form.id } }
    const draft = await app.call(tenant.admin, api.forms.get, of)
    await app.call(tenant.admin, api.forms.saveDraft, {
      ...of,
      body: { revision: draft.body.revision, content: { ...draft.body.content, title: 'Fire quiz 2' } },
    })
    const published = await app.call(tenant.admin, api.forms.publish, {
      ...of,
      body: { revision: draft.body.revision + 1 },
    })
    expect(published.body).toMatchObject({ publishedNumber: 2 })
    await givenNewVersion(app, tenant, made, { title: 'Second' })
    expect((await open(learner, step)).body).toMatchObject({ versionNumber: 1, form: { title: 'Fire quiz' } })
    const done = await submit(learner, opened.submission.id, { ka: true, kb: false })
    expect(done.body.submission).toMatchObject({ outcome: 'passed', versionNumber: 1 })
    const again = await app.call(learner, api.cycles.startOver, { params: { userCourseId: step.userCourseId } })
    expect(again.status).toBe(200)
    const next = { ...step, userCourseId: again.body.userCourseId }
    expect(next.userCourseId).not.toBe(step.userCourseId)
    expect((await own(learner, next)).body).toMatchObject({ attemptsMade: 0, button: 'start', versionNumber: 2 })
    expect((await open(learner, next)).body.submission.number).toBe(1)
    expect((await course(learner, next.userCourseId)).body.sections[0]?.activities[0]).toMatchObject({
      state: 'inprogress',
    })
  })

  it('stands beside the same form given by itself, and opens in few statements', async () => {
    const { learner, form, step } = await givenQuizCourse()
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const alone = await app.call(learner, api.forms.open, { params: { documentId: form.id } })
    const within = await open(learner, step)
    expect(within.body.submission.id).not.toBe(alone.body.submission.id)
    expect(within.body.submission.number).toBe(1)
    await submit(learner, within.body.submission.id, { ka: true, kb: false })
    expect((await app.call(learner, api.forms.own, { params: { documentId: form.id } })).body).toMatchObject({
      button: 'continue',
      attemptsMade: 1,
    })
    const statements = await statementsOf(app.services.db, () => own(learner, step))
    expect(statements.length).toBeLessThanOrEqual(10)
    const opening = await statementsOf(app.services.db, () => open(learner, step))
    expect(opening.length).toBeLessThanOrEqual(20)
  })

  it('is refused where its answers could not count', async () => {
    const { tenant, form, made } = await givenQuizCourse()
    const elsewhere = await givenTenant(app)
    const foreign = await givenForm(app, elsewhere, [question('ka', true)])
    const anonymous = await givenForm(app, tenant, [question('ka', true)], { settings: { anonymous: true } })
    const survey = await givenForm(app, tenant, [question('ka', true)])
    const params = { courseId: made.courseId }
    const { body } = await app.call(tenant.admin, api.courses.get, { params })
    let { revision } = body
    const save = async (activities: (typeof made.activities)[number][]) => {
      const content = {
        ...body.content,
        sections: [{ id: made.content.sections[0]?.id as string, title: '', activities }],
      }
      const reply = await app.call(tenant.admin, api.courses.saveDraft, { params, body: { revision, content } })
      if (reply.status === 200) revision = reply.body.revision
      return reply
    }
    const refused = await save([formActivity({ formId: foreign.id }), formActivity({ formId: anonymous.id })])
    expect(refused.problem?.errors?.map((one) => [one.path, one.code])).toEqual([
      ['body.content.sections.0.activities.0.formId', 'formUnknown'],
      ['body.content.sections.0.activities.1.formId', 'formAnonymous'],
    ])
    expect(
      (
        await save([
          quizActivity({ formId: survey.id }),
          formActivity({ formId: survey.id, completion: { rule: 'approved' } }),
          formActivity({ formId: null }),
          quizActivity({ formId: form.id }),
        ])
      ).status,
    ).toBe(200)
    const preview = await app.call(tenant.admin, api.courses.publishPreview, { params })
    expect(preview.body.problems.map((one) => one.code)).toEqual(['formMissing', 'formNoQuiz', 'formRule.application'])
    expect((await save([quizActivity({ formId: form.id }), formActivity({ formId: survey.id })])).status).toBe(200)
    expect((await app.call(tenant.admin, api.courses.publishPreview, { params })).body.problems).toEqual([])
  })
})

describe('own results', () => {
  it('are a file for the person alone, with marks as far as they may be seen', async () => {
    const { tenant, learner, form, step } = await givenQuizCourse()
    const submissionId = await attempt(learner, step, { ka: true, kb: false })
    const secret = await givenForm(app, tenant, [question('ka', true)], {
      kind: 'quiz',
      title: 'Secret =1+1',
      settings: { passPercent: 50, review: { answers: 'never', marks: 'never', feedback: 'never', key: 'never' } },
    })
    await givenAssignment(app, learner, secret.id, { type: 'form' })
    const opened = await app.call(learner, api.forms.open, { params: { documentId: secret.id } })
    await submit(learner, opened.body.submission.id, { ka: false })
    const lines = async (who: Caller) => {
      const reply = await app.send(who, 'GET', '/api/my/results/forms.csv')
      return reply.body.toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/)
    }
    const [header, ...rows] = await lines(learner)
    expect(header).toContain('Outcome')
    expect(rows.map((row) => row.replaceAll('"', '').split(',').slice(0, 6))).toEqual(
      expect.arrayContaining([
        ['Fire quiz', '1', 'Passed', '2', '2', '100'],
        ['Secret =1+1', '1', 'Completed', '', '', ''],
      ]),
    )
    expect(await lines(await givenPerson(app, tenant))).toHaveLength(1)
    // The list leads to answers of a form that the person has in a course alone.
    const list = await app.call(learner, api.forms.ownSubmissions, { params: { documentId: form.id } })
    expect(list.body).toMatchObject({ title: 'Fire quiz', items: [{ id: submissionId, percent: 100 }] })
  })
})
