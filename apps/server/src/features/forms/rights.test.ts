import { api } from '@learnt/contract'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

const essay: Field = { ...newField('essay', 'Why?', true), key: 'kwhy' }

/**
 * V has submitted a form in their own team. An administrator of another team has added V to it, with themselves as the
 * manager; a manager of nobody, a fellow learner and the assessor of another form are there, too.
 */
async function givenSubmitted() {
  const tenant = await givenTenant(app)
  const otherTeam = { ...tenant, teamId: await givenTeam(app, tenant) }
  const teamAdmin = await givenPerson(app, otherTeam, { roles: ['admin', 'manager'] })
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const assessor = await givenPerson(app, tenant)
  const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
  await givenPerson(app, otherTeam, { userId: learner.userId, email: learner.email, managers: [teamAdmin.userId] })
  const form = await givenForm(app, tenant, [essay], {
    kind: 'quiz',
    settings: { assessors: { managers: true, administrators: true, people: [assessor.userId], second: false } },
  })
  const otherAssessor = await givenPerson(app, tenant)
  await givenForm(app, tenant, [essay], {
    kind: 'quiz',
    settings: { assessors: { managers: true, administrators: true, people: [otherAssessor.userId], second: false } },
  })
  await givenAssignment(app, learner, form.id, { type: 'form' })
  const { submission } = (await app.call(learner, api.forms.open, { params: { documentId: form.id } })).body
  const sent = await app.call(learner, api.forms.submit, {
    params: { submissionId: submission.id },
    body: { revision: 0, window: 'w1', changes: { kwhy: 'Because' } },
  })
  expect(sent.status).toBe(200)
  const strangers = {
    'administrator of another team, who made themselves the manager': teamAdmin,
    'manager of nobody': await givenPerson(app, tenant, { roles: ['manager'] }),
    'fellow learner': await givenPerson(app, tenant),
    'assessor of another form': otherAssessor,
    'the learner themselves': learner,
  }
  return { tenant, otherTeam, form, learner, manager, assessor, teamAdmin, submissionId: submission.id, strangers }
}

type Given = Awaited<ReturnType<typeof givenSubmitted>>

/** What reviewers can do with a submission. Answers the status, or how many of it were found or done. */
const acts: Record<string, (who: Caller, of: Given) => Promise<number>> = {
  read: async (who, { submissionId }) =>
    (await app.call(who, api.forms.submission, { params: { submissionId } })).status,
  print: async (who, { submissionId }) =>
    (await app.send(who, 'GET', `/api/submissions/${submissionId}/submission.pdf`)).status,
  mark: async (who, { submissionId }) =>
    (
      await app.call(who, api.forms.mark, {
        params: { submissionId },
        body: { revision: 0, marks: [], comment: '', finish: null },
      })
    ).status,
  reopen: async (who, { submissionId }) =>
    (
      await app.call(who, api.forms.reopen, {
        params: { submissionId },
        body: { revision: 99, fields: null, comments: {}, comment: 'Again' },
      })
    ).status,
  markMany: async (who, { submissionId }) => {
    const { body } = await app.call(who, api.forms.markMany, {
      body: { ids: [submissionId], finish: 'done', comment: '' },
    })
    return body.rows?.filter((row) => row.result !== 'notFound' && row.result !== 'notAllowed').length ?? 0
  },
  review: async (who) => (await app.call(who, api.forms.review, { query: {} })).body.total ?? 0,
}

describe('a submission', () => {
  it('is opened by people who look after the membership that it was made through, and by nobody else', async () => {
    const given = await givenSubmitted()
    const { strangers, manager, assessor, tenant, form, teamAdmin } = given
    for (const [act, run] of Object.entries(acts)) {
      for (const [who, caller] of Object.entries(strangers)) {
        const found = await run(caller, given)
        expect([act, who, found < 200 ? found : found >= 400 ? 'refused' : found]).toEqual([
          act,
          who,
          found < 200 ? 0 : 'refused',
        ])
      }
      // The control: the manager of that membership, the assessor named by the form, and the administrator.
      for (const caller of [manager, assessor, tenant.admin]) {
        if (act === 'review' && caller !== assessor) continue
        const found = await run(caller, given)
        expect([act, found === 403 || found === 404 || found === 0]).toEqual([act, false])
      }
    }
    const figures = async (who: GivenPerson) => {
      const { status, body } = await app.call(who, api.forms.analytics, { params: { documentId: form.id }, query: {} })
      return status === 200 ? body.submitted : status
    }
    expect(await figures(manager)).toBe(1)
    expect(await figures(strangers['manager of nobody'])).toBe(404)
    expect(await figures(teamAdmin)).toBe(0)
    const rows = async (who: Caller) =>
      String((await app.send(who, 'GET', `/api/forms/${form.id}/submissions.csv`)).body)
        .trim()
        .split('\r\n').length - 1
    expect([await rows(manager), await rows(teamAdmin)]).toEqual([1, 0])
  })

  it('gets more time from the team that gave the form, not from another team', async () => {
    const { tenant, teamAdmin, form, learner } = await givenSubmitted()
    const give = async (who: Caller) =>
      (
        await app.call(who, api.forms.extraTime, {
          params: { documentId: form.id, userId: learner.userId },
          body: { percent: 50 },
        })
      ).status
    expect(await give(teamAdmin)).toBe(404)
    expect(await give(tenant.admin)).toBe(200)
    const list = async (who: Caller) =>
      (await app.call(who, api.forms.extraTimes, { params: { documentId: form.id } })).body.items.length
    expect([await list(teamAdmin), await list(tenant.admin)]).toEqual([0, 1])
  })

  it('is not opened by naming oneself in a form of others', async () => {
    const { tenant, teamAdmin, assessor, form } = await givenSubmitted()
    const name = async (who: Caller, documentId: string, people: string[]) => {
      const { body } = await app.call(who, api.forms.get, { params: { documentId } })
      const settings = { ...body.content.settings, assessors: { ...body.content.settings.assessors, people } }
      const content: FormContent = { ...body.content, settings }
      const params = { documentId }
      return app.call(who, api.forms.saveDraft, { params, body: { revision: body.revision, content } })
    }
    const refused = await name(teamAdmin, form.id, [assessor.userId, teamAdmin.userId])
    expect(refused.problem?.errors?.map((one) => one.code)).toEqual(['personOutOfReach'])
    // A person who is named already stays, and an author names anybody in their own form.
    expect((await name(teamAdmin, form.id, [assessor.userId])).status).toBe(200)
    const own = await app.call(teamAdmin, api.forms.create, { body: { title: 'Mine', kind: 'quiz' } })
    expect((await name(teamAdmin, own.body.id, [teamAdmin.userId])).status).toBe(200)
    expect((await name(tenant.admin, form.id, [assessor.userId, tenant.admin.userId])).status).toBe(200)
  })
})
