import { z } from 'zod'
import { Cycle, CycleStanding, Reset } from './cycles.ts'
import { DocumentType } from './document-kinds.ts'
import { documentContentBase, documentOperations, Prerequisites, StepImpact } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { DueExtension } from './extensions.ts'
import { StoredFile } from './files.ts'
import { learnerSortKeys } from './learner-sorts.ts'
import type { Given } from './sample.ts'
import { ProgressState } from './states.ts'
import { Id, Moment, oneLine, PageQuery, Percent, pageOf } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    pathways: { verbs: 'unwaive' | 'waive'; subjects: 'pathway'; isDocument: true }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** A new version of what has steps came with steps that the person has not done. */
    newSteps: GivenDocument & { steps: number }
  }
}

/** When a step is due: as the pathway is, or some days after the pathway's start or after the step before it was done. */
export const StepDue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pathway') }),
  z.strictObject({
    kind: z.literal('days'),
    days: z.number().int().min(1).max(3650),
    from: z.enum(['start', 'previous']),
  }),
])
export type StepDue = z.infer<typeof StepDue>

export const PathwayStep = z.strictObject({
  /** Made by the editor and stable across versions: waivers hang on it. */
  id: Id,
  documentType: DocumentType,
  documentId: Id,
  /** An optional step counts for nothing and blocks nothing. */
  isRequired: z.boolean(),
  /** What it is worth in a section of credits. */
  credits: z.number().min(0).max(1000),
  /** Documents whose completion counts for this step. */
  equivalents: z.array(Id).max(20),
  due: StepDue,
})
export type PathwayStep = z.infer<typeof PathwayStep>

/** How much of a section has to be done: all required steps, any n of them, or n credits of freely chosen ones. */
export const SectionRule = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('all') }),
  z.strictObject({ rule: z.literal('any'), count: z.number().int().min(1).max(200) }),
  z.strictObject({ rule: z.literal('credits'), credits: z.number().min(0.5).max(100_000) }),
])
export type SectionRule = z.infer<typeof SectionRule>

export const PathwaySection = z.strictObject({
  id: Id,
  title: oneLine().max(200),
  rule: SectionRule,
  /** The saved audience of which it is required; for everybody else its steps are optional. Absent or null: of everybody. */
  audienceId: Id.nullish(),
  steps: z.array(PathwayStep).max(200),
})
export type PathwaySection = z.infer<typeof PathwaySection>

/** The order of a pathway: one step after the other, or as learners choose. */
export const pathwayOrders = ['sequenced', 'choice'] as const

/** Which completions from before the pathway was given count: every one, those not older than some months, none. */
export const EarlierCompletions = z.discriminatedUnion('accept', [
  z.strictObject({ accept: z.literal('always') }),
  z.strictObject({ accept: z.literal('months'), months: z.number().int().min(1).max(240) }),
  z.strictObject({ accept: z.literal('never') }),
])
export type EarlierCompletions = z.infer<typeof EarlierCompletions>

/** Everything of a pathway that a version freezes. */
export const PathwayContent = z.strictObject({
  ...documentContentBase,
  order: z.enum(pathwayOrders),
  earlier: EarlierCompletions,
  /** When people begin anew, the steps with it. Left out: never. */
  reset: Reset.optional(),
  /** Documents that have to be finished before any step opens. */
  prerequisites: Prerequisites,
  sections: z.array(PathwaySection).max(50),
})
export type PathwayContent = z.infer<typeof PathwayContent>

/** Pathways and learning packages that something comes from, at most a few. */
export const Within = z.array(z.object({ type: DocumentType, id: Id, title: z.string() }))

/**
 * What has to be finished before something opens: `pathway` names the pathway whose order it is, null where it is a
 * prerequisite of the document itself. `isGiven`: the person has it and can open it.
 */
export const WaitsFor = z.object({
  id: Id,
  type: DocumentType,
  title: z.string(),
  pathway: z.object({ id: Id, title: z.string() }).nullable(),
  isGiven: z.boolean(),
})
export type WaitsFor = z.infer<typeof WaitsFor>

/** How a step stands for its learner. */
export const stepStates = ['locked', 'open', 'inprogress', 'done', 'waived'] as const

export const OwnPathwayStep = z.object({
  id: Id,
  documentType: DocumentType,
  documentId: Id,
  /** Of the person, where the step opens; null while nothing gives it. */
  assignmentId: Id.nullable(),
  title: z.string(),
  imageSmall: z.string(),
  isBundle: z.boolean(),
  minutes: z.number().int(),
  isRequired: z.boolean(),
  credits: z.number(),
  state: z.enum(stepStates),
  progress: Percent,
  /** The title of the document that counted for this one, when another did. */
  countedFor: z.string().nullable(),
  /** What it waits for, where it is locked, and where to go for it. */
  waitsFor: z.object({ id: Id, type: DocumentType, title: z.string() }).nullable(),
  waiver: z.object({ reason: z.string(), by: z.string(), at: Moment, evidence: StoredFile.nullable() }).nullable(),
  dueAt: Moment.nullable(),
  completedAt: Moment.nullable(),
})
export type OwnPathwayStep = z.infer<typeof OwnPathwayStep>

export const PathwayCard = z.object({
  pathwayId: Id,
  assignmentId: Id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  image: z.string(),
  order: z.enum(pathwayOrders),
  isOptional: z.boolean(),
  state: ProgressState,
  progress: Percent,
  /** Steps that have to be done: of a section of which some are enough, as many as are needed. */
  stepCount: z.number().int(),
  stepsDone: z.number().int(),
  minutes: z.number().int(),
  dueAt: Moment.nullable(),
  dueState: z.enum(['none', 'upcoming', 'soon', 'overdue']),
  assignedAt: Moment,
  completedAt: Moment.nullable(),
  /** Learning packages that it comes from. */
  within: Within,
})
export type PathwayCard = z.infer<typeof PathwayCard>

/** A pathway as its learner travels it. */
export const OwnPathway = PathwayCard.extend({
  sections: z.array(
    z.object({
      id: Id,
      title: z.string(),
      rule: SectionRule,
      isSatisfied: z.boolean(),
      /** Steps or credits that are done and needed. */
      done: z.number(),
      needed: z.number(),
      steps: z.array(OwnPathwayStep),
    }),
  ),
  extension: DueExtension.nullable(),
  cycle: CycleStanding,
  /** Newest first, without this one. */
  earlierCycles: z.array(Cycle),
  /** Documents to be finished before it opens, and whether the person has. */
  prerequisites: z.array(z.object({ id: Id, type: DocumentType, title: z.string(), isDone: z.boolean() })),
  /** The step to go on with; null when all is done or everything left is locked. */
  next: z.object({ stepId: Id, documentType: DocumentType, documentId: Id, assignmentId: Id }).nullable(),
})
export type OwnPathway = z.infer<typeof OwnPathway>

const params = z.object({ documentId: Id })
/** Hits of the listing's search on a page, and page numbers shown (specification, sections 2 and 9). */
export const pathwayPage = { hits: 12, numbers: 10, last: 500 } as const

const emptyPathway = (mark: string) => ({
  title: `${mark} pathway`,
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  language: '',
  order: 'sequenced',
  earlier: { accept: 'always' },
  prerequisites: [],
  sections: [],
})

export const pathways = {
  ...documentOperations({
    type: 'pathway',
    noun: 'pathways',
    words: ['pathway', 'pathways'],
    Content: PathwayContent,
    draftBytes: 8 * 1024 * 1024,
    create: { order: z.enum(pathwayOrders).default('sequenced') },
    given: (given: Given) => given.pathway,
    sampleContent: (given: Given) => emptyPathway(given.mark),
    sampleCreate: () => ({}),
  }),
  impact: endpoint({
    id: 'pathways.impact',
    summary: 'Who would gain or lose a step if the draft were published, and how many have finished and stay so.',
    method: 'GET',
    path: '/api/pathways/:documentId/impact',
    access: 'admin',
    feature: 'pathways',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.pathway.id } }),
    params,
    response: StepImpact,
  }),
  search: endpoint({
    id: 'pathways.search',
    summary: 'The person’s pathways by words, 12 on a page, pages by number.',
    method: 'GET',
    path: '/api/my/pathways/search',
    access: 'signedIn',
    feature: 'pathways',
    callers: ['token', 'looking'],
    query: z.object({
      q: z.string().trim().max(200).default(''),
      page: z.coerce.number().int().min(1).max(pathwayPage.last).default(1),
    }),
    response: z.object({ items: z.array(PathwayCard), page: z.number().int(), total: z.number().int() }),
  }),
  mine: endpoint({
    id: 'pathways.mine',
    summary: 'The person’s own pathways: what is open first, then what is done, or as sorted.',
    method: 'GET',
    path: '/api/my/pathways',
    access: 'signedIn',
    feature: 'pathways',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      state: z.enum(['open', 'done']).optional(),
      /** Left out: what is open first, then what is done, each by title. */
      sort: z.enum(learnerSortKeys).optional(),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(PathwayCard),
  }),
  own: endpoint({
    id: 'pathways.own',
    summary: 'One of the person’s pathways with its steps: what is done, what is locked and why, what is due.',
    method: 'GET',
    path: '/api/my/pathways/:documentId',
    access: 'signedIn',
    feature: 'pathways',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.pathway.id } }),
    params,
    response: OwnPathway,
  }),
  ofPerson: endpoint({
    id: 'pathways.ofPerson',
    summary: 'The pathways of one person, at most 100, as far as a manager of theirs or an administrator sees them.',
    method: 'GET',
    path: '/api/people/:userId/pathways',
    access: 'managerOrAdmin',
    feature: 'pathways',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { userId: given.learner.userId } }),
    params: z.object({ userId: Id }),
    response: z.object({ items: z.array(PathwayCard) }),
  }),
  person: endpoint({
    id: 'pathways.person',
    summary: 'The pathway of one person, as a manager of theirs or an administrator sees it.',
    method: 'GET',
    path: '/api/pathways/:documentId/people/:userId',
    access: 'managerOrAdmin',
    feature: 'pathways',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.pathway.id, userId: given.learner.userId } }),
    params: z.object({ documentId: Id, userId: Id }),
    response: OwnPathway,
  }),
  waive: endpoint({
    id: 'pathways.waive',
    summary: 'Waive a step for one person, with a reason and perhaps a file as evidence.',
    method: 'PUT',
    path: '/api/pathways/:documentId/people/:userId/waivers/:stepId',
    access: 'managerOrAdmin',
    feature: 'pathways',
    callers: ['token', 'acting'],
    audit: 'pathways.waive',
    sample: (given) => ({
      params: { documentId: given.pathway.id, userId: given.learner.userId, stepId: given.pathway.stepId },
      body: { reason: `${given.mark} done elsewhere` },
    }),
    params: z.object({ documentId: Id, userId: Id, stepId: Id }),
    body: z.strictObject({
      reason: z.string().trim().min(1, { error: 'required' }).max(1000),
      evidenceFileId: Id.nullable().default(null),
    }),
    response: OwnPathway,
  }),
  unwaive: endpoint({
    id: 'pathways.unwaive',
    summary: 'Take a waiver back: the step is to be done again, unless the pathway was finished with it.',
    method: 'DELETE',
    path: '/api/pathways/:documentId/people/:userId/waivers/:stepId',
    access: 'managerOrAdmin',
    feature: 'pathways',
    callers: ['token', 'acting'],
    audit: 'pathways.unwaive',
    sample: (given) => ({
      params: { documentId: given.pathway.id, userId: given.learner.userId, stepId: given.pathway.waivedStepId },
    }),
    params: z.object({ documentId: Id, userId: Id, stepId: Id }),
    response: OwnPathway,
  }),
}
