import type { Answers } from '@learnt/contract/forms/answers'
import type { Field } from '@learnt/contract/forms/content'
import { fillerOf } from '@learnt/contract/forms/field-access'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { sql } from 'kysely'
import { withDrawn } from '../src/features/forms/commands/draw-questions.ts'
import { finishMarking, storeMarks } from '../src/features/forms/commands/mark-submission.ts'
import { beginAttempt } from '../src/features/forms/commands/open-form.ts'
import { insertQuestion } from '../src/features/forms/commands/save-question.ts'
import { keepSubmission } from '../src/features/forms/commands/submit-form.ts'
import { writeAnswers } from '../src/features/forms/commands/write-answers.ts'
import { formKind } from '../src/features/forms/kind.ts'
import { lockSubmission } from '../src/features/forms/queries/find-submissions.ts'
import { findMember } from '../src/features/forms/queries/own-forms.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import { decideRequest } from '../src/features/requests/commands/decide-requests.ts'
import { holdOpenRequestOf } from '../src/features/requests/queries/hold-request.ts'
import { makeActor } from '../src/platform/actor.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { WriteTx } from '../src/platform/db/database.ts'
import { type Chance, chance } from './chance.ts'
import type { DemoAttempt, DemoForm } from './forms.ts'
import { type DemoQuestion, demoQuestions } from './questions.ts'
import { idOf } from './seed-content.ts'
import { insertDocument } from './seed-pathways.ts'
import { userIdOf } from './seed-people.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The question bank. */
export async function seedQuestions(ctx: Ctx, tx: WriteTx, questions: readonly DemoQuestion[]): Promise<void> {
  for (const one of questions)
    await insertQuestion(ctx, tx, one, one.field, {
      id: idOf(ctx.actor.tenantId, 'question', one.slug),
      key: one.field.key,
    })
}

/** Forms assigned by rule for some weeks, with attempts of the learner's demo account and colleagues. */
export async function seedForms(ctx: Ctx, tx: WriteTx, forms: readonly DemoForm[], endDate: Date): Promise<void> {
  const ago = (days: number) => new Date(endDate.getTime() - days * day)
  for (const form of forms) {
    const id = idOf(ctx.actor.tenantId, 'form', form.slug)
    const publishedAt = ago(50)
    await insertDocument(ctx, tx, formKind, { id, content: form.content, publishedAt })
    await createPermission(
      { ...ctx, now: publishedAt },
      tx,
      { id, title: form.content.title },
      {
        documentType: 'form',
        documentId: id,
        title: Object.keys(form.rule).length === 0 ? 'Everybody' : form.content.title,
        status: 'active',
        isOptional: form.dueDays === undefined,
        request: null,
        rule: { rule: form.rule, groups: [], audiences: [], everyone: Object.keys(form.rule).length === 0 },
        due: form.dueDays === undefined ? { kind: 'none' } : { kind: 'after', days: form.dueDays },
      },
    )
    const people = await listPeople(ctx, tx, id, form.attempts.length)
    for (const [place, person] of people.entries()) {
      const attempts = form.attempts[place] ?? []
      for (const [at, attempt] of attempts.entries())
        await seedAttempt(ctx, tx, {
          form,
          person,
          attempt,
          number: at + 1,
          startedAt: ago(
            'daysAgo' in attempt && attempt.daysAgo !== undefined
              ? attempt.daysAgo
              : 36 - 2 * place + 3 * (attempts.length - 1 - at),
          ),
        })
    }
  }
  // Events of past weeks need no notification when the demonstration starts.
  await tx.deleteFrom('outbox').where('task', 'in', ['forms.tell', 'requests.made', 'requests.decided']).execute()
}

export interface Person {
  readonly id: string
  readonly documentId: string
  readonly title: string
  readonly versionId: string
  readonly userId: string
  readonly teamId: string
  readonly email: string
}

/** People with the document: first the learner's account, then the people of the manager's account. */
export async function listPeople(ctx: Ctx, tx: WriteTx, formId: string, count: number): Promise<Person[]> {
  const { tenantId } = ctx.actor
  const { rows } = await sql<Person>`
    select a.id, a.document_id, d.title, d.published_version_id as version_id, a.user_id, m.team_id, m.email
    from assignments a join documents d on d.id = a.document_id join memberships m on m.user_id = a.user_id and m.is_primary
    where a.document_id = ${formId} and m.status = 'active' and ${userIdOf(`manager@${tenantId}.example`)} = any (m.managers)
    order by a.user_id = ${userIdOf(`learner@${tenantId}.example`)}::uuid desc, m.email limit ${count}`.execute(tx)
  return rows
}

async function seedAttempt(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    form: DemoForm
    person: Person
    attempt: DemoAttempt
    number: number
    startedAt: Date
  },
): Promise<void> {
  const { form, person, attempt, number, startedAt } = of
  const { tenantId } = ctx.actor
  const { userId, teamId, versionId } = person
  const id = idOf(tenantId, 'submission', form.slug, person.email, String(number))
  const as = (who: { userId: string; teamId: string }, now: Date): Ctx => ({
    ...ctx,
    now,
    actor: makeActor({ ...who, tenantId, roles: ['learner'], sessionId: null }),
  })
  const luck = chance(`form:${form.slug}:${person.email}:${number}`)
  const drawing = drawOf(tenantId, form, luck)
  const content = withDrawn(form.content, drawing?.drawn ?? null)
  const isDecided = attempt.to !== 'begun' && attempt.to !== 'submitted'
  const isGood = attempt.to === 'marked' ? attempt.percent > 0 : attempt.to !== 'notCompetent'
  const all = {
    ...drawing?.answersOf(isGood),
    ...form.answer(luck, { isGood, day: startedAt.toISOString().slice(0, 10) }),
  }
  // An assessor's answers are stored with the judgement.
  const byPerson = new Set(
    fieldsOf(content).flatMap((field) =>
      'required' in field && fillerOf(content, field) === 'person' ? [field.key] : [],
    ),
  )
  const answers = Object.fromEntries(Object.entries(all).filter(([key]) => isDecided || byPerson.has(key)))
  const begin = as({ userId, teamId }, startedAt)
  const { membershipId } = begin.actor
  const begun = { id, versionId, assignmentId: person.id, endsAt: null, membershipId }
  await beginAttempt(begin, tx, person, begun, drawing)
  const submittedAt = new Date(startedAt.getTime() + luck.int(4, 20) * minute)
  const submit = as({ userId, teamId }, submittedAt)
  const some = attempt.to === 'begun' ? Object.fromEntries(Object.entries(answers).slice(0, 1)) : answers
  const { revision } = await writeAnswers(
    submit,
    tx,
    { id, revision: 0, reopened: null, state: 'inprogress' },
    { revision: 0, window: 'demo', changes: some },
  )
  if (attempt.to === 'begun') return
  const submission = {
    id,
    formId: person.documentId,
    title: person.title,
    versionId,
    assignmentId: person.id,
    activityId: null,
    userId,
    membershipId,
    state: 'inprogress' as const,
    revision,
    startedAt,
    reopened: null,
    closesAt: null,
  }
  const member = await findMember(tx, membershipId)
  await keepSubmission(submit, tx, submission, content, { answers, member, byTime: false, stored: [], by: userId })
  if (attempt.to === 'submitted') return
  if (attempt.to === 'approval') return seedDecisions(ctx, tx, { id, submittedAt, said: attempt.said })
  const manager = as({ userId: userIdOf(`manager@${tenantId}.example`), teamId }, new Date(submittedAt.getTime() + day))
  const record = await lockSubmission(tx, id)
  if (!record) throw new Error('The submission is not there')
  // A quiz without questions to mark by hand is decided already.
  if (record.outcome !== null) return
  const held = { record, form: content, row: { title: person.title } }
  if (attempt.to === 'competent' || attempt.to === 'notCompetent')
    return finishMarking(manager, tx, held, attempt.to, attempt.comment)
  const marks = form.content.pages
    .flatMap((page) => page.sections.flatMap((section) => section.fields))
    .flatMap((field) =>
      field.kind === 'essay' && field.quiz
        ? [{ field: field.key, points: (field.quiz.points * attempt.percent) / 100, reason: '', comment: '' }]
        : [],
    )
  await storeMarks(manager, tx, held, { marks })
  await finishMarking(manager, tx, held, 'done', '')
}

/** The questions that an attempt draws: random, but the same at every seeding. */
function drawOf(tenantId: string, form: DemoForm, luck: Chance) {
  const draws = fieldsOf(form.content).filter((field) => field.kind === 'draw')
  if (draws.length === 0) return null
  const drawn: Record<string, Field[]> = {}
  const taken: DemoQuestion[] = []
  for (const draw of draws) {
    const fitting = demoQuestions.filter((one) => one.category === draw.category && one.difficulty === draw.difficulty)
    const first = luck.int(0, fitting.length - 1)
    const picked = Array.from({ length: draw.count }, (_, at) => fitting[(first + at) % fitting.length] as DemoQuestion)
    taken.push(...picked)
    drawn[draw.key] = picked.map(({ field, slug }) => {
      const quiz = 'quiz' in field ? field.quiz : null
      const bank = { questionId: idOf(tenantId, 'question', slug), version: 1 }
      return { ...field, quiz: quiz && { ...quiz, bank, points: draw.points ?? quiz.points } } as Field
    })
  }
  return {
    drawn,
    questions: taken.map(({ slug }) => ({ questionId: idOf(tenantId, 'question', slug), version: 1 })),
    answersOf: (isGood: boolean): Answers =>
      Object.fromEntries(taken.map((one) => [one.field.key, isGood || luck.is(0.4) ? one.good : one.bad])),
  }
}

/** Decisions of the levels, one day after the other: first the manager's account, then the administrator's. */
async function seedDecisions(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; submittedAt: Date; said: Extract<DemoAttempt, { to: 'approval' }>['said'] },
): Promise<void> {
  const { tenantId } = ctx.actor
  const request = await holdOpenRequestOf(tx, of.id)
  if (!request) throw new Error('Nothing waits for approval')
  for (const [at, said] of of.said.entries()) {
    const role = at === 0 ? 'manager' : 'admin'
    const userId = userIdOf(`${role}@${tenantId}.example`)
    const decider: Ctx = {
      ...ctx,
      now: new Date(of.submittedAt.getTime() + (at + 1) * (day / 2)),
      actor: makeActor({ userId, teamId: tenantId, tenantId, roles: [role], sessionId: null }),
    }
    await decideRequest(decider, tx, request.id, said)
  }
}
