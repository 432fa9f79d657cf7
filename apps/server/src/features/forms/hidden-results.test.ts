import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FieldOf, FormContent } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, pageActivity, quizActivity } from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { listPersonRows } from '../data-exports/queries/person-rows.ts'
import { openResults } from './commands/open-results.ts'

const app = await testApp()

function question(key: string, right: boolean): Field {
  const field = newField('trueFalse', key, true) as FieldOf<'trueFalse'>
  return { ...field, key, quiz: { ...(field.quiz as NonNullable<typeof field.quiz>), key: right, points: 1 } }
}
const hidden = (marks: FormContent['settings']['review']['marks']) =>
  ({ answers: 'submitted', marks, feedback: 'never', key: 'never' }) as const
const inMinutes = (minutes: number) => new Date(app.services.clock.now().getTime() + minutes * 60_000).toISOString()

/** Everything in an answer but ids, addresses and moments, which two people never have in common. */
function bare(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '#')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, '@')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+(Z|\+00:00)/g, 'then')
    .replaceAll(/"(teamId|membershipId|tenantId)":"[^"]*"/g, '"$1":""')
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly access: string
}

function* operationsIn(tree: object): Generator<Operation> {
  for (const one of Object.values(tree)) {
    if (typeof one !== 'object' || one === null) continue
    if ('path' in one && 'method' in one) yield one as Operation
    else if (!('_zod' in one)) yield* operationsIn(one)
  }
}
const reads = [...operationsIn(api)].filter((one) => one.method === 'GET' && /learner|signedIn/.test(one.access))

interface Places {
  readonly form: string
  readonly pathway: string
  readonly userCourseId: string
  readonly activityId: string
  readonly submissionId: string
}

/** All that a learner can read, by operation: every one whose address says no more than where they are. */
async function seenBy(who: GivenPerson, of: Places): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const { id, path } of reads) {
    const documentId = path.includes('/pathways/') ? of.pathway : of.form
    const address = Object.entries({ ...of, documentId, userId: who.userId }).reduce(
      (one, [name, value]) => one.replace(new RegExp(`:${name}\\b`), value),
      path,
    )
    // The file of a PDF has the moment of its making in it.
    if (address.includes(':') || address.endsWith('.pdf')) continue
    const reply = await app.send(who, 'GET', address)
    seen[id] = [reply.status, bare(String(reply.body))]
  }
  for (const outcome of ['passed', 'failed', 'competent', 'notCompetent'] as const) {
    const { body } = await app.call(who, api.forms.ownResults, { query: { outcome: [outcome] } })
    seen[`results of ${outcome}`] = body.total
  }
  const [statements, causes, notifications] = await app.services.db.tenant(who.tenantId).read((tx) =>
    Promise.all([
      sql<{ body: unknown }>`
        select body from statements where user_id = ${who.userId} order by verb, object_id`.execute(tx),
      sql<{ n: number }>`
        select count(*)::int as n from causes c join assignments a on a.id = c.assignment_id where a.user_id = ${who.userId}`.execute(
        tx,
      ),
      sql<{ kind: string }>`select kind from notifications where user_id = ${who.userId} order by kind`.execute(tx),
    ]),
  )
  seen.statements = statements.rows.map(({ body }) => bare(JSON.stringify(body)).replaceAll(/"response":"[^"]*"/g, ''))
  seen.causes = causes.rows[0]?.n
  seen.notifications = notifications.rows.map((one) => one.kind)
  seen.export = await exportOf(who)
  return seen
}

/** What the copy of the person's data says of their submissions and answers. */
async function exportOf(who: GivenPerson) {
  const parts = listPersonRows().filter((one) =>
    /^(submissions|answers|submission-\w+|activity|assignments)/.test(one.file),
  )
  const found = await app.services.db
    .tenant(who.tenantId)
    .read((tx) =>
      Promise.all(
        parts.map(
          async (one) =>
            [one.file, (await sql`${one.rows(who.userId, app.services.clock.now())}`.execute(tx)).rows] as const,
        ),
      ),
    )
  return found.map(([file, rows]) => [file, bare(JSON.stringify(rows)).replaceAll(/"value":(true|false)/g, '')])
}

interface Taken extends Places {
  readonly who: GivenPerson
}

/** Two people who took the same quiz by itself, in a course and in a pathway: one knew the answer, one did not. */
async function givenTwo(settings: Partial<FormContent['settings']>) {
  const tenant = await givenTenant(app)
  const form = await givenForm(app, tenant, [question('ka', true)], {
    kind: 'quiz',
    settings: { passPercent: 50, ...settings },
  })
  const step = quizActivity({ title: 'Quiz', formId: form.id })
  const course = await givenPublishedCourse(app, tenant, { sequential: true, activities: [step, pageActivity()] })
  const pathway = await givenPathway(app, tenant, {
    sections: [pathwaySection([pathwayStep(form.id, { documentType: 'form' })])],
  })
  await app.call(tenant.admin, api.points.changeRule, {
    params: { documentType: 'form', documentId: form.id },
    body: { amount: 100, repeats: 'once', monthlyBudget: null },
  })
  const take = async (answer: boolean): Promise<Taken> => {
    const who = await givenPerson(app, tenant, { firstName: 'Ada', lastName: 'Alike' })
    // Lists are in the order of time.
    await givenAssignment(app, who, form.id, { type: 'form' })
    app.clock.advance(1000)
    await givenAssignment(app, who, pathway.id, { type: 'pathway' })
    app.clock.advance(1000)
    const userCourseId = await givenAssignment(app, who, course.courseId)
    const opened = await app.call(who, api.forms.open, { params: { documentId: form.id } })
    const submissionId = opened.body.submission.id
    await submit(who, submissionId, { ka: answer })
    const place = { userCourseId, activityId: step.id }
    const inCourse = await app.call(who, api.forms.inCourse.open, { params: place })
    await submit(who, inCourse.body.submission.id, { ka: answer })
    return { who, form: form.id, pathway: pathway.id, submissionId, ...place }
  }
  return { tenant, form, right: await take(true), wrong: await take(false) }
}

const submit = async (who: Caller, submissionId: string, changes: Record<string, AnswerValue>) => {
  const body = { revision: 0, window: 'w1', changes }
  const sent = await app.call(who, api.forms.submit, { params: { submissionId }, body })
  expect(sent.status).toBe(200)
  return sent.body
}

const cardOf = async ({ who }: Taken) => (await app.call(who, api.forms.mine, {})).body.items[0]
const stepOf = async ({ who, userCourseId }: Taken) =>
  (await app.call(who, api.learning.course, { params: { userCourseId } })).body.activitiesDone

/** Answers themselves differ, and are the person's own. */
const withoutAnswers = (seen: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(seen).replaceAll(/\\"ka\\":(\{[^}]*\}|true|false)/g, ''))

describe('a result that the review keeps back', () => {
  it.each(['never', 'closed'] as const)(
    '%s: is the same in all that a learner can read, passed or failed',
    async (marks) => {
      const { right, wrong } = await givenTwo({ review: hidden(marks), closesAt: inMinutes(60) })
      await openResults(app.services)
      const [one, other] = [await seenBy(right.who, right), await seenBy(wrong.who, wrong)]
      expect(Object.keys(one).length).toBeGreaterThan(60)
      expect(withoutAnswers(one)).toEqual(withoutAnswers(other))
      expect(await cardOf(right)).toMatchObject({
        state: 'completed',
        outcome: 'completed',
        percent: null,
        progress: 'inprogress',
      })
      expect(await stepOf(right)).toBe(0)
    },
  )

  it('is told where the review shows it at once: the control', async () => {
    const { right, wrong } = await givenTwo({ review: hidden('submitted') })
    const [one, other] = [await seenBy(right.who, right), await seenBy(wrong.who, wrong)]
    expect(withoutAnswers(one)).not.toEqual(withoutAnswers(other))
    expect(await cardOf(right)).toMatchObject({ outcome: 'passed', percent: 100, progress: 'passed' })
    expect(await cardOf(wrong)).toMatchObject({ outcome: 'failed', percent: 0, progress: 'failed' })
    expect([await stepOf(right), await stepOf(wrong)]).toEqual([1, 0])
  })

  it('is told when the form closes, with all that follows from it, once', async () => {
    const { tenant, form, right, wrong } = await givenTwo({ review: hidden('closed'), closesAt: inMinutes(60) })
    const read = (await app.call(tenant.admin, api.forms.get, { params: { documentId: form.id } })).body
    const content = { ...read.content, settings: { ...read.content.settings, closesAt: inMinutes(-1) } }
    const params = { documentId: form.id }
    await app.call(tenant.admin, api.forms.saveDraft, { params, body: { revision: read.revision, content } })
    await app.call(tenant.admin, api.forms.publish, { params, body: { revision: read.revision + 1 } })
    await openResults(app.services)
    await openResults(app.services)
    expect(await cardOf(right)).toMatchObject({ outcome: 'passed', percent: 100, progress: 'passed' })
    expect(await cardOf(wrong)).toMatchObject({ outcome: 'failed', progress: 'failed' })
    expect([await stepOf(right), await stepOf(wrong)]).toEqual([1, 0])
    const pathway = await app.call(right.who, api.pathways.own, { params: { documentId: right.pathway } })
    expect(pathway.body).toMatchObject({ state: 'passed', progress: 100 })
    const told = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ n: number }>`
        select count(*)::int as n from statements where user_id = ${right.who.userId} and verb like '%/passed' and object_id like '%/forms/%'`.execute(
        tx,
      ),
    )
    expect(told.rows[0]?.n).toBe(1)
  })
})
