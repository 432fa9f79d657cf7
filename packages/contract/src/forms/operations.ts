import { z } from 'zod'
import { FoundColleagues } from '../colleagues.ts'
import { documentOperations } from '../documents.ts'
import { endpoint, rawEndpoint } from '../endpoint.ts'
import { StoredFile } from '../files.ts'
import { JobRef } from '../jobs.ts'
import { learnerSortKeys } from '../learner-sorts.ts'
import { dueStates } from '../learning.ts'
import { RequestLevel, requestLimits } from '../requests.ts'
import type { Given } from '../sample.ts'
import { MembershipStatus, PermissionStatus, ProgressState } from '../states.ts'
import {
  Can,
  Id,
  MembershipId,
  Moment,
  oneLine,
  PageQuery,
  pageOf,
  QueryFlag,
  queryList,
  queryWords,
} from '../values.ts'
import type { AnswerValue } from './answers.ts'
import { FormContent, FormKind, Key } from './content.ts'
import type { Filler } from './field-access.ts'
import { formLimits } from './field-kinds.ts'
import { outcomes, submissionStates } from './submission-states.ts'

declare module '../audit-actions.ts' {
  interface AuditNouns {
    forms: {
      verbs: 'export' | 'extraTime' | 'mark' | 'reopen' | 'withdrawSubmission'
      subjects: 'form' | 'submission'
      isDocument: true
    }
  }
}

declare module '../notification-kinds.ts' {
  interface NotificationParams {
    /** The approval of a form; `reason` may be empty. */
    formApproved: { formId: string; title: string; reason: string }
    formNotApproved: { formId: string; title: string; reason: string }
    /** Somebody asks for some questions again. */
    formReopened: { formId: string; title: string; reason: string }
    /** Marks or a judgement that a person gave are known. */
    formDecided: { formId: string; title: string }
    /** A submission waits for marks. */
    markingWaits: { submissionId: string; person: string; title: string }
  }
}

export const SubmissionStateName = z.enum(submissionStates)
export const OutcomeName = z.enum(outcomes)

/**
 * Answers by the key of their field, in the shapes of AnswerOfKind. The server reads each by its field (readAnswer()), so
 * the contract names no shape for them.
 */
const Answer = z.unknown() as z.ZodType<AnswerValue, AnswerValue>
export const AnswersByKey = z.record(Key, Answer)
/** null takes an answer back. */
const Changes = z
  .record(Key, z.unknown() as z.ZodType<AnswerValue | null, AnswerValue | null>)
  .refine((given) => Object.keys(given).length <= formLimits.fields, { error: 'tooMany' })

/** A form as withoutKeys() leaves it: the same shape, with `key` and `feedback` null where the reader may not see them. */
export const ShownForm = z.unknown() as z.ZodType<FormContent, FormContent>

/** What a button of a form does next for the person; the reasons why there is none are keys of `forms.reasons`. */
export const formButtons = ['start', 'continue', 'again', 'resubmit', 'look', 'none'] as const
export const startReasons = [
  'locked',
  'notOpenYet',
  'closed',
  'attemptsUsed',
  'waiting',
  'answered',
  'decided',
  'withOthers',
  'byAssessor',
] as const

export const FormCard = z.object({
  formId: Id,
  assignmentId: Id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  image: z.string(),
  kind: FormKind,
  isOptional: z.boolean(),
  minutes: z.number().int(),
  /** Of the newest submission; `notstarted` without one. */
  state: SubmissionStateName,
  /** Of the best decided submission. */
  outcome: OutcomeName.nullable(),
  progress: ProgressState,
  percent: z.number().nullable(),
  dueAt: Moment.nullable(),
  dueState: z.enum(dueStates),
  opensAt: Moment.nullable(),
  closesAt: Moment.nullable(),
  attemptsMade: z.number().int(),
  attempts: z.number().int().nullable(),
  assignedAt: Moment,
  completedAt: Moment.nullable(),
  /** It waits for another document of a pathway. */
  isLocked: z.boolean(),
})
export type FormCard = z.infer<typeof FormCard>

/** A submission in lists of the person who made it. */
export const OwnSubmissionRow = z.object({
  id: Id,
  /** Counts the person's attempts at this form, from 1. */
  number: z.number().int(),
  state: SubmissionStateName,
  outcome: OutcomeName.nullable(),
  versionNumber: z.number().int(),
  startedAt: Moment,
  savedAt: Moment,
  submittedAt: Moment.nullable(),
  decidedAt: Moment.nullable(),
  /** Null while the person may not see marks, and where nothing is marked. */
  points: z.number().nullable(),
  outOf: z.number().nullable(),
  percent: z.number().nullable(),
})
export type OwnSubmissionRow = z.infer<typeof OwnSubmissionRow>

/** A form before it is filled in: what it is, what was done, and whether it can be started. */
export const OwnForm = FormCard.extend({
  description: z.string(),
  versionNumber: z.number().int(),
  questions: z.number().int(),
  pages: z.number().int(),
  anonymous: z.boolean(),
  timeLimitMinutes: z.number().int().nullable(),
  /** The limit that holds for this person: with their extra time. */
  ownTimeLimitMinutes: z.number().int().nullable(),
  passPercent: z.number().nullable(),
  waitMinutes: z.number().int(),
  navigation: FormContent.shape.settings.shape.navigation,
  languages: z.array(z.string()),
  button: z.enum(formButtons),
  /** Why it cannot be started or continued; null: it can. */
  reason: z.enum(startReasons).nullable(),
  /** From when on it can be, where waiting or opening is what stands in the way. */
  canStartAt: Moment.nullable(),
  waitsFor: z.object({ id: Id, type: z.string(), title: z.string() }).nullable(),
  /** Newest first. */
  submissions: z.array(OwnSubmissionRow),
  now: Moment,
})
export type OwnForm = z.infer<typeof OwnForm>

export const fillers = ['person', 'assessor'] as const satisfies readonly Filler[]

/**
 * A form opened to be filled in. `resolve(form, answers, member)` says what to show; `form` holds no right answers. Count
 * down to `endsAt` from `now`, never by the clock of the device.
 */
export const OpenForm = z.object({
  submission: z.object({
    id: Id,
    number: z.number().int(),
    state: SubmissionStateName,
    startedAt: Moment,
    savedAt: Moment,
    /** Rises with every save. Send it along with the next save of this window. */
    revision: z.number().int(),
    /** When the time is over; null: it has no limit. A save or submission that arrives a few seconds later still counts. */
    endsAt: Moment.nullable(),
  }),
  formId: Id,
  assignmentId: Id.nullable(),
  versionNumber: z.number().int(),
  /** As whom the caller fills it in; fieldAccess() says which fields. What is hidden from them is not in `form`. */
  as: z.enum(fillers),
  /** The person whom an assessor observes; null: the caller fills it in for themselves. */
  about: z.object({ id: Id, name: z.string() }).nullable(),
  /** An assessor can submit it together with the judgement. */
  judges: z.boolean(),
  form: ShownForm,
  /** Attributes that conditions may ask about. */
  member: z.record(z.string(), z.array(z.string())),
  answers: AnswersByKey,
  /** Fields that were reopened; null: all may be changed. The others stand as they were submitted. */
  reopened: z.array(Key).nullable(),
  /** Comments of who reopened it: over all, and by field. */
  comment: z.string(),
  comments: z.record(Key, z.string()),
  /** Files of the form and of the answers, with addresses for this reader. */
  files: z.array(StoredFile),
  /** The day in the tenant's zone, for checkAnswers(). */
  today: z.string(),
  now: Moment,
})
export type OpenForm = z.infer<typeof OpenForm>

const saveBody = {
  /** The revision that this window has seen last. */
  revision: z.number().int().min(0).max(2_147_483_647),
  /** Made by the page when it opens the form (newKey()), so that its own earlier saves are no conflict. */
  window: Key,
  changes: Changes,
}

/**
 * What became of a save. An answer that another window has changed since `revision` is not overwritten: it stands in
 * `conflicts` with what is stored, and the page lets the person choose. `others`: what other windows have saved meanwhile
 * (null: taken back), to be shown.
 */
export const Saved = z.object({
  revision: z.number().int(),
  savedAt: Moment,
  conflicts: z.array(z.object({ field: Key, value: Answer.nullable() })),
  others: z.record(Key, Answer.nullable()),
  /** The end of the writing as it stands now: a date may have been moved, or time given. */
  endsAt: Moment.nullable(),
})
export type Saved = z.infer<typeof Saved>

/** Errors of a submission that cannot be taken yet stand in the problem's `errors`: path `answers.<key>`, code of AnswerComplaint. */
export const Submitted = z.object({
  submission: OwnSubmissionRow,
  /** Whether it was taken only because the time was over. */
  byTime: z.boolean(),
})

export const markVerdicts = ['right', 'partly', 'wrong', 'waiting', 'leftOut'] as const
/** Marks of one question. */
export const AnswerMark = z.object({
  field: Key,
  /** Null: it waits for a person's marks. */
  points: z.number().nullable(),
  outOf: z.number(),
  verdict: z.enum(markVerdicts),
  /** A person gave the marks; `original` are then those of the key, where there is one. */
  byHand: z.boolean(),
  original: z.number().nullable(),
  reason: z.string(),
  comment: z.string(),
})
export type AnswerMark = z.infer<typeof AnswerMark>

export const submissionEvents = [
  'started',
  'submitted',
  'marked',
  'reopened',
  'approved',
  'declined',
  'passedOn',
  'withdrawn',
  'regraded',
  'changed',
] as const

const Events = z.array(
  z.object({
    event: z.enum(submissionEvents),
    at: Moment,
    by: z.string(),
    comment: z.string(),
    /** Of an approval: its level. */
    level: z.string(),
    /** For whom a stand-in decided; '' where nobody stood in. */
    forWhom: z.string(),
  }),
)

/** One's own submission, as far as the form's review policy shows it at this moment. */
export const OwnSubmission = OwnSubmissionRow.extend({
  formId: Id,
  title: z.string(),
  form: ShownForm,
  member: z.record(z.string(), z.array(z.string())),
  /** Null: not shown (now). */
  answers: AnswersByKey.nullable(),
  marks: z.array(AnswerMark).nullable(),
  comment: z.string(),
  decidedBy: z.string(),
  files: z.array(StoredFile),
  /** Of an approval: what happened, the oldest first. Of everything else it is empty. */
  events: Events,
  can: Can,
})
export type OwnSubmission = z.infer<typeof OwnSubmission>

/** An outcome in the list of all of them. */
export const OwnResult = OwnSubmissionRow.extend({
  formId: Id,
  title: z.string(),
  kind: FormKind,
  category: z.string(),
  comment: z.string(),
  decidedBy: z.string(),
})
export type OwnResult = z.infer<typeof OwnResult>

/** What a form that two people mark waits for: the marks of the first, of the second, or somebody who settles the difference. */
export const markingWaits = ['first', 'second', 'settling'] as const

/** A submission in the queue. */
export const SubmissionRow = z.object({
  id: Id,
  formId: Id,
  title: z.string(),
  userId: Id,
  name: z.string(),
  email: z.string(),
  position: z.array(z.string()),
  number: z.number().int(),
  versionNumber: z.number().int(),
  state: SubmissionStateName,
  outcome: OutcomeName.nullable(),
  startedAt: Moment,
  submittedAt: Moment.nullable(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string(),
  points: z.number().nullable(),
  outOf: z.number().nullable(),
  percent: z.number().nullable(),
  /** Null: nothing, or one person marks alone. */
  waitsFor: z.enum(markingWaits).nullable(),
  /** Of an approval that waits: who decides now, as in a request. */
  withWhom: z.array(z.string()),
  withAdministrators: z.boolean(),
  level: RequestLevel.nullable(),
  can: Can,
})
export type SubmissionRow = z.infer<typeof SubmissionRow>

/**
 * Why a follow-up was not carried out: nobody who may edit the person approved; it is not there, or not offered, any more;
 * there is no value; the person has left.
 */
export const followUpReasons = ['notAllowed', 'notThere', 'notOffered', 'noValue', 'left'] as const

/** What one of two people who mark has given. */
export const Marking = z.object({
  by: z.string(),
  at: Moment,
  finish: z.enum(['done', 'competent', 'notCompetent']),
  comment: z.string(),
  marks: z.array(z.object({ field: Key, points: z.number(), reason: z.string(), comment: z.string() })),
})
export type Marking = z.infer<typeof Marking>

/** A submission as those see it who mark or decide. */
export const ReviewedSubmission = SubmissionRow.extend({
  form: FormContent,
  member: z.record(z.string(), z.array(z.string())),
  answers: AnswersByKey,
  /** Answers before the fields were reopened. */
  earlier: AnswersByKey,
  marks: z.array(AnswerMark),
  comment: z.string(),
  /** Of a form that two people mark: what each has given, for whoever settles the difference, and for all once it is decided. */
  markings: z.array(Marking),
  /** The caller may fill in fields of it as an assessor now. */
  observes: z.boolean(),
  reopened: z.array(Key).nullable(),
  /** Rises with every change; marking names the one that it saw. */
  revision: z.number().int(),
  files: z.array(StoredFile),
  /** What happened, the oldest first. */
  events: Events,
  /** Fields that the caller may fill in or change while deciding. */
  mayChange: z.array(Key),
  /** What the outcome set off, as those see it who see the whole submission. */
  followUps: z.array(
    z.object({
      key: Key,
      do: z.enum(['assign', 'request', 'setAttribute', 'mail']),
      state: z.enum(['open', 'done', 'refused']),
      reason: z.enum(followUpReasons).nullable(),
      doneAt: Moment.nullable(),
    }),
  ),
  /** Neighbours in the queue of what waits, the oldest first. */
  previousId: Id.nullable(),
  nextId: Id.nullable(),
})
export type ReviewedSubmission = z.infer<typeof ReviewedSubmission>

const comment = z.string().trim().max(formLimits.comment)
const Marks = z
  .array(
    z.strictObject({
      field: Key,
      points: z.number().min(-1000).max(1000),
      /** Needed where the marks of the key are overridden. */
      reason: z.string().trim().max(1000).default(''),
      comment: comment.default(''),
    }),
  )
  .max(formLimits.fields)

export const submissionSortKeys = ['submittedAt', 'name', 'state', 'percent', 'startedAt'] as const
export const SubmissionsQuery = PageQuery.extend({
  state: queryList(SubmissionStateName),
  outcome: queryList(OutcomeName),
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Only what waits for somebody. */
  waiting: QueryFlag.optional(),
  /** Only what waits for the caller: not what they have marked and somebody else has to mark as well. */
  forMe: QueryFlag.optional(),
  sort: z.enum(submissionSortKeys).default('submittedAt'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})
const SubmissionPage = pageOf(SubmissionRow).extend({
  /** How many there are in each state, whatever the filter; with the first page. */
  counts: z.array(z.object({ value: SubmissionStateName, count: z.number().int() })).nullable(),
})

/** Somebody whom the caller can observe, with the form and how far the observation has come. */
export const ObservationRow = z.object({
  assignmentId: Id,
  formId: Id,
  title: z.string(),
  userId: Id,
  name: z.string(),
  email: z.string(),
  position: z.array(z.string()),
  dueAt: Moment.nullable(),
  dueState: z.enum(dueStates),
  submissionId: Id.nullable(),
  state: SubmissionStateName,
  outcome: OutcomeName.nullable(),
  savedAt: Moment.nullable(),
})
export type ObservationRow = z.infer<typeof ObservationRow>

export const ownFormSortKeys = [...learnerSortKeys, 'dueAt'] as const

const feature = 'forms'
const form = z.object({ documentId: Id })
const submission = z.object({ submissionId: Id })
const step = z.object({ userCourseId: Id, activityId: Id })
const given = (given: Given) => given.form
const content = (given: Given) => ({
  title: `${given.mark} form`,
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  language: '',
  kind: 'survey',
  minutes: 0,
  languages: [],
  titles: {},
  descriptions: {},
  settings: {
    anonymous: false,
    attempts: null,
    waitMinutes: 0,
    opensAt: null,
    closesAt: null,
    timeLimitMinutes: null,
    shuffleQuestions: false,
    shuffleChoices: false,
    navigation: 'free',
    review: { answers: 'submitted', marks: 'marked', feedback: 'marked', key: 'never' },
    passPercent: null,
    assessors: { managers: true, administrators: true, people: [], second: false },
    filledBy: 'person',
    levels: [],
    followUps: [],
  },
  pages: [],
})
const kindOperations = {
  type: 'form',
  noun: 'forms',
  words: ['form', 'forms'],
  Content: FormContent,
  draftBytes: formLimits.draftBytes,
  create: { kind: FormKind.default('survey') },
  sampleContent: content,
  sampleCreate: () => ({}),
} as const

const givenBody = {
  isOptional: z.boolean().default(false),
  /** Days until it is due; null: there is no date. */
  dueDays: z.number().int().min(1).max(3650).nullable().default(null),
}

/** One of a manager’s people, as the page of access shows them. */
export const FormPerson = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  position: z.array(z.string()),
  has: z.boolean(),
  isOptional: z.boolean(),
  state: ProgressState,
  dueAt: Moment.nullable(),
  byHand: z.boolean(),
  byRule: z.boolean(),
})
export type FormPerson = z.infer<typeof FormPerson>

/** Somebody whom a manager may name in a form. */
export const PersonChoice = z.object({
  /** Of the membership. */
  id: MembershipId,
  userId: Id,
  firstName: z.string(),
  lastName: z.string(),
  /** Of one's own people; of others it is empty. */
  email: z.string(),
  position: z.array(z.string()),
  status: MembershipStatus,
})
export type PersonChoice = z.infer<typeof PersonChoice>

/** A rule of a manager’s: over their own people and nobody else. */
export const FormRule = z.object({
  id: Id,
  title: z.string(),
  positions: z.array(z.string()),
  isOptional: z.boolean(),
  dueDays: z.number().int().nullable(),
  status: PermissionStatus,
  people: z.number().int(),
})
export type FormRule = z.infer<typeof FormRule>

const documents = documentOperations({ ...kindOperations, given })
/** The same over the forms that a manager has made; nobody else's are found. */
const managerDocuments = documentOperations({
  ...kindOperations,
  side: 'manager',
  given: (of: Given) => of.managerForm,
})

const learner = { access: 'signedIn', feature } as const
const look = ['token', 'looking'] as const
const change = ['token', 'acting'] as const

export const forms = {
  ...documents,
  manager: {
    ...managerDocuments,
    submissions: endpoint({
      id: 'forms.manager.submissions',
      summary: 'Submissions of the manager’s own people to one form, the oldest first.',
      method: 'GET',
      path: '/api/manager/forms/:documentId/submissions',
      access: 'manager',
      feature,
      callers: look,
      sample: (of) => ({ params: { documentId: of.form.id } }),
      params: form,
      query: SubmissionsQuery,
      response: SubmissionPage,
    }),
    people: endpoint({
      id: 'forms.manager.people',
      summary: 'The manager’s own people, with whether they have this form of the manager’s.',
      method: 'GET',
      path: '/api/manager/forms/:documentId/people',
      access: 'manager',
      feature,
      callers: look,
      sample: (of) => ({ params: { documentId: of.managerForm.id } }),
      params: form,
      query: PageQuery,
      response: pageOf(FormPerson),
    }),
    give: endpoint({
      id: 'forms.manager.give',
      summary: 'Give one’s own form to people of one’s own; refused as a whole when anybody is not.',
      method: 'POST',
      path: '/api/manager/forms/:documentId/give',
      access: 'manager',
      feature,
      callers: change,
      audit: 'permissions.assign',
      sample: (of) => ({ params: { documentId: of.managerForm.id }, body: { userIds: [of.learner.userId] } }),
      params: form,
      body: z.strictObject({ userIds: z.array(Id).min(1).max(1000), ...givenBody }),
      response: z.object({ given: z.number().int() }),
    }),
    takeBack: endpoint({
      id: 'forms.manager.takeBack',
      summary: 'Take back from one’s own people what was given to them by hand; a rule that matches keeps giving it.',
      method: 'POST',
      path: '/api/manager/forms/:documentId/take-back',
      access: 'manager',
      feature,
      callers: change,
      audit: 'permissions.unassign',
      sample: (of) => ({
        changesNothing: true,
        params: { documentId: of.managerForm.id },
        body: { userIds: [of.learner.userId] },
      }),
      params: form,
      body: z.strictObject({ userIds: z.array(Id).min(1).max(1000) }),
      response: z.object({ removed: z.number().int() }),
    }),
    choices: endpoint({
      id: 'forms.manager.choices',
      summary:
        'People whom a manager may name in a form, as assessors or approvers: their own people, themselves, and their own managers; 20 at most, or those of `ids`.',
      method: 'GET',
      path: '/api/manager/form-people',
      access: 'manager',
      feature,
      callers: look,
      query: z.object({ search: z.string().trim().max(100).default(''), ids: queryList(Id) }),
      response: z.object({ items: z.array(PersonChoice) }),
    }),
    rules: endpoint({
      id: 'forms.manager.rules',
      summary: 'The rules by which one’s own form is given to one’s own people, and the positions that they have.',
      method: 'GET',
      path: '/api/manager/forms/:documentId/rules',
      access: 'manager',
      feature,
      callers: look,
      sample: (of) => ({ params: { documentId: of.managerForm.id } }),
      params: form,
      response: z.object({ items: z.array(FormRule), positions: z.array(z.string()) }),
    }),
    createRule: endpoint({
      id: 'forms.manager.createRule',
      summary: 'Give one’s own form to all of one’s own people, now and later, or to those with some positions.',
      method: 'POST',
      path: '/api/manager/forms/:documentId/rules',
      access: 'manager',
      feature,
      callers: change,
      audit: 'permissions.create',
      sample: (of) => ({ params: { documentId: of.managerForm.id }, body: { title: 'My people' } }),
      params: form,
      body: z.strictObject({
        title: oneLine().min(1, { error: 'required' }).max(200),
        /** None: all of the manager’s people. */
        positions: z.array(oneLine().min(1).max(200)).max(50).default([]),
        ...givenBody,
      }),
      response: FormRule,
      status: 201,
    }),
    switchRule: endpoint({
      id: 'forms.manager.switchRule',
      summary: 'Switch a rule of one’s own on or off.',
      method: 'PATCH',
      path: '/api/manager/forms/:documentId/rules/:permissionId',
      access: 'manager',
      feature,
      callers: change,
      audit: 'permissions.update',
      sample: (of) => ({ params: { documentId: of.managerForm.id }, body: { status: 'inactive' }, alsoFine: [404] }),
      params: form.extend({ permissionId: Id }),
      body: z.strictObject({ status: PermissionStatus }),
      response: FormRule,
    }),
    waiting: endpoint({
      id: 'forms.manager.waiting',
      summary: 'Submissions of the manager’s own people to every form; without a filter, those that wait.',
      method: 'GET',
      path: '/api/manager/submissions',
      access: 'manager',
      feature,
      callers: look,
      query: SubmissionsQuery,
      response: SubmissionPage,
    }),
  },
  submissions: endpoint({
    id: 'forms.submissions',
    summary: 'Submissions to one form by people whom the administrator sees, the oldest first.',
    method: 'GET',
    path: '/api/forms/:documentId/submissions',
    access: 'admin',
    feature,
    callers: look,
    sample: (of) => ({ params: { documentId: of.form.id } }),
    params: form,
    query: SubmissionsQuery,
    response: SubmissionPage,
  }),
  submissionsCsv: rawEndpoint({
    id: 'forms.submissionsCsv',
    summary: 'Submissions with their answers as a file; the filters of the list.',
    method: 'GET',
    path: '/api/forms/:documentId/submissions.csv',
    access: 'managerOrAdmin',
    feature,
    callers: look,
    sample: (of) => ({ by: 'admin', params: { documentId: of.form.id } }),
    audit: 'forms.export',
    protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
    produces: 'text/csv',
  }),
  submissionsXlsx: rawEndpoint({
    id: 'forms.submissionsXlsx',
    summary: 'Submissions with their answers as a workbook; the filters of the list.',
    method: 'GET',
    path: '/api/forms/:documentId/submissions.xlsx',
    access: 'managerOrAdmin',
    feature,
    callers: look,
    sample: (of) => ({ by: 'admin', params: { documentId: of.form.id } }),
    audit: 'forms.export',
    protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  zipFiles: endpoint({
    id: 'forms.zipFiles',
    summary: 'Put the files of all submissions to a form that the caller sees into one archive, in the background.',
    method: 'POST',
    path: '/api/forms/:documentId/files/zip',
    ...learner,
    callers: change,
    audit: 'forms.export',
    sample: (of) => ({ by: 'admin', params: { documentId: of.form.id }, alsoFine: [409] }),
    params: form,
    response: JobRef,
    status: 202,
  }),
  filesArchive: rawEndpoint({
    id: 'forms.filesArchive',
    summary: 'The archive that a job has made, for whoever asked for it.',
    method: 'GET',
    path: '/api/forms/archives/:jobId',
    ...learner,
    callers: look,
    sample: (of) => ({ params: { jobId: of.newId() }, alsoFine: [404] }),
    protocol: 'HTTP; ZIP',
    produces: 'application/zip',
  }),
  mine: endpoint({
    id: 'forms.mine',
    summary: 'The person’s own forms.',
    method: 'GET',
    path: '/api/my/forms',
    ...learner,
    callers: look,
    query: PageQuery.extend({
      kind: queryList(FormKind),
      state: queryList(SubmissionStateName),
      category: queryWords(),
      sort: z.enum(ownFormSortKeys).default('title'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(FormCard),
  }),
  own: endpoint({
    id: 'forms.own',
    summary:
      'One of the person’s forms before it is filled in: what it is, attempts so far, whether it can be started.',
    method: 'GET',
    path: '/api/my/forms/:documentId',
    ...learner,
    callers: look,
    sample: (of) => ({ params: { documentId: of.form.id } }),
    params: form,
    response: OwnForm,
  }),
  open: endpoint({
    id: 'forms.open',
    summary:
      'Begin an attempt, or go on with the one that is under way. Answers 409 with the reason when neither is possible.',
    method: 'POST',
    path: '/api/my/forms/:documentId/open',
    ...learner,
    callers: change,
    audit: null,
    sample: (of) => ({ params: { documentId: of.form.id } }),
    params: form,
    response: OpenForm,
  }),
  inCourse: {
    own: endpoint({
      id: 'forms.inCourse.own',
      summary: 'The form of a step of one of the person’s courses: attempts so far, whether it can be started.',
      method: 'GET',
      path: '/api/my/courses/:userCourseId/activities/:activityId/form',
      ...learner,
      callers: look,
      sample: (of) => ({ params: { activityId: of.formStepId } }),
      params: step,
      response: OwnForm,
    }),
    open: endpoint({
      id: 'forms.inCourse.open',
      summary: 'The same as `forms.open` for the form of a step: attempts count for the course and its cycle.',
      method: 'POST',
      path: '/api/my/courses/:userCourseId/activities/:activityId/form',
      ...learner,
      callers: change,
      audit: null,
      sample: (of) => ({ params: { activityId: of.formStepId } }),
      params: step,
      response: OpenForm,
    }),
  },
  observations: endpoint({
    id: 'forms.observations',
    summary: 'People whom the caller can observe with a form that assessors fill in, by name.',
    method: 'GET',
    path: '/api/my/observations',
    ...learner,
    callers: look,
    query: PageQuery.extend({
      documentId: Id.optional(),
      state: queryList(SubmissionStateName),
      /** Only observations that are not decided yet. */
      waiting: QueryFlag.optional(),
    }),
    response: pageOf(ObservationRow),
  }),
  observe: endpoint({
    id: 'forms.observe',
    summary:
      'Begin an observation of a person, or go on with the one that is under way. Answers 409 with the reason when neither is possible.',
    method: 'POST',
    path: '/api/forms/:documentId/observe',
    ...learner,
    callers: change,
    audit: null,
    sample: (of) => ({
      by: 'admin',
      params: { documentId: of.observedId },
      body: { userId: of.learner.userId },
    }),
    params: form,
    body: z.strictObject({ userId: Id }),
    response: OpenForm,
  }),
  saveAnswers: endpoint({
    id: 'forms.saveAnswers',
    summary: 'Save answers while the person types. What another window saved since then is not overwritten.',
    method: 'PUT',
    path: '/api/my/submissions/:submissionId/answers',
    ...learner,
    callers: change,
    bodyBytes: formLimits.answerBytes,
    audit: null,
    sample: (of) => ({ params: { submissionId: of.submissionId }, body: { revision: 0, window: 'w1', changes: {} } }),
    params: submission,
    body: z.strictObject(saveBody),
    response: Saved,
  }),
  submit: endpoint({
    id: 'forms.submit',
    summary:
      'Save what is left and submit. Submitted twice, it is one submission, and both calls get the same answer. Answers 422 with the fields that stand in the way.',
    method: 'POST',
    path: '/api/my/submissions/:submissionId/submit',
    ...learner,
    callers: change,
    bodyBytes: formLimits.answerBytes,
    audit: null,
    sample: (of) => ({
      params: { submissionId: of.submissionId },
      body: { revision: 0, window: 'w1' },
      alsoFine: [422],
    }),
    params: submission,
    body: z.strictObject({
      ...saveBody,
      changes: Changes.default({}),
      /** Of an assessor who observes: the judgement goes along, so that it needs no second visit. */
      judgement: z
        .strictObject({ finish: z.enum(['competent', 'notCompetent']), comment: comment.default('') })
        .nullable()
        .default(null),
    }),
    response: Submitted,
  }),
  submitAnonymously: endpoint({
    id: 'forms.submitAnonymously',
    summary:
      'Answer an anonymous form. That the person has answered is remembered; the answers are kept without anything that leads to them.',
    method: 'POST',
    path: '/api/my/forms/:documentId/anonymous',
    ...learner,
    callers: [],
    bodyBytes: formLimits.answerBytes,
    audit: null,
    sample: (of) => ({ params: { documentId: of.form.id }, body: { answers: {} }, alsoFine: [409] }),
    params: form,
    body: z.strictObject({ versionNumber: z.number().int().min(1).max(1_000_000).optional(), answers: Changes }),
    response: z.object({ answered: z.literal(true) }),
  }),
  withdrawSubmission: endpoint({
    id: 'forms.withdrawSubmission',
    summary: 'Take a submission back that waits for approval; it can be changed and submitted again.',
    method: 'POST',
    path: '/api/my/submissions/:submissionId/withdraw',
    ...learner,
    callers: change,
    audit: 'forms.withdrawSubmission',
    sample: (of) => ({ params: { submissionId: of.submissionId }, alsoFine: [409] }),
    params: submission,
    response: OwnSubmissionRow,
  }),
  ownSubmissions: endpoint({
    id: 'forms.ownSubmissions',
    summary: 'The person’s own submissions to one form, newest first.',
    method: 'GET',
    path: '/api/my/forms/:documentId/submissions',
    ...learner,
    callers: look,
    sample: (of) => ({ params: { documentId: of.form.id } }),
    params: form,
    response: z.object({ formId: Id, title: z.string(), items: z.array(OwnSubmissionRow) }),
  }),
  ownSubmission: endpoint({
    id: 'forms.ownSubmission',
    summary: 'One’s own submission with answers, marks and comments, as far as the form shows them now.',
    method: 'GET',
    path: '/api/my/submissions/:submissionId',
    ...learner,
    callers: look,
    sample: (of) => ({ params: { submissionId: of.submissionId } }),
    params: submission,
    response: OwnSubmission,
  }),
  ownResults: endpoint({
    id: 'forms.ownResults',
    summary: 'All outcomes of the person’s forms, newest first.',
    method: 'GET',
    path: '/api/my/results/forms',
    ...learner,
    callers: look,
    query: PageQuery.extend({ outcome: queryList(OutcomeName), kind: queryList(FormKind) }),
    response: pageOf(OwnResult),
  }),
  ownResultsCsv: rawEndpoint({
    id: 'forms.ownResultsCsv',
    summary: 'All outcomes of the person’s forms as a file, with marks as far as their forms show them now.',
    method: 'GET',
    path: '/api/my/results/forms.csv',
    ...learner,
    callers: look,
    audit: 'forms.export',
    protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
    produces: 'text/csv',
  }),
  ownResultsPdf: rawEndpoint({
    id: 'forms.ownResultsPdf',
    summary: 'The newest 500 outcomes of the person’s forms as a PDF, with marks as far as their forms show them now.',
    method: 'GET',
    path: '/api/my/results/forms.pdf',
    ...learner,
    callers: look,
    audit: 'forms.export',
    protocol: 'HTTP; PDF',
    produces: 'application/pdf',
  }),
  ownSubmissionPdf: rawEndpoint({
    id: 'forms.ownSubmissionPdf',
    summary: 'One’s own submission as a PDF: what its page shows now.',
    method: 'GET',
    path: '/api/my/submissions/:submissionId/submission.pdf',
    ...learner,
    callers: look,
    sample: (of) => ({ params: { submissionId: of.submissionId } }),
    audit: 'forms.export',
    protocol: 'HTTP; PDF',
    produces: 'application/pdf',
  }),
  submissionPdf: rawEndpoint({
    id: 'forms.submissionPdf',
    summary: 'One submission as a PDF, for those who mark or decide it: what their page shows.',
    method: 'GET',
    path: '/api/submissions/:submissionId/submission.pdf',
    ...learner,
    callers: look,
    sample: (of) => ({ by: 'admin', params: { submissionId: of.submittedId } }),
    audit: 'forms.export',
    protocol: 'HTTP; PDF',
    produces: 'application/pdf',
  }),
  adoptFile: endpoint({
    id: 'forms.adoptFile',
    summary: 'Make an answer’s file of a finished upload.',
    method: 'POST',
    path: '/api/my/submissions/:submissionId/files',
    ...learner,
    callers: change,
    audit: 'files.adopt',
    sample: (of) => ({
      params: { submissionId: of.submissionId },
      body: { uploadId: of.newId(), field: 'k1' },
      alsoFine: [404, 422],
    }),
    params: submission,
    body: z.strictObject({ uploadId: z.string().max(100), field: Key }),
    response: StoredFile,
    status: 201,
  }),
  findPeople: endpoint({
    id: 'forms.findPeople',
    summary: 'People of the team by their names, for a field that asks for a person: ten at most.',
    method: 'GET',
    path: '/api/my/submissions/:submissionId/people',
    ...learner,
    callers: look,
    sample: (of) => ({ params: { submissionId: of.submissionId }, query: { search: 'an' } }),
    params: submission,
    query: z.object({ search: z.string().trim().min(2).max(100) }),
    response: FoundColleagues,
  }),
  review: endpoint({
    id: 'forms.review',
    summary: 'Submissions that the person marks or decides because a form names them, the oldest first.',
    method: 'GET',
    path: '/api/my/reviews',
    ...learner,
    callers: look,
    query: SubmissionsQuery,
    response: SubmissionPage,
  }),
  submission: endpoint({
    id: 'forms.submission',
    summary: 'One submission for those who mark it, with right answers, marks and what happened.',
    method: 'GET',
    path: '/api/submissions/:submissionId',
    ...learner,
    callers: look,
    sample: (of) => ({ by: 'admin', params: { submissionId: of.submittedId } }),
    params: submission,
    response: ReviewedSubmission,
  }),
  mark: endpoint({
    id: 'forms.mark',
    summary:
      'Give marks and comments; with `finish` the outcome is decided. Answers `stale` when somebody marked after `revision`.',
    method: 'POST',
    path: '/api/submissions/:submissionId/mark',
    ...learner,
    callers: change,
    audit: 'forms.mark',
    bodyBytes: formLimits.answerBytes,
    sample: (of) => ({
      by: 'admin',
      params: { submissionId: of.submittedId },
      body: { revision: 0, finish: 'done' },
      alsoFine: [409],
    }),
    params: submission,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      marks: Marks.default([]),
      comment: comment.default(''),
      /** `done`: all other forms; competent or not: an observation. Null: only keep the marks. */
      finish: z.enum(['done', 'competent', 'notCompetent']).nullable().default(null),
    }),
    response: ReviewedSubmission,
  }),
  reopen: endpoint({
    id: 'forms.reopen',
    summary: 'Ask the person to do some questions again; the earlier answers stay beside the new ones.',
    method: 'POST',
    path: '/api/submissions/:submissionId/reopen',
    ...learner,
    callers: change,
    audit: 'forms.reopen',
    bodyBytes: formLimits.answerBytes,
    sample: (of) => ({
      by: 'admin',
      params: { submissionId: of.submittedId },
      body: { revision: 0, comment: 'Please look at this again' },
      alsoFine: [409],
    }),
    params: submission,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      /** Null: all of them. */
      fields: z.array(Key).min(1).max(formLimits.fields).nullable().default(null),
      comment: comment.min(1, { error: 'required' }),
      comments: z.record(Key, comment).default({}),
    }),
    response: ReviewedSubmission,
  }),
  decide: endpoint({
    id: 'forms.decide',
    summary:
      'Approve or decline a submission that waits for approval, at the level that it stands at; with what this level fills in.',
    method: 'POST',
    path: '/api/submissions/:submissionId/decide',
    ...learner,
    callers: change,
    audit: ['requests.approve', 'requests.decline'],
    bodyBytes: formLimits.answerBytes,
    sample: (of) => ({
      by: 'manager',
      params: { submissionId: of.approvalId },
      body: { revision: 0, decision: 'approve' },
    }),
    params: submission,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      decision: z.enum(['approve', 'decline']),
      /** The person reads it. Declining needs one. */
      reason: z.string().trim().max(requestLimits.reason).default(''),
      changes: Changes.default({}),
    }),
    response: ReviewedSubmission,
  }),
  markMany: endpoint({
    id: 'forms.markMany',
    summary: 'Decide many submissions at once, each with an outcome of its own.',
    method: 'POST',
    path: '/api/submissions/mark',
    ...learner,
    callers: change,
    audit: 'forms.mark',
    sample: (of) => ({
      by: 'admin',
      body: { ids: [of.submittedId], finish: 'done' },
      acrossTenants: true,
    }),
    body: z.strictObject({
      ids: z.array(Id).min(1).max(100),
      finish: z.enum(['done', 'competent', 'notCompetent']),
      comment: comment.default(''),
    }),
    response: z.object({
      rows: z.array(
        z.object({
          id: Id,
          /** `waiting`: a question still needs a person's marks. */
          result: z.enum(['done', 'waiting', 'notAllowed', 'wrongState', 'notFound']),
          name: z.string(),
        }),
      ),
    }),
  }),
  extraTime: endpoint({
    id: 'forms.extraTime',
    summary: 'Give a person more time for a form with a time limit, in percent of it; 0 takes it back.',
    method: 'PUT',
    path: '/api/forms/:documentId/extra-time/:userId',
    access: 'admin',
    feature,
    callers: change,
    audit: 'forms.extraTime',
    sample: (of) => ({ params: { documentId: of.form.id, userId: of.learner.userId }, body: { percent: 25 } }),
    params: z.object({ documentId: Id, userId: Id }),
    body: z.strictObject({ percent: z.number().int().min(0).max(400) }),
    response: z.object({ percent: z.number().int() }),
  }),
  extraTimes: endpoint({
    id: 'forms.extraTimes',
    summary: 'People who have extra time for a form, as far as the administrator sees them.',
    method: 'GET',
    path: '/api/forms/:documentId/extra-time',
    access: 'admin',
    feature,
    callers: look,
    sample: (of) => ({ params: { documentId: of.form.id } }),
    params: form,
    response: z.object({ items: z.array(z.object({ userId: Id, name: z.string(), percent: z.number().int() })) }),
  }),
  analytics: endpoint({
    id: 'forms.analytics',
    summary: 'Figures of a form that are kept as answers arrive: by day, by page, by question.',
    method: 'GET',
    path: '/api/forms/:documentId/analytics',
    access: 'managerOrAdmin',
    feature,
    callers: look,
    sample: (of) => ({ by: 'admin', params: { documentId: of.form.id } }),
    params: form,
    query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    response: z.object({
      started: z.number().int(),
      submitted: z.number().int(),
      decided: z.number().int(),
      /** Only complete groups of five answers are counted, of each version. */
      anonymous: z.boolean(),
      /** Not one complete group of an anonymous form: nothing else is told. */
      tooFew: z.boolean(),
      averagePercent: z.number().nullable(),
      medianSeconds: z.number().nullable(),
      outcomes: z.array(z.object({ value: OutcomeName, count: z.number().int() })),
      days: z.array(z.object({ day: z.string(), started: z.number().int(), submitted: z.number().int() })),
      pages: z.array(z.object({ page: Key, title: z.string(), reached: z.number().int() })),
      questions: z.array(
        z.object({
          field: Key,
          kind: z.string(),
          label: z.string(),
          /** Attempts drew it from the bank, where its key is corrected. */
          fromBank: z.boolean(),
          answered: z.number().int(),
          /** By choice, step of a scale, or row and column (`row/column`). */
          values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
          mean: z.number().nullable(),
          /** Share of the points that was earned, 0 to 1. */
          facility: z.number().nullable(),
          discrimination: z.number().nullable(),
        }),
      ),
      /** Numbers of the form's versions, the newest first. */
      versions: z.array(z.number().int()),
      asOf: Moment,
      can: Can,
    }),
  }),
}
