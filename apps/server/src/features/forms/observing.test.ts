import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

const named = <F extends Field>(field: F, key: string, more: Partial<F> = {}): F => ({ ...field, key, ...more })
const observe = (who: Caller, documentId: string, userId: string) =>
  app.call(who, api.forms.observe, { params: { documentId }, body: { userId } })
const people = (who: Caller, query: object = {}) => app.call(who, api.forms.observations, { query })
const open = (who: Caller, documentId: string) => app.call(who, api.forms.open, { params: { documentId } })
const save = (who: Caller, submissionId: string, changes: Record<string, unknown>, revision = 0, window = 'w1') =>
  app.call(who, api.forms.saveAnswers, {
    params: { submissionId },
    body: { revision, window, changes: changes as Record<string, AnswerValue> },
  })
const submit = (
  who: Caller,
  submissionId: string,
  of: {
    changes?: Record<string, unknown>
    revision?: number
    judgement?: { finish: 'competent' | 'notCompetent'; comment?: string } | null
  } = {},
) =>
  app.call(who, api.forms.submit, {
    params: { submissionId },
    body: {
      revision: of.revision ?? 0,
      window: 'w1',
      changes: (of.changes ?? {}) as Record<string, AnswerValue>,
      judgement: of.judgement ?? null,
    },
  })
const look = (who: Caller, submissionId: string) => app.call(who, api.forms.submission, { params: { submissionId } })
const ownOne = (who: Caller, submissionId: string) =>
  app.call(who, api.forms.ownSubmission, { params: { submissionId } })
const mark = (who: Caller, submissionId: string, body: object) =>
  app.call(who, api.forms.mark, { params: { submissionId }, body: body as never })
const typed = (name: string) => ({ name, strokes: [] })

const seen = named(newField('yesNo', 'Checks the ladder'), 'kseen', { required: true })
const notes = named(newField('longText', 'Notes'), 'knotes')
const signed = named(newField('signature', 'Assessor'), 'ksigned', { required: true })
const countersigned = named(newField('signature', 'Observed'), 'kcounter', { required: true, filledBy: 'person' })
const beside = [seen, notes, signed, countersigned]
const own = named(newField('longText', 'What did you learn?'), 'kown', { required: true, filledBy: 'person' })

async function givenObserved(fields: Field[], settings: Parameters<typeof givenForm>[3] = {}) {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Mary' })
  const learner = await givenPerson(app, tenant, { managers: [manager.userId], firstName: 'Lee' })
  const form = await givenForm(app, tenant, fields, {
    kind: 'observation',
    title: 'Ladder',
    ...settings,
    settings: { filledBy: 'assessor', ...settings.settings },
  })
  const assignmentId = await givenAssignment(app, learner, form.id, { type: 'form' })
  return { tenant, manager, learner, form, assignmentId }
}

describe('observing', () => {
  it('goes over several visits to both signatures and the judgement, with one submission', async () => {
    const { manager, learner, form } = await givenObserved(beside)
    expect((await people(manager)).body).toMatchObject({
      items: [{ formId: form.id, title: 'Ladder', userId: learner.userId, state: 'notstarted', submissionId: null }],
      total: 1,
    })
    const [first, second] = await Promise.all([
      observe(manager, form.id, learner.userId),
      observe(manager, form.id, learner.userId),
    ])
    expect(first.body.submission.id).toBe(second.body.submission.id)
    expect(first.body).toMatchObject({ as: 'assessor', judges: true, about: { id: learner.userId }, answers: {} })
    const submissionId = first.body.submission.id
    expect((await save(manager, submissionId, { kseen: true, knotes: 'Slow but sure' })).status).toBe(200)
    // The person can neither begin nor see it before the judgement.
    const asked = await app.call(learner, api.forms.own, { params: { documentId: form.id } })
    expect(asked.body).toMatchObject({ button: 'none', reason: 'byAssessor', state: 'inprogress' })
    expect((await open(learner, form.id)).status).toBe(409)
    expect((await save(learner, submissionId, { knotes: 'I was great' })).body).toMatchObject({ others: {} })
    expect((await ownOne(learner, submissionId)).body.answers).toBe(null)

    const again = await observe(manager, form.id, learner.userId)
    expect(again.body).toMatchObject({ answers: { kseen: true, knotes: 'Slow but sure' }, submission: { revision: 1 } })
    const judgement = { finish: 'competent', comment: 'Well done' } as const
    const refused = await submit(manager, submissionId, { revision: 1, judgement })
    expect(refused.problem?.errors?.map((one) => one.path)).toEqual(['answers.ksigned', 'answers.kcounter'])
    const changes = { ksigned: typed('Mary'), kcounter: typed('Lee') }
    const [done, twice] = await Promise.all(
      [1, 2].map(() => submit(manager, submissionId, { revision: 1, changes, judgement })),
    )
    expect([done?.body.submission.state, twice?.body.submission.state]).toEqual(['competent', 'competent'])
    const shown = await ownOne(learner, submissionId)
    expect(shown.body).toMatchObject({
      outcome: 'competent',
      comment: 'Well done',
      answers: { kseen: true, knotes: 'Slow but sure', kcounter: { name: 'Lee' } },
    })
    const reviewed = await look(manager, submissionId)
    expect(reviewed.body.events.map((one) => [one.event, one.by.split(' ')[0]])).toEqual([
      ['started', 'Mary'],
      ['submitted', 'Mary'],
      ['marked', 'Mary'],
    ])
    expect((await people(manager, { waiting: 'true' })).body.items).toEqual([])
    expect((await observe(manager, form.id, learner.userId)).status).toBe(409)
    expect((await save(manager, submissionId, { knotes: 'later' })).status).toBe(409)
  })

  it('is for those who assess the person; never for the person, and nobody else finds them', async () => {
    const tenant = await givenTenant(app)
    const [assessor, stray] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const { manager, learner, form, tenant: home } = await givenObserved(beside)
    const [other, foreign] = [await givenPerson(app, home, { roles: ['manager'] }), await givenTenant(app)]
    for (const who of [other, foreign.admin, learner]) {
      expect((await people(who)).body.total).toBe(0)
      expect((await observe(who, form.id, learner.userId)).status).toBe(404)
    }
    const { body } = await observe(manager, form.id, learner.userId)
    const submissionId = body.submission.id
    for (const who of [other, foreign.admin]) expect((await save(who, submissionId, { knotes: 'x' })).status).toBe(404)
    expect((await submit(learner, submissionId, { judgement: { finish: 'competent' } })).status).toBe(409)
    // An administrator goes on where the manager was.
    expect((await observe(home.admin, form.id, learner.userId)).body.submission.id).toBe(submissionId)
    // A person named by the form, without a role that opens it.
    const person = await givenPerson(app, tenant)
    const only = await givenForm(app, tenant, beside, {
      kind: 'observation',
      settings: {
        filledBy: 'assessor',
        assessors: { managers: false, administrators: false, people: [assessor.userId], second: false },
      },
    })
    await givenAssignment(app, person, only.id, { type: 'form' })
    for (const who of [stray, tenant.admin]) {
      expect((await people(who)).body.total).toBe(0)
      expect((await observe(who, only.id, person.userId)).status).toBe(404)
    }
    expect((await people(assessor)).body.items).toMatchObject([{ userId: person.userId }])
    expect((await observe(assessor, only.id, person.userId)).status).toBe(200)
    // Somebody without the form, and a form that the person fills in alone.
    expect((await observe(assessor, only.id, stray.userId)).status).toBe(404)
    const alone = await givenForm(app, tenant, [notes], { kind: 'observation' })
    await givenAssignment(app, person, alone.id, { type: 'form' })
    expect((await observe(tenant.admin, alone.id, person.userId)).status).toBe(404)
  })

  it('leaves some fields to the person and some to the assessor; each changes their own, and sees the other’s in time', async () => {
    const { manager, learner, form } = await givenObserved([seen, notes, own])
    const mine = await open(learner, form.id)
    expect(mine.body).toMatchObject({ as: 'person', about: null })
    expect(JSON.stringify(mine.body.form)).not.toContain('knotes')
    const submissionId = mine.body.submission.id
    expect((await save(learner, submissionId, { kown: 'Half', knotes: 'mine' })).body.conflicts).toEqual([])
    const theirs = await observe(manager, form.id, learner.userId)
    expect(theirs.body).toMatchObject({ submission: { id: submissionId }, judges: false, answers: {} })
    expect(JSON.stringify(theirs.body.form)).not.toContain('kown')
    const saved = await save(manager, submissionId, { kseen: true, kown: 'theirs' }, 0, 'w2')
    expect(saved.body.others).toEqual({})
    expect((await submit(manager, submissionId, { revision: 2 })).status).toBe(409)
    expect((await look(manager, submissionId)).body.answers).toEqual({ kseen: true })
    const done = await submit(learner, submissionId, { revision: 1, changes: { kown: 'All of it' } })
    expect(done.body.submission.state).toBe('markingRequired')
    expect((await ownOne(learner, submissionId)).body.answers).toEqual({ kown: 'All of it' })
    const after = await observe(manager, form.id, learner.userId)
    expect(after.body).toMatchObject({ judges: true, answers: { kseen: true, kown: 'All of it' } })
    await save(manager, submissionId, { knotes: 'Good', kown: 'theirs' }, after.body.submission.revision)
    const reopened = await app.call(manager, api.forms.reopen, {
      params: { submissionId },
      body: { revision: 0, fields: ['kown'], comment: 'Say more' },
    })
    expect(reopened.body).toMatchObject({ state: 'pendingResubmission', earlier: { kown: 'All of it' } })
    const again = await open(learner, form.id)
    expect(again.body).toMatchObject({ reopened: ['kown'], answers: { kown: 'All of it', knotes: 'Good' } })
    await submit(learner, submissionId, { revision: again.body.submission.revision, changes: { kown: 'More' } })
    const judged = await submit(manager, submissionId, {
      revision: 9,
      changes: { knotes: 'Better' },
      judgement: { finish: 'notCompetent' },
    })
    expect(judged.body.submission).toMatchObject({ state: 'notCompetent', outcome: 'notCompetent' })
    expect((await ownOne(learner, submissionId)).body.answers).toEqual({ kseen: true, knotes: 'Better', kown: 'More' })
  })

  it('is not judged before the assessor has answered what is required', async () => {
    const { manager, learner, form } = await givenObserved([seen, own])
    const { body } = await open(learner, form.id)
    const submissionId = body.submission.id
    await submit(learner, submissionId, { changes: { kown: 'Words' } })
    const refused = await mark(manager, submissionId, { revision: 0, finish: 'competent' })
    expect([refused.status, refused.problem?.detail]).toEqual([
      409,
      'The assessor has not answered all required questions yet.',
    ])
    const many = await app.call(manager, api.forms.markMany, {
      body: { ids: [submissionId], finish: 'competent', comment: '' },
    })
    expect(many.body.rows).toMatchObject([{ result: 'waiting' }])
    await save(manager, submissionId, { kseen: false }, 1)
    const looked = await look(manager, submissionId)
    expect(looked.body).toMatchObject({ observes: true, answers: { kseen: false, kown: 'Words' } })
    expect((await mark(manager, submissionId, { revision: 0, finish: 'notCompetent' })).body.state).toBe('notCompetent')
  })

  it('reads a page of people in few statements, and saves in one commit', async () => {
    const { manager, learner, form } = await givenObserved(beside)
    const { body } = await observe(manager, form.id, learner.userId)
    const listing = await statementsOf(app.services.db, () => people(manager))
    const saving = await statementsOf(app.services.db, () => save(manager, body.submission.id, { knotes: 'y' }))
    expect(listing.length).toBeLessThanOrEqual(6)
    expect(saving.length).toBeLessThanOrEqual(10)
    expect(saving.filter(({ sql }) => /^commit/i.test(sql)).length).toBeLessThanOrEqual(1)
  })
})

describe('two who mark', () => {
  const essay = named(newField('essay', 'Essay'), 'kessay')
  async function givenMarked(of: Parameters<typeof givenForm>[3] = {}, fields: Field[] = [essay]) {
    const tenant = await givenTenant(app)
    const [first, second] = [
      await givenPerson(app, tenant, { firstName: 'First' }),
      await givenPerson(app, tenant, { firstName: 'Second' }),
    ]
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    const form = await givenForm(app, tenant, fields, {
      kind: 'quiz',
      ...of,
      settings: {
        assessors: { managers: false, administrators: false, people: [first.userId, second.userId], second: true },
        ...of.settings,
      },
    })
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const { body } = await open(learner, form.id)
    const submissionId = body?.submission?.id
    if (submissionId) await submit(learner, submissionId, { changes: { kessay: 'Words' } })
    return { tenant, first, second, manager, learner, form, submissionId }
  }
  const queue = async (who: Caller, query: object = {}) =>
    (await app.call(who, api.forms.review, { query })).body.items.map((one) => [one.waitsFor, one.can.mark])
  const points = (given: number, finish: 'done' | null = 'done', comment = '') => ({
    revision: 0,
    marks: [{ field: 'kessay', points: given, comment: 'c' }],
    comment,
    finish,
  })

  it('do not see each other’s marks, and agree', async () => {
    const { first, second, learner, tenant, submissionId } = await givenMarked()
    expect(await queue(second)).toEqual([['first', null]])
    await mark(first, submissionId, points(1, null, 'secret thought'))
    const finished = await mark(first, submissionId, { ...points(1, 'done', 'secret thought'), revision: 1 })
    expect(finished.body).toMatchObject({ state: 'pending', waitsFor: 'second', can: { mark: 'forms.markedByYou' } })
    const blind = await look(second, submissionId)
    expect(blind.body).toMatchObject({ comment: '', markings: [], revision: 0 })
    expect(blind.body.marks).toMatchObject([{ points: null, verdict: 'waiting' }])
    const everywhere = JSON.stringify([blind.body, (await look(tenant.admin, submissionId)).body])
    expect(everywhere).not.toContain('secret thought')
    expect((await ownOne(learner, submissionId)).body.marks).toMatchObject([{ points: null }])
    expect([await queue(first), await queue(first, { forMe: 'true' })]).toEqual([[['second', 'forms.markedByYou']], []])
    expect((await mark(first, submissionId, { ...points(0), revision: 2 })).status).toBe(409)
    const agreed = await mark(second, submissionId, points(1, 'done', 'also good'))
    expect(agreed.body).toMatchObject({
      state: 'completed',
      points: 1,
      waitsFor: null,
      comment: 'secret thought\n\nalso good',
      markings: [{ by: expect.stringContaining('First') }, { by: expect.stringContaining('Second') }],
    })
    expect((await ownOne(learner, submissionId)).body).toMatchObject({ points: 1, outOf: 1 })
  })

  it('differ, and a third person settles it, who sees both; what they gave stays', async () => {
    const { first, second, manager, tenant, learner, submissionId } = await givenMarked()
    const both = await Promise.all([mark(first, submissionId, points(1)), mark(second, submissionId, points(0))])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect(await queue(first)).toEqual([['settling', 'forms.markedByYou']])
    expect((await look(first, submissionId)).body.markings).toEqual([])
    expect((await mark(manager, submissionId, points(1))).status).toBe(403)
    expect((await mark(learner, submissionId, points(1))).status).toBe(404)
    const seen = await look(tenant.admin, submissionId)
    expect(seen.body.can.mark).toBe(null)
    expect(seen.body.markings.map((one) => one.marks[0]?.points).sort()).toEqual([0, 1])
    const settled = await mark(tenant.admin, submissionId, points(0.5))
    expect(settled.body).toMatchObject({ state: 'completed', points: 0.5 })
    expect(settled.body.markings).toHaveLength(3)
    // A marker who still has the former state open is told.
    expect((await mark(tenant.admin, submissionId, points(1))).status).toBe(403)
    expect((await mark(first, submissionId, { ...points(1), revision: 1 })).problem?.code).toBe('stale')
  })

  it('judge an observation: the one beside the person first, who then changes nothing more', async () => {
    const notes = named(newField('longText', 'Notes'), 'kessay')
    const { first, second, learner, form } = await givenMarked(
      { kind: 'observation', settings: { filledBy: 'assessor' } },
      [notes],
    )
    const begun = await observe(first, form.id, learner.userId)
    const id = begun.body.submission.id
    const judgement = { finish: 'competent' } as const
    const done = await submit(first, id, { changes: { kessay: 'Seen' }, judgement })
    expect(done.body.submission.state).toBe('markingRequired')
    expect((await save(second, id, { kessay: 'changed' })).status).toBe(409)
    expect((await observe(second, form.id, learner.userId)).status).toBe(409)
    const many = await app.call(second, api.forms.markMany, { body: { ids: [id], finish: 'competent', comment: '' } })
    expect(many.body.rows).toMatchObject([{ result: 'done' }])
    expect((await look(second, id)).body).toMatchObject({ state: 'competent', answers: { kessay: 'Seen' } })
  })
})
