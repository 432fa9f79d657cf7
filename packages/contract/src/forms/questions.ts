import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { StoredFile } from '../files.ts'
import { JobRef } from '../jobs.ts'
import { Can, Id, Moment, oneLine, PageQuery, pageOf, QueryFlag, queryList, queryWords, Revision } from '../values.ts'
import { Field, Key } from './content.ts'
import { formLimits, quizKinds } from './field-kinds.ts'
import { newChoice, newField, newQuiz } from './new-form.ts'
import { OutcomeName } from './operations.ts'

declare module '../audit-actions.ts' {
  interface AuditNouns {
    questions: { verbs: 'change' | 'correct' | 'create' | 'export' | 'import'; subjects: 'question' }
  }
}

export const difficulties = ['easy', 'medium', 'hard'] as const
const Difficulty = z.enum(difficulties)
export type Difficulty = z.infer<typeof Difficulty>

/** A question of the bank in its list. */
export const QuestionRow = z.object({
  id: Id,
  title: z.string(),
  kind: z.string(),
  points: z.number(),
  category: z.string(),
  tags: z.array(z.string()),
  difficulty: Difficulty,
  /** Forms that managers have made draw it, too. */
  forManagers: z.boolean(),
  isArchived: z.boolean(),
  /** Number of the newest version. */
  version: z.number().int(),
  /** Attempts that have drawn it, in any version. */
  attempts: z.number().int(),
  updatedBy: z.string(),
  updatedAt: Moment,
  createdAt: Moment,
  can: Can,
})
export type QuestionRow = z.infer<typeof QuestionRow>

/** How a form uses a question: it draws from where the question stands, or has a copy of it. */
export const questionUses = ['draws', 'copy'] as const

export const Question = QuestionRow.extend({
  /** As it is answered: the newest version, with its key. */
  field: Field,
  revision: z.number().int(),
  /** Somebody has answered the newest version: the next change makes another one. */
  isAnswered: z.boolean(),
  /** The newest first. */
  versions: z.array(
    z.object({
      number: z.number().int(),
      title: z.string(),
      attempts: z.number().int(),
      corrections: z.number().int(),
      createdBy: z.string(),
      createdAt: Moment,
    }),
  ),
  /** Forms as they are published, or as their draft is; at most 100. */
  usedBy: z.array(z.object({ formId: Id, title: z.string(), use: z.enum(questionUses) })),
  files: z.array(StoredFile),
})
export type Question = z.infer<typeof Question>

const category = oneLine().max(100)
const tags = z.array(oneLine().min(1).max(60)).max(20)
const place = { category, tags, difficulty: Difficulty, forManagers: z.boolean() }

/** A question as a file carries it; of `field` the key is made anew. */
export const QuestionOfFile = z.strictObject({
  category: category.default(''),
  tags: tags.default([]),
  difficulty: Difficulty.default('medium'),
  forManagers: z.boolean().default(false),
  field: Field,
})
export type QuestionOfFile = z.infer<typeof QuestionOfFile>

export const questionSortKeys = ['title', 'category', 'difficulty', 'attempts', 'updatedAt', 'createdAt'] as const

const QuestionFilter = z.object({
  kind: queryList(z.enum(quizKinds as [string, ...string[]])),
  category: queryWords(),
  tag: queryWords(),
  difficulty: queryList(Difficulty),
  archived: QueryFlag.optional(),
})

const Counts = z.array(z.object({ value: z.string(), count: z.number().int() }))

/** What is drawn for one field of a form. */
const DrawOf = z.strictObject({
  key: Key,
  count: z.number().int().min(1).max(100),
  category,
  tags,
  difficulty: z.enum(['any', ...difficulties]),
  points: z.number().min(0).max(1000).nullable(),
})

export const treatments = ['newKey', 'fullMarks', 'leaveOut'] as const

/** A wrong key put right. */
const Correction = z.strictObject({
  treatment: z.enum(treatments),
  /** Whoever has submitted already keeps the better marks. */
  neverLower: z.boolean().default(false),
  /** The question with its right key; of it only the key counts. */
  field: Field,
  reason: z.string().trim().max(1000).default(''),
})

const regradeChanges = ['rises', 'falls', 'stays'] as const

/** What a correction would change. */
const RegradePreview = z.object({
  /** Submissions with an answer to the question that are marked anew. */
  submissions: z.number().int(),
  rises: z.number().int(),
  falls: z.number().int(),
  /** Who passes then and did not, and the other way round. */
  newlyPassed: z.number().int(),
  newlyFailed: z.number().int(),
  /** Marks that a person gave: they stay as they are. */
  byHand: z.number().int(),
  /** Whose marks change and whom the caller sees, those whose pass changes first; at most 100. */
  people: z.array(
    z.object({
      submissionId: Id,
      name: z.string(),
      form: z.string(),
      change: z.enum(regradeChanges),
      percentBefore: z.number().nullable(),
      percentAfter: z.number().nullable(),
      outcomeBefore: OutcomeName.nullable(),
      outcomeAfter: OutcomeName.nullable(),
    }),
  ),
})
export type RegradePreview = z.infer<typeof RegradePreview>

const feature = 'forms'
const one = z.object({ questionId: Id })
const look = ['token', 'looking'] as const
const change = ['token', 'acting'] as const
/** The question of the samples: it has the same keys everywhere. */
export const sampleQuestion = (mark: string): Field => ({
  ...newField('singleChoice', `${mark} question`, true),
  key: 'kquestion',
  choices: [
    { ...newChoice('Yes'), key: 'cyes' },
    { ...newChoice('No'), key: 'cno' },
  ],
  quiz: { ...newQuiz(), key: { right: ['cyes'], shares: null } },
})
const samplePlace = { category: '', tags: [], difficulty: 'medium', forManagers: false }
const ofQuestion = z.object({ questionId: Id, version: z.coerce.number().int().min(1).max(1_000_000) })
const ofForm = z.object({ documentId: Id, field: Key })

export const questions = {
  list: endpoint({
    id: 'questions.list',
    summary: 'Questions of the bank.',
    method: 'GET',
    path: '/api/questions',
    access: 'admin',
    feature,
    callers: look,
    query: PageQuery.extend(QuestionFilter.shape).extend({
      sort: z.enum(questionSortKeys).default('title'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(QuestionRow),
  }),
  facets: endpoint({
    id: 'questions.facets',
    summary:
      'Categories, tags and difficulties with how many questions have them: of those that the caller’s forms may draw.',
    method: 'GET',
    path: '/api/questions/facets',
    access: 'managerOrAdmin',
    feature,
    callers: look,
    response: z.object({ category: Counts, tag: Counts, difficulty: Counts, kind: Counts }),
  }),
  get: endpoint({
    id: 'questions.get',
    summary: 'One question with its versions and where it is used.',
    method: 'GET',
    path: '/api/questions/:questionId',
    access: 'admin',
    feature,
    callers: look,
    sample: (of) => ({ params: { questionId: of.questionId } }),
    params: one,
    response: Question,
  }),
  create: endpoint({
    id: 'questions.create',
    summary: 'Put a question into the bank.',
    method: 'POST',
    path: '/api/questions',
    access: 'admin',
    feature,
    callers: change,
    audit: 'questions.create',
    bodyBytes: formLimits.answerBytes,
    idempotency: 'required',
    sample: () => ({ body: { ...samplePlace, field: sampleQuestion('New') }, acrossTenants: true }),
    body: z.strictObject({ ...place, field: Field }),
    response: Question,
    status: 201,
  }),
  change: endpoint({
    id: 'questions.change',
    summary:
      'Change a question. One that somebody has answered becomes another version: their answers keep theirs. Answers `stale` when somebody changed it after `revision`.',
    method: 'PATCH',
    path: '/api/questions/:questionId',
    access: 'admin',
    feature,
    callers: change,
    audit: 'questions.change',
    bodyBytes: formLimits.answerBytes,
    sample: (of) => ({
      params: { questionId: of.questionId },
      body: { revision: 1, difficulty: 'hard' },
      alsoFine: [409],
    }),
    params: one,
    body: z.strictObject({
      revision: Revision,
      category: category.optional(),
      tags: tags.optional(),
      difficulty: Difficulty.optional(),
      forManagers: z.boolean().optional(),
      isArchived: z.boolean().optional(),
      field: Field.optional(),
    }),
    response: Question,
  }),
  importMany: endpoint({
    id: 'questions.import',
    summary: 'Put the questions of a file into the bank: all of them, or none where one is not in order.',
    method: 'POST',
    path: '/api/questions/import',
    access: 'admin',
    feature,
    callers: change,
    audit: 'questions.import',
    bodyBytes: formLimits.draftBytes,
    idempotency: 'required',
    sample: (of) => ({ body: { questions: [{ field: sampleQuestion(of.mark) }] }, acrossTenants: true }),
    body: z.strictObject({ questions: z.array(QuestionOfFile).min(1).max(200) }),
    response: z.object({ imported: z.number().int() }),
  }),
  exportMany: endpoint({
    id: 'questions.export',
    summary: 'Questions as a file, with their keys; at most 200 of them, by their ids.',
    method: 'POST',
    path: '/api/questions/export',
    access: 'admin',
    feature,
    callers: look,
    audit: 'questions.export',
    sample: (of) => ({ body: { ids: [of.questionId] } }),
    body: z.strictObject({ ids: z.array(Id).min(1).max(200) }),
    response: z.object({ questions: z.array(QuestionOfFile) }),
  }),
  draw: endpoint({
    id: 'questions.draw',
    summary: 'Draw as an attempt would, for the preview of a form: without keys, and nothing of it is kept.',
    method: 'POST',
    path: '/api/questions/draw',
    access: 'managerOrAdmin',
    feature,
    callers: look,
    audit: null,
    sample: () => ({
      body: { draws: [{ key: 'k1', count: 1, category: '', tags: [], difficulty: 'any', points: null }] },
    }),
    body: z.strictObject({ draws: z.array(DrawOf).max(formLimits.draws) }),
    response: z.object({ drawn: z.record(Key, z.array(Field)), files: z.array(StoredFile) }),
  }),
  previewCorrection: endpoint({
    id: 'questions.previewCorrection',
    summary: 'Who would rise, who would fall and whose pass would change if a question’s key were corrected.',
    method: 'POST',
    path: '/api/questions/:questionId/versions/:version/correction/preview',
    access: 'admin',
    feature,
    callers: change,
    audit: null,
    bodyBytes: formLimits.answerBytes,
    sample: (of) => ({
      params: { questionId: of.questionId, version: '1' },
      body: { treatment: 'fullMarks', field: sampleQuestion(of.mark) },
    }),
    params: ofQuestion,
    body: Correction,
    response: RegradePreview,
  }),
  correct: endpoint({
    id: 'questions.correct',
    summary:
      'Correct the key of a question’s version; a job marks what was answered anew, with all that follows from it.',
    method: 'POST',
    path: '/api/questions/:questionId/versions/:version/correction',
    access: 'admin',
    feature,
    callers: change,
    audit: 'questions.correct',
    bodyBytes: formLimits.answerBytes,
    idempotency: 'required',
    sample: (of) => ({
      params: { questionId: of.questionId, version: '1' },
      body: { treatment: 'fullMarks', field: sampleQuestion(of.mark), reason: 'It was wrong' },
    }),
    params: ofQuestion,
    body: Correction,
    response: JobRef,
    status: 202,
  }),
  previewFormCorrection: endpoint({
    id: 'questions.previewFormCorrection',
    summary: 'The same for a question of a form, in all versions of the form that have it with this key.',
    method: 'POST',
    path: '/api/forms/:documentId/questions/:field/correction/preview',
    access: 'managerOrAdmin',
    feature,
    callers: change,
    audit: null,
    bodyBytes: formLimits.answerBytes,
    sample: (of) => ({
      by: 'admin',
      params: { documentId: of.form.id, field: 'kquestion' },
      body: { treatment: 'fullMarks', field: sampleQuestion(of.mark) },
    }),
    params: ofForm,
    body: Correction,
    response: RegradePreview,
  }),
  correctForm: endpoint({
    id: 'questions.correctForm',
    summary: 'Correct the key of a question of a form; a job marks what was answered anew.',
    method: 'POST',
    path: '/api/forms/:documentId/questions/:field/correction',
    access: 'managerOrAdmin',
    feature,
    callers: change,
    audit: 'questions.correct',
    bodyBytes: formLimits.answerBytes,
    idempotency: 'required',
    sample: (of) => ({
      by: 'admin',
      params: { documentId: of.form.id, field: 'kquestion' },
      body: { treatment: 'fullMarks', field: sampleQuestion(of.mark), reason: 'It was wrong' },
    }),
    params: ofForm,
    body: Correction,
    response: JobRef,
    status: 202,
  }),
}
