import { isDeepStrictEqual } from 'node:util'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { quizKinds } from '@learnt/contract/forms/field-kinds'
import { newForm, newKey } from '@learnt/contract/forms/new-form'
import type { Difficulty, QuestionOfFile, questions } from '@learnt/contract/forms/questions'
import { newText } from '@learnt/contract/forms/texts'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit, findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound, ProblemError, stale } from '../../../platform/problem.ts'
import { refuse } from '../../documents/commands/change-document.ts'
import { checkAll } from '../../imports/commands/check-all.ts'
import { formKind } from '../kind.ts'
import { findQuestion } from '../queries/list-questions.ts'

interface Place {
  readonly category: string
  readonly tags: readonly string[]
  readonly difficulty: Difficulty
  readonly forManagers: boolean
}

/** Puts a question into the bank, and answers with its id. */
export function createQuestion(ctx: Ctx, of: Place & { readonly field: Field }): Promise<string> {
  return ctx.write(async (tx) => {
    const field = await checkQuestion(ctx, tx, of.field, 'body.field')
    const id = await insertQuestion(ctx, tx, of, field)
    await audit(ctx, tx, { action: 'questions.create', ...subjectOf(id, field), after: { ...placeOf(of) } })
    return id
  })
}

/** All of the questions, or none: each that is not in order is named. */
export function importQuestions(ctx: Ctx, given: readonly QuestionOfFile[]): Promise<number> {
  return ctx.write(async (tx) => {
    const checked = await checkAll(given, async (one, at) => ({
      one,
      field: await checkQuestion(ctx, tx, one.field, `body.questions.${at}.field`),
    }))
    for (const { one, field } of checked) await insertQuestion(ctx, tx, one, field)
    await audit(ctx, tx, {
      action: 'questions.import',
      subjectType: 'question',
      subjectId: newId(),
      subjectTitle: ctx.t('forms.bank.title'),
      after: { questions: checked.length },
    })
    return checked.length
  })
}

/** Written by the demo, too. */
export async function insertQuestion(
  ctx: Pick<Ctx, 'now' | 'actor'>,
  tx: WriteTx,
  of: Place,
  given: Field,
  { id = newId(), key = newKey() }: { id?: string; key?: string } = {},
): Promise<string> {
  const field = { ...given, key }
  const by = ctx.actor.userId
  await tx
    .insertInto('questions')
    .values({
      id,
      field: field.key,
      ...shownOf(field),
      ...placeOf(of),
      createdBy: by,
      createdAt: ctx.now,
      updatedBy: by,
      updatedAt: ctx.now,
    })
    .execute()
  await insertVersion(ctx, tx, id, 1, field)
  return id
}

/** Changes a question. What somebody has answered stays as it is: the change is a version of its own. */
export function changeQuestion(
  ctx: Ctx,
  id: string,
  { revision, field: given, ...place }: z.output<typeof questions.change.body>,
): Promise<void> {
  return ctx.write(async (tx) => {
    const locked = await tx.selectFrom('questions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const before = locked && (await findQuestion(tx, id))
    if (!before) throw notFound()
    if (locked.revision !== revision) throw stale(await findLastChange(tx, { subjectId: id, verbs: 'questions.' }))
    const field = given && { ...(await checkQuestion(ctx, tx, given, 'body.field', before.content)), key: locked.field }
    const isChanged = field !== undefined && !isDeepStrictEqual(field, before.content)
    if (isChanged && field.kind !== before.kind && before.isAnswered) throw invalid({ 'body.field.kind': 'invalid' })
    const isNew = isChanged && before.isAnswered
    const version = isNew ? before.version + 1 : before.version
    if (isNew) await insertVersion(ctx, tx, id, version, field)
    else if (isChanged)
      await tx
        .updateTable('questionVersions')
        .set({ content: json(field) })
        .where('questionId', '=', id)
        .where('number', '=', version)
        .execute()
    const after = {
      ...placeOf(before),
      ...Object.fromEntries(Object.entries(place).filter(([, one]) => one !== undefined)),
    }
    await tx
      .updateTable('questions')
      .set({
        ...after,
        ...(isChanged ? shownOf(field) : {}),
        version,
        revision: revision + 1,
        updatedBy: ctx.actor.userId,
        updatedAt: ctx.now,
      })
      .where('id', '=', id)
      .execute()
    await audit(ctx, tx, {
      action: 'questions.change',
      ...subjectOf(id, field ?? before.content),
      before: { ...placeOf(before), isArchived: before.isArchived, version: before.version },
      after: { ...after, version, ...(isChanged ? { question: field.label.text } : {}) },
    })
  })
}

async function insertVersion(
  ctx: Pick<Ctx, 'now' | 'actor'>,
  tx: WriteTx,
  questionId: string,
  number: number,
  field: Field,
): Promise<void> {
  await tx
    .insertInto('questionVersions')
    .values({ questionId, number, content: json(field), createdBy: ctx.actor.userId, createdAt: ctx.now })
    .execute()
}

/**
 * A question as the bank may keep it: it can be marked, and asks for nothing around it. Throws at the part of the field that
 * is not in order.
 */
async function checkQuestion(
  ctx: Ctx,
  tx: WriteTx,
  given: Field,
  at: string,
  stored: Field | null = null,
): Promise<Field> {
  if (!quizKinds.includes(given.kind) || !('quiz' in given) || given.quiz === null)
    throw invalid({ [`${at}.kind`]: 'invalid' })
  const alone = {
    ...given,
    showIf: null,
    required: given.required,
    requiredIf: null,
    quiz: { ...given.quiz, bank: null },
  } as Field
  try {
    const cleaned = await formKind.check(ctx, tx, { id: '', isBundle: false, stored }, formOf(alone), new Map())
    refuse(ctx, 'body.content', 'forms.problem', formKind.findProblems(cleaned, { isBundle: false }, new Map()))
    return fieldOf(cleaned)
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.errors) throw error
    throw new ProblemError('invalid-input', {
      errors: error.errors.map((one) => ({ ...one, path: one.path.replace(inForm, at) })),
    })
  }
}

const inForm = /^body\.content\.pages(\.0\.sections\.0\.fields\.0)?/

/** A question as a form of its own, for whatever works on forms. */
export function formOf(field: Field): FormContent {
  const form = newForm('quiz', field.label.text || '–')
  return {
    ...form,
    pages: [
      {
        key: 'page',
        title: newText(),
        showIf: null,
        jumps: [],
        sections: [{ key: 'section', title: newText(), showIf: null, fields: [field] }],
      },
    ],
  }
}

export function fieldOf(form: FormContent): Field {
  const field = form.pages[0]?.sections[0]?.fields[0]
  if (!field) throw new Error('A question without its field')
  return field
}

function shownOf(field: Field) {
  const title = field.label.text
  return {
    title,
    kind: field.kind,
    searchText: searchForm(title),
    points: 'quiz' in field ? (field.quiz?.points ?? 0) : 0,
  }
}

function placeOf({ category, tags, difficulty, forManagers }: Place) {
  return { category, tags: [...new Set(tags)], difficulty, forManagers }
}

function subjectOf(id: string, field: Field) {
  return { subjectType: 'question' as const, subjectId: id, subjectTitle: field.label.text }
}

/** Questions by their ids as a file carries them, in the order of their titles. */
export async function exportQuestions(ctx: Ctx, ids: readonly string[]): Promise<QuestionOfFile[]> {
  return ctx.write(async (tx) => {
    const { rows } = await sql<{
      category: string
      tags: string[]
      difficulty: Difficulty
      forManagers: boolean
      field: Field
    }>`
      select q.category, q.tags, q.difficulty, q.for_managers, v.content as field
      from questions q join question_versions v on v.question_id = q.id and v.number = q.version
      where q.id = any(${ids}::uuid[]) order by q.search_text, q.id`.execute(tx)
    if (rows.length < new Set(ids).size) throw notFound()
    await audit(ctx, tx, {
      action: 'questions.export',
      subjectType: 'question',
      subjectId: ids[0] as string,
      subjectTitle: ctx.t('forms.bank.title'),
      after: { ids },
    })
    return rows
  })
}
