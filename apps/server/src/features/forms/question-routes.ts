import { api } from '@learnt/contract'
import { withoutKeys } from '@learnt/contract/forms/without-keys'
import { isAdmin } from '../../platform/actor.ts'
import { authorize, canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument } from '../documents/queries.ts'
import { listFiles, presentFile } from '../files/queries.ts'
import { correctKey, findCorrectedForm, findCorrectedQuestion, previewCorrection } from './commands/correct-key.ts'
import { drawWishes } from './commands/draw-questions.ts'
import {
  changeQuestion,
  createQuestion,
  exportQuestions,
  fieldOf,
  formOf,
  importQuestions,
} from './commands/save-question.ts'
import { formKind } from './kind.ts'
import { questionPolicy } from './policy.ts'
import { countQuestions, findQuestion, listQuestions, type QuestionRow } from './queries/list-questions.ts'

const { questions } = api

/** The question bank, and corrections of wrong keys: of its questions and of those of forms. */
export const questionRoutes: Route[] = [
  route(questions.list, async ({ ctx, query }) => {
    const page = await listQuestions(ctx, query)
    return { items: page.rows.map((row) => presentRow(ctx, row)), next: page.next, total: page.total }
  }),

  route(questions.facets, async ({ ctx }) => {
    const rows = await ctx.read((tx) => countQuestions(tx, { wholeBank: isAdmin(ctx.actor) }))
    const of = (facet: (typeof rows)[number]['facet']) =>
      rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }))
    return { category: of('category'), tag: of('tag'), difficulty: of('difficulty'), kind: of('kind') }
  }),

  route(questions.get, ({ ctx, params }) => show(ctx, params.questionId)),

  route(questions.create, async ({ ctx, body }) => show(ctx, await createQuestion(ctx, body))),

  route(questions.change, async ({ ctx, params, body }) => {
    await changeQuestion(ctx, params.questionId, body)
    return show(ctx, params.questionId)
  }),

  route(questions.importMany, async ({ ctx, body }) => ({ imported: await importQuestions(ctx, body.questions) })),

  route(questions.exportMany, async ({ ctx, body }) => ({ questions: await exportQuestions(ctx, body.ids) })),

  route(questions.draw, ({ ctx, body }) =>
    ctx.read(async (tx) => {
      const { drawn } = await drawWishes(tx, body.draws, { wholeBank: isAdmin(ctx.actor) })
      const fields = Object.values(drawn).flat()
      const files = await listFiles(
        tx,
        fields.flatMap((field) => formKind.namedFiles(formOf(field))),
      )
      const shown = Object.entries(drawn).map(([key, list]) => [
        key,
        list.map((field) => fieldOf(present(ctx, withoutKeys(formOf(field), ctx.requestId)))),
      ])
      return { drawn: Object.fromEntries(shown), files: files.map((file) => presentFile(ctx, file)) }
    }),
  ),

  route(questions.previewCorrection, async ({ ctx, params, body }) =>
    previewCorrection(ctx, await ctx.read((tx) => findCorrectedQuestion(tx, params.questionId, params.version)), body),
  ),

  route(questions.correct, ({ ctx, params, body }) =>
    correctKey(ctx, (tx) => findCorrectedQuestion(tx, params.questionId, params.version, 'lock'), body, {
      type: 'question',
      id: params.questionId,
    }),
  ),

  route(questions.previewFormCorrection, async ({ ctx, params, body }) => {
    const corrected = await ctx.read(async (tx) =>
      findCorrectedForm(tx, await load(ctx, tx, params.documentId), params.field),
    )
    return previewCorrection(ctx, corrected, body)
  }),

  route(questions.correctForm, ({ ctx, params, body }) =>
    correctKey(
      ctx,
      async (tx) => findCorrectedForm(tx, await load(ctx, tx, params.documentId), params.field, 'lock'),
      body,
      { type: 'form', id: params.documentId },
    ),
  ),
]

/** The people who may edit a form correct its keys. */
async function load(ctx: Ctx, tx: ReadTx, documentId: string) {
  const form = await findDocument(tx, 'form', documentId)
  authorize(ctx.actor, documentPolicy.edit, form)
  return form
}

function presentRow(ctx: Ctx, { revision: _, ...row }: QuestionRow) {
  return { ...row, can: canOf(ctx.actor, questionPolicy, row) }
}

async function show(ctx: Ctx, questionId: string) {
  return ctx.read(async (tx) => {
    const found = await findQuestion(tx, questionId)
    if (!found) throw notFound()
    const { content, revision, isAnswered, versions, usedBy, ...row } = found
    const files = await listFiles(tx, formKind.namedFiles(formOf(content)))
    return {
      ...row,
      can: canOf(ctx.actor, questionPolicy, row),
      field: fieldOf(present(ctx, formOf(content))),
      revision,
      isAnswered,
      versions: versions.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
      usedBy,
      files: files.map((file) => presentFile(ctx, file)),
    }
  })
}

function present(ctx: Ctx, form: Parameters<NonNullable<typeof formKind.present>>[1]) {
  return formKind.present?.(ctx, form) ?? form
}
