import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { formActivity, givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { makePdf } from '../../../test/given/media.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'
import { endOverdue } from './commands/end-overdue.ts'

const app = await testApp()

const name: Field = { ...newField('shortText', 'Name'), key: 'kname', required: true } as Field
const file: Field = { ...newField('file', 'File'), key: 'kfile' } as Field
const inMinutes = (minutes: number) => new Date(app.services.clock.now().getTime() + minutes * 60_000).toISOString()
const open = (who: Caller, documentId: string) => app.call(who, api.forms.open, { params: { documentId } })
const save = (who: Caller, submissionId: string, text: string, revision = 0) =>
  app.call(who, api.forms.saveAnswers, {
    params: { submissionId },
    body: { revision, window: 'w1', changes: { kname: text } },
  })
const submit = (who: Caller, submissionId: string, changes: Record<string, AnswerValue> = {}) =>
  app.call(who, api.forms.submit, { params: { submissionId }, body: { revision: 9, window: 'w1', changes } })
const upload = async (who: Caller, submissionId: string) => {
  const uploadId = await uploadBytes(app, who, makePdf(), 'note.pdf')
  return app.call(who, api.forms.adoptFile, { params: { submissionId }, body: { uploadId, field: 'kfile' } })
}

async function givenOpen(settings: Partial<FormContent['settings']> = {}, of: Partial<FormContent> = {}) {
  const tenant = await givenTenant(app)
  const form = await givenForm(app, tenant, [name, file], { ...of, settings })
  const learner = await givenPerson(app, tenant)
  const assignmentId = await givenAssignment(app, learner, form.id, { type: 'form' })
  const opened = await open(learner, form.id)
  return { tenant, form, learner, assignmentId, submissionId: opened.body.submission.id, opened: opened.body }
}

/** Publishes the form again with other settings. */
async function change(admin: Caller, documentId: string, settings: Partial<FormContent['settings']>) {
  const { body } = await app.call(admin, api.forms.get, { params: { documentId } })
  const content = { ...body.content, settings: { ...body.content.settings, ...settings } }
  await app.call(admin, api.forms.saveDraft, { params: { documentId }, body: { revision: body.revision, content } })
  const published = await app.call(admin, api.forms.publish, {
    params: { documentId },
    body: { revision: body.revision + 1 },
  })
  expect(published.status).toBe(200)
}

it('ends with the closing date for a person who has the form open, wherever they write; what was saved is submitted', async () => {
  const { tenant, form, learner, submissionId, opened } = await givenOpen()
  expect(opened.submission.endsAt).toBeNull()
  const first = await save(learner, submissionId, 'in time')
  expect(first.body).toMatchObject({ revision: 1, endsAt: null })
  expect((await upload(learner, submissionId)).status).toBe(201)
  // A date that is set later, and moved, counts at once, and each save tells it.
  const soon = inMinutes(5)
  await change(tenant.admin, form.id, { closesAt: soon })
  expect((await save(learner, submissionId, 'still in time', 1)).body.endsAt).toBe(soon)
  await change(tenant.admin, form.id, { closesAt: inMinutes(-1) })
  expect((await save(learner, submissionId, 'late', 2)).problem?.detail).toBe('The time for this form is over.')
  expect((await upload(learner, submissionId)).status).toBe(409)
  await change(tenant.admin, form.id, { closesAt: inMinutes(60) })
  expect((await save(learner, submissionId, 'goes on', 2)).status).toBe(200)
  await change(tenant.admin, form.id, { closesAt: inMinutes(-1) })
  const late = await submit(learner, submissionId, { kname: 'too late' })
  expect(late.body).toMatchObject({ byTime: true, submission: { state: 'completed' } })
  const { body } = await app.call(learner, api.forms.ownSubmission, { params: { submissionId } })
  expect(body.answers).toEqual({ kname: 'goes on' })
  expect((await open(learner, form.id)).problem?.detail).toBe('The form is closed.')
})

it('submits what people left open when the form closes, once, and not before', async () => {
  const { tenant, form, learner, submissionId } = await givenOpen({ timeLimitMinutes: 600 })
  const extended = await givenPerson(app, tenant)
  const assignmentId = await givenAssignment(app, extended, form.id, { type: 'form', dueAt: new Date(inMinutes(60)) })
  const longer = (await open(extended, form.id)).body.submission.id
  await save(learner, submissionId, 'saved')
  await endOverdue(app.services)
  const stateOf = async (who: Caller) =>
    (await app.call(who, api.forms.ownSubmissions, { params: { documentId: form.id } })).body.items[0]?.state
  expect(await stateOf(learner)).toBe('inprogress')
  // An extension lets one person write on after the date.
  const day = inMinutes(3 * 24 * 60).slice(0, 10)
  const given = await app.call(tenant.admin, api.extensions.extend, {
    body: { assignmentIds: [assignmentId], day, reason: 'Ill' },
  })
  expect(given.body).toMatchObject({ extended: 1 })
  await change(tenant.admin, form.id, { closesAt: inMinutes(-1) })
  await endOverdue(app.services)
  expect([await stateOf(learner), await stateOf(extended)]).toEqual(['completed', 'inprogress'])
  expect((await save(extended, longer, 'with more time')).status).toBe(200)
  const own = await app.call(extended, api.forms.own, { params: { documentId: form.id } })
  expect(own.body).toMatchObject({ button: 'continue', closesAt: expect.stringMatching(/^20/) })
  expect(Date.parse(own.body.closesAt as string)).toBeGreaterThan(app.services.clock.now().getTime())
})

it('ends earlier by the limit, and by the date where that comes first; more time does not move the date', async () => {
  const closesAt = inMinutes(20)
  const { tenant, form, learner, submissionId, opened } = await givenOpen({ timeLimitMinutes: 10, closesAt })
  expect(Date.parse(opened.submission.endsAt as string) - Date.parse(opened.submission.startedAt)).toBe(600_000)
  const more = await app.call(tenant.admin, api.forms.extraTime, {
    params: { documentId: form.id, userId: learner.userId },
    body: { percent: 400 },
  })
  expect(more.status).toBe(200)
  expect((await save(learner, submissionId, 'x')).body.endsAt).toBe(closesAt)
  await change(tenant.admin, form.id, { closesAt: null })
  const ends = (await save(learner, submissionId, 'y', 1)).body.endsAt as string
  expect(Date.parse(ends) - Date.parse(opened.submission.startedAt)).toBe(50 * 60_000)
})

it('goes on after the date for a submission sent back, and ends at once for a person who loses the form', async () => {
  const { tenant, form, learner, submissionId, assignmentId } = await givenOpen({}, { kind: 'quiz' })
  expect((await submit(learner, submissionId, { kname: 'x' })).status).toBe(200)
  await change(tenant.admin, form.id, { closesAt: inMinutes(-1) })
  const { revision } = (await app.call(tenant.admin, api.forms.submission, { params: { submissionId } })).body
  const back = await app.call(tenant.admin, api.forms.reopen, {
    params: { submissionId },
    body: { revision, fields: null, comments: {}, comment: 'Again' },
  })
  expect(back.status).toBe(200)
  expect((await save(learner, submissionId, 'once more', 5)).body).toMatchObject({ endsAt: null })
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) => tx.updateTable('assignments').set({ isActive: false }).where('id', '=', assignmentId).execute())
  expect((await save(learner, submissionId, 'no more', 6)).status).toBe(404)
  expect((await submit(learner, submissionId)).status).toBe(404)
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) => tx.updateTable('assignments').set({ isActive: true }).where('id', '=', assignmentId).execute())
  expect((await submit(learner, submissionId)).body).toMatchObject({ byTime: false })
})

it('ends in a step of a course, too', async () => {
  const tenant = await givenTenant(app)
  const form = await givenForm(app, tenant, [name])
  const activity = formActivity({ formId: form.id })
  const { courseId } = await givenPublishedCourse(app, tenant, { activities: [activity] })
  const learner = await givenPerson(app, tenant)
  const step = { userCourseId: await givenAssignment(app, learner, courseId), activityId: activity.id }
  const { submission } = (await app.call(learner, api.forms.inCourse.open, { params: step })).body
  expect((await save(learner, submission.id, 'saved')).status).toBe(200)
  await change(tenant.admin, form.id, { closesAt: inMinutes(-1) })
  expect((await save(learner, submission.id, 'late', 1)).status).toBe(409)
  const reopened = await app.call(learner, api.forms.inCourse.open, { params: step })
  expect(reopened.problem?.detail).toBe('The time for this form is over.')
  const { body } = await app.call(learner, api.forms.inCourse.own, { params: step })
  expect(body).toMatchObject({ reason: 'closed', submissions: [{ state: 'completed' }] })
})
