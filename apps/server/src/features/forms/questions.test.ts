import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { newChoice, newField, newForm, newPage, newQuiz } from '@learnt/contract/forms/new-form'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenForm, givenQuestion } from '../../../test/given/forms.ts'
import { givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { foldAllFigures } from './commands/fold-figures.ts'
import { countFigures, readFigures } from './queries/form-figures.ts'

const app = await testApp()

/** A question whose answer is `yes`, unless its key says otherwise. */
function question(label: string, right = 'yes', points = 2): Field {
  return {
    ...newField('singleChoice', label, true),
    choices: ['yes', 'no', 'maybe'].map((key) => ({ ...newChoice(key), key })),
    quiz: { ...newQuiz(), points, key: { right: [right], shares: null } },
  }
}
const keyed = (field: Field, key: string): Field => ({ ...field, key })
const draw = (key: string, more: object = {}): Field => ({ ...newField('draw'), key, ...more }) as Field
const place = { category: 'Safety', tags: ['fire'], difficulty: 'easy' as const, forManagers: false }
const chosen = (choice: string): AnswerValue => ({ choices: [choice] })

async function take(who: Caller, formId: string, answer: (field: Field) => AnswerValue | null) {
  const opened = (await app.call(who, api.forms.open, { params: { documentId: formId } })).body
  const changes = Object.fromEntries(
    fieldsOf(opened.form).flatMap((field) => {
      const value = 'required' in field ? answer(field) : null
      return value === null ? [] : [[field.key, value]]
    }),
  )
  const { id } = opened.submission
  const done = await app.call(who, api.forms.submit, {
    params: { submissionId: id },
    body: { revision: 0, window: 'w1', changes },
  })
  expect(done.status).toBe(200)
  return { id, form: opened.form }
}

describe('the bank', () => {
  it('keeps questions in versions: what somebody has answered stays as it is', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const made = await app.call(tenant.admin, api.questions.create, { body: { ...place, field: question('Alarm?') } })
    expect([made.status, made.body.version, made.body.isAnswered]).toEqual([201, 1, false])
    const params = { questionId: made.body.id }
    const wrong = { ...question('Alarm?'), quiz: { ...newQuiz(), key: { right: [], shares: null } } } as Field
    const refused = await app.call(tenant.admin, api.questions.change, { params, body: { revision: 1, field: wrong } })
    expect(refused.problem?.errors?.map((one) => [one.path, one.code])).toEqual([['body.field.quiz.key', 'keyMissing']])

    const form = await givenForm(app, tenant, [draw('kdraw', { category: 'Safety', tags: ['fire'] })], { kind: 'quiz' })
    await givenAssignment(app, learner, form.id, { type: 'form' })
    // Nobody has answered it: the change is one of the same version.
    const renamed = question('Which alarm?')
    const first = await app.call(tenant.admin, api.questions.change, { params, body: { revision: 1, field: renamed } })
    expect([first.body.version, first.body.title]).toEqual([1, 'Which alarm?'])
    const { form: seen } = await take(learner, form.id, () => chosen('yes'))
    const second = await app.call(tenant.admin, api.questions.change, {
      params,
      body: { revision: 2, field: question('Which alarm rings?'), difficulty: 'hard' },
    })
    expect(second.body).toMatchObject({ version: 2, difficulty: 'hard', attempts: 1, isAnswered: false })
    expect(second.body.versions.map((one) => [one.number, one.title])).toEqual([
      [2, 'Which alarm rings?'],
      [1, 'Which alarm?'],
    ])
    expect(second.body.usedBy).toEqual([{ formId: form.id, title: 'Form', use: 'draws' }])
    expect(fieldsOf(seen).map((field) => field.label.text)).toEqual(['Which alarm?'])
    const stale = await app.call(tenant.admin, api.questions.change, { params, body: { revision: 2, tags: [] } })
    expect(stale.problem?.code).toBe('stale')

    const list = (query: object) => app.call(tenant.admin, api.questions.list, { query })
    expect(
      (await list({ search: 'alarm', tag: ['fire'], difficulty: ['hard'] })).body.items.map((one) => one.id),
    ).toEqual([made.body.id])
    expect((await list({ difficulty: ['easy'] })).body.total).toBe(0)
    const carried = await app.call(tenant.admin, api.questions.exportMany, { body: { ids: [made.body.id] } })
    const imported = await app.call(tenant.admin, api.questions.importMany, { body: carried.body })
    expect([imported.body.imported, (await list({})).body.total]).toEqual([1, 2])
    const broken = { questions: [...carried.body.questions, { field: wrong }] }
    const half = await app.call(tenant.admin, api.questions.importMany, { body: broken })
    expect([half.status, half.problem?.errors?.[0]?.path, (await list({})).body.total]).toEqual([
      422,
      'body.questions.1.field.quiz.key',
      2,
    ])
  })

  it('is drawn from at random, without telling the key, and refused where it has too few', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    for (const [at, forManagers] of [false, false, false, true].entries())
      await givenQuestion(app, tenant, question(`Q${at}`), { category: 'Safety', forManagers })
    await givenQuestion(app, tenant, question('Elsewhere'), { category: 'Other', forManagers: true })
    const publish = async (who: Caller, side: 'admin' | 'manager', fields: Field[]) => {
      const calls = side === 'admin' ? api.forms : api.forms.manager
      const made = await app.call(who, calls.create, { body: { title: 'Quiz', kind: 'quiz' } })
      const params = { documentId: made.body.id }
      const content: FormContent = { ...newForm('quiz', 'Quiz'), pages: [newPage(fields)] }
      const saved = await app.call(who, calls.saveDraft, { params, body: { revision: made.body.revision, content } })
      expect(saved.status).toBe(200)
      const answer = await app.call(who, calls.publish, { params, body: { revision: saved.body.revision } })
      return { id: made.body.id, ...answer }
    }
    const two = [
      draw('kone', { category: 'Safety', count: 2, points: 5 }),
      draw('ktwo', { category: 'Safety', count: 2 }),
    ]
    const good = await publish(tenant.admin, 'admin', two)
    expect(good.status).toBe(200)
    const more = await publish(tenant.admin, 'admin', [draw('kone', { category: 'Safety', count: 5 })])
    expect(more.problem?.errors?.map((one) => [one.path, one.code])).toEqual([
      ['content.pages.0.sections.0.fields.0.count', 'tooFewQuestions'],
    ])
    // A manager's form has the questions that are marked for managers, and their preview those alone.
    expect((await publish(manager, 'manager', [draw('kone', { category: 'Safety', count: 2 })])).status).toBe(422)
    expect((await publish(manager, 'manager', [draw('kone', { category: 'Safety', count: 1 })])).status).toBe(200)
    const wish = { key: 'kone', count: 3, category: 'Safety', tags: [], difficulty: 'any' as const, points: null }
    const previewOf = async (who: Caller) =>
      (await app.call(who, api.questions.draw, { body: { draws: [wish] } })).body.drawn.kone ?? []
    expect([(await previewOf(tenant.admin)).length, (await previewOf(manager)).length]).toEqual([3, 1])
    expect((await app.call(manager, api.questions.list, {})).status).toBe(403)
    expect((await app.call(manager, api.questions.facets, {})).body.category).toEqual([
      { value: 'Other', count: 1 },
      { value: 'Safety', count: 1 },
    ])

    await givenAssignment(app, learner, good.id, { type: 'form' })
    const attempt = await take(learner, good.id, () => chosen('yes'))
    const titles = fieldsOf(attempt.form).map((field) => field.label.text)
    expect(titles.toSorted()).toEqual(['Q0', 'Q1', 'Q2', 'Q3'])
    expect(JSON.stringify(attempt.form)).not.toContain('"right":["yes"]')
    const own = await app.call(learner, api.forms.ownSubmission, { params: { submissionId: attempt.id } })
    expect([own.body.points, own.body.outOf]).toEqual([14, 14])
    // What was drawn stays with the attempt, in its order.
    expect(fieldsOf(own.body.form).map((field) => field.label.text)).toEqual(titles)
    const foreign = await givenTenant(app)
    expect((await app.call(foreign.admin, api.questions.list, {})).body.total).toBe(0)
    expect((await app.call(stranger, api.questions.list, {})).status).toBe(401)
  })
})

describe('a wrong key', () => {
  it('of a form is corrected: who rises, who falls, whose pass changes, and what follows', async () => {
    const tenant = await givenTenant(app)
    const people = []
    for (let at = 0; at < 4; at++) people.push(await givenPerson(app, tenant))
    const fields = [keyed(question('Wrongly keyed', 'no'), 'kwrong'), keyed(question('Right'), 'kright')]
    const form = await givenForm(app, tenant, fields, { kind: 'quiz', settings: { passPercent: 60 } })
    const other = await givenTenant(app)
    const answers = ['yes', 'no', 'maybe', 'yes'] as const
    const ids: string[] = []
    for (const [at, person] of people.entries()) {
      await givenAssignment(app, person, form.id, { type: 'form' })
      ids.push(
        (await take(person, form.id, (field) => chosen(field.key === 'kwrong' ? (answers[at] ?? 'no') : 'yes'))).id,
      )
    }
    const standing = async () => {
      const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{ state: string; outcome: string; percent: number; score: number }>`
            select a.state, s.outcome, s.percent::float as percent, a.score::float as score from submissions s join assignments a on a.id = s.assignment_id
            where s.form_id = ${form.id} order by array_position(${ids}::uuid[], s.id)`.execute(tx),
      )
      return rows.map((row) => [row.state, row.outcome, row.percent, row.score])
    }
    const [passed, failed] = [
      ['passed', 'passed', 100, 100],
      ['failed', 'failed', 50, 50],
    ]
    expect(await standing()).toEqual([failed, passed, failed, failed])
    // Somebody gave the last one the marks by hand, and said why.
    await app.call(tenant.admin, api.forms.mark, {
      params: { submissionId: ids[3] as string },
      body: { revision: 0, marks: [{ field: 'kwrong', points: 2, reason: 'It was right' }], finish: 'done' },
    })

    const params = { documentId: form.id, field: 'kwrong' }
    const right = { treatment: 'newKey' as const, field: keyed(question('Wrongly keyed', 'yes'), 'kwrong') }
    const preview = await app.call(tenant.admin, api.questions.previewFormCorrection, { params, body: right })
    expect(preview.body).toMatchObject({
      submissions: 4,
      rises: 1,
      falls: 1,
      newlyPassed: 1,
      newlyFailed: 1,
      byHand: 1,
    })
    expect(preview.body.people.map((one) => [one.submissionId, one.change]).toSorted()).toEqual(
      [
        [ids[0], 'rises'],
        [ids[1], 'falls'],
      ].toSorted(),
    )
    const kind = await app.call(tenant.admin, api.questions.correctForm, {
      params,
      body: {
        treatment: 'newKey',
        field: { ...question('x'), quiz: { ...newQuiz(), key: { right: ['gone'], shares: null } } } as Field,
      },
    })
    expect(kind.problem?.errors?.[0]?.path).toBe('body.field.quiz.key')
    expect((await app.call(other.admin, api.questions.correctForm, { params, body: right })).status).toBe(404)
    expect((await app.call(people[0] as Caller, api.questions.correctForm, { params, body: right })).status).toBe(403)

    const correct = async (body: object) => {
      app.clock.advance(60_000)
      const answer = await app.call(tenant.admin, api.questions.correctForm, { params, body: { ...right, ...body } })
      expect(answer.status).toBe(202)
      await app.settle()
      const job = await app.call(tenant.admin, api.jobs.get, { params: { jobId: answer.body.jobId } })
      expect(job.body.state).toBe('succeeded')
      return job.body.result
    }
    expect(await correct({ neverLower: true })).toEqual({ rises: 1, falls: 0, stays: 3 })
    expect(await standing()).toEqual([passed, passed, failed, passed])
    expect(await correct({ neverLower: true })).toEqual({ rises: 0, falls: 0, stays: 4 })
    expect(await correct({})).toEqual({ rises: 0, falls: 1, stays: 3 })
    expect(await standing()).toEqual([passed, failed, failed, passed])
    expect(await correct({})).toEqual({ rises: 0, falls: 0, stays: 4 })
    const byHand = await app.call(tenant.admin, api.forms.submission, { params: { submissionId: ids[3] as string } })
    expect(byHand.body.marks.find((one) => one.field === 'kwrong')).toMatchObject({
      points: 2,
      byHand: true,
      original: 0,
      reason: 'It was right',
    })
    expect(byHand.body.events.map((one) => one.event)).toEqual(['started', 'submitted', 'marked'])
    // The form has the right key from now on, in its editor and for the people who answer.
    const edited = await app.call(tenant.admin, api.forms.get, { params: { documentId: form.id } })
    expect(fieldsOf(edited.body.content as FormContent)[0]).toMatchObject({ quiz: { key: { right: ['yes'] } } })
    await take(people[2] as Caller, form.id, () => chosen('yes'))
    expect((await standing())[2]).toEqual(['passed', 'failed', 50, 100])

    await correct({ treatment: 'leaveOut' })
    expect((await standing()).slice(0, 2)).toEqual([passed, passed])
    await correct({ treatment: 'fullMarks' })
    const looked = await app.call(tenant.admin, api.forms.submission, { params: { submissionId: ids[2] as string } })
    expect(looked.body).toMatchObject({ points: 4, outOf: 4, outcome: 'passed' })
  })

  it('of the bank is corrected in every form that drew that version, and in no other', async () => {
    const tenant = await givenTenant(app)
    const [one, two] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const questionId = await givenQuestion(app, tenant, question('Only one', 'no'))
    const settings = { passPercent: 50 }
    const form = await givenForm(app, tenant, [draw('kdraw', { points: 3 })], { kind: 'quiz', settings })
    for (const person of [one, two]) await givenAssignment(app, person, form.id, { type: 'form' })
    const first = await take(one, form.id, () => chosen('yes'))
    // Another version, with a key of its own.
    const changed = question('Only one, said better', 'maybe')
    await app.call(tenant.admin, api.questions.change, {
      params: { questionId },
      body: { revision: 1, field: changed },
    })
    const second = await take(two, form.id, () => chosen('maybe'))
    const body = { treatment: 'newKey' as const, field: question('Only one', 'yes') }
    const params = { questionId, version: '1' } as never
    const preview = await app.call(tenant.admin, api.questions.previewCorrection, { params, body })
    expect(preview.body).toMatchObject({ submissions: 1, rises: 1, newlyPassed: 1 })
    await app.call(tenant.admin, api.questions.correct, { params, body })
    await app.settle()
    for (const [id, version] of [
      [first.id, 1],
      [second.id, 2],
    ] as const) {
      const looked = await app.call(tenant.admin, api.forms.submission, { params: { submissionId: id } })
      expect([looked.body.points, looked.body.outcome]).toEqual([3, 'passed'])
      expect(fieldsOf(looked.body.form)[0]).toMatchObject({ quiz: { bank: { questionId, version } } })
    }
    const again = await app.call(tenant.admin, api.questions.previewCorrection, { params, body })
    expect(again.body).toMatchObject({ rises: 0, falls: 0, people: [] })
  })
})

describe('figures', () => {
  it('that are kept equal a full count, whatever happens to submissions, and what a manager of everybody counts', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const people = []
    for (let at = 0; at < 8; at++) people.push(await givenPerson(app, tenant, { managers: [manager.userId] }))
    await givenQuestion(app, tenant, question('From the bank'))
    const essay: Field = { ...newField('essay', 'Why?', true), key: 'kessay' }
    const stars: Field = { ...newField('stars', 'How was it?'), key: 'kstars' }
    const quiz = [keyed(question('First', 'no'), 'kfirst'), essay]
    const content = {
      kind: 'quiz' as const,
      settings: { passPercent: 50 },
      pages: [newPage(quiz), newPage([stars, draw('kdraw')])],
    }
    const form = await givenForm(app, tenant, [], content)
    const params = { documentId: form.id }
    const choices = ['yes', 'no', 'maybe']
    let seed = 7
    const pick = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    const answer = (field: Field): AnswerValue | null => {
      if (field.kind === 'essay') return pick(3) === 0 ? null : 'Because'
      if (field.kind === 'stars') return 1 + pick(5)
      return chosen(choices[pick(3)] as string)
    }
    const ids: string[] = []
    const correct = (treatment: 'newKey' | 'fullMarks' | 'leaveOut') =>
      app.call(tenant.admin, api.questions.correctForm, {
        params: { ...params, field: 'kfirst' },
        body: { treatment, field: keyed(question('First', choices[pick(3)]), 'kfirst') },
      })
    const compare = async () => {
      await app.settle()
      const db = app.services.db.tenant(tenant.tenantId)
      const figures = await db.read((tx) => countFigures(tx, form.id))
      expect(await db.read((tx) => readFigures(tx, form.id, undefined))).toEqual(figures)
      await foldAllFigures(app.services)
      const { rows } = await db.read((tx) =>
        sql<{ field: string; name: string; value: string; amount: number }>`
          select f.field, f.name, f.value, sum(f.amount)::float as amount from form_figures f join document_versions v on v.id = f.version_id
          where v.document_id = ${form.id} group by 1, 2, 3 having sum(f.amount) <> 0 order by 1, 2, 3`.execute(tx),
      )
      expect(rows).toEqual(figures)
    }
    for (const person of people) {
      await givenAssignment(app, person, form.id, { type: 'form' })
      app.clock.advance(90_000)
      ids.push((await take(person, form.id, answer)).id)
    }
    await compare()
    // What has been submitted is marked, reopened and regraded; other attempts begin and are left.
    for (let step = 0; step < 12; step++) {
      const submissionId = ids[pick(ids.length)] as string
      const { body } = await app.call(tenant.admin, api.forms.submission, { params: { submissionId } })
      const { revision } = body
      if (step % 4 === 3) await correct((['newKey', 'leaveOut', 'fullMarks'] as const)[pick(3)] ?? 'newKey')
      else if (pick(2) === 0 && body.marks.some((one) => one.field === 'kessay'))
        await app.call(tenant.admin, api.forms.mark, {
          params: { submissionId },
          body: { revision, marks: [{ field: 'kessay', points: 1, reason: 'Good' }], finish: 'done' },
        })
      else
        await app.call(tenant.admin, api.forms.reopen, {
          params: { submissionId },
          body: { revision, comment: 'Again', fields: ['kfirst'] },
        })
      if (step % 3 === 0) await app.call(people[pick(8)] as Caller, api.forms.open, { params })
      if (step % 5 === 0) await compare()
    }
    await compare()
    const [kept, counted] = await Promise.all(
      [tenant.admin, manager].map((who) => app.call(who, api.forms.analytics, { params })),
    )
    const numbers = (one: typeof kept) => ({
      ...one?.body,
      asOf: '',
      can: {},
      pages: [],
      medianSeconds: null,
      questions: one?.body.questions.map((question) => ({
        ...question,
        discrimination: Math.round((question.discrimination ?? 0) * 1000),
        facility: Math.round((question.facility ?? 0) * 1000),
      })),
    })
    expect(numbers(kept)).toEqual(numbers(counted))
    expect(kept?.body.questions.map((one) => [one.label, one.fromBank])).toEqual([
      ['First', false],
      ['Why?', false],
      ['How was it?', false],
      ['From the bank', true],
    ])
    const [first, second] = kept?.body.pages ?? []
    expect([first?.reached, (second?.reached ?? 0) <= (first?.reached ?? 0)]).toEqual([kept?.body.started, true])
    const other = await app.call(tenant.admin, api.forms.analytics, { params, query: { version: 2 } })
    expect(other.body).toMatchObject({ started: 0, submitted: 0 })
  })
})
