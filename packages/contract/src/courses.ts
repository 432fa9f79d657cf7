import { z } from 'zod'
import { noReset, Reset } from './cycles.ts'
import { NamedDocument, Prerequisites, PublishedVersion, VersionPair } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { JobRef } from './jobs.ts'
import { PackageEdition, PackageKind, PackageProblem } from './packages.ts'
import { PublicationState } from './states.ts'
import {
  Can,
  Id,
  Moment,
  oneLine,
  PageQuery,
  pageOf,
  QueryFlag,
  queryList,
  queryWords,
  Revision,
  selectionOf,
  Words,
  webAddress,
} from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    courses: { verbs: DocumentVerb | 'carryOver'; subjects: 'course' }
  }
}

/** How an activity becomes complete. `package` leaves the word to the package itself. */
export const CompletionRule = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('view') }),
  z.strictObject({ rule: z.literal('tick') }),
  z.strictObject({ rule: z.literal('watch'), percent: z.number().int().min(1).max(100) }),
  z.strictObject({ rule: z.literal('score'), percent: z.number().int().min(0).max(100) }),
  z.strictObject({ rule: z.literal('package') }),
  /** A form was handed in, whatever comes of it. */
  z.strictObject({ rule: z.literal('submitted') }),
  /** An attempt at a form reached so many percent. */
  z.strictObject({ rule: z.literal('passed'), percent: z.number().int().min(0).max(100) }),
  z.strictObject({ rule: z.literal('approved') }),
  z.strictObject({ rule: z.literal('competent') }),
  /** An event was attended, as the event itself says. */
  z.strictObject({ rule: z.literal('attended') }),
  /** One date of an event was attended, whichever it was. */
  z.strictObject({ rule: z.literal('attendedOne') }),
])
export type CompletionRule = z.infer<typeof CompletionRule>

export const activityKinds = ['page', 'video', 'audio', 'document', 'link', 'scorm', 'form', 'quiz', 'event'] as const
export const ActivityKind = z.enum(activityKinds)
export type ActivityKind = z.infer<typeof ActivityKind>

/** Rules that make sense for each kind, the default first. */
export const completionRulesOf: Record<ActivityKind, readonly CompletionRule['rule'][]> = {
  page: ['view', 'tick'],
  video: ['watch', 'view', 'tick'],
  audio: ['watch', 'view', 'tick'],
  document: ['view', 'tick'],
  link: ['view', 'tick'],
  scorm: ['package', 'score'],
  form: ['submitted', 'passed', 'approved', 'competent'],
  quiz: ['passed', 'submitted'],
  event: ['attended', 'attendedOne'],
}

const activityBase = {
  /** Made by the editor and stable across versions: progress hangs on it. */
  id: Id,
  title: oneLine().min(1, { error: 'required' }).max(200),
  description: z.string().max(2000).default(''),
  minutes: z.number().int().min(0).max(6000).default(0),
  completion: CompletionRule,
}

export const Captions = z.strictObject({
  fileId: Id,
  /** BCP 47. */
  language: z.string().min(2).max(20),
  label: oneLine().min(1).max(60),
})

/** One step of a course, by kind. Files are named by id; a step without its file cannot be published. */
export const Activity = z.discriminatedUnion('kind', [
  z.strictObject({ ...activityBase, kind: z.literal('page'), html: z.string().max(500_000) }),
  z.strictObject({
    ...activityBase,
    kind: z.literal('video'),
    fileId: Id.nullable(),
    captions: z.array(Captions).max(20),
    transcript: z.string().max(100_000),
  }),
  z.strictObject({
    ...activityBase,
    kind: z.literal('audio'),
    fileId: Id.nullable(),
    captions: z.array(Captions).max(20),
    transcript: z.string().max(100_000),
  }),
  z.strictObject({ ...activityBase, kind: z.literal('document'), fileId: Id.nullable() }),
  z.strictObject({ ...activityBase, kind: z.literal('link'), url: webAddress() }),
  z.strictObject({ ...activityBase, kind: z.literal('scorm'), packageId: Id.nullable() }),
  /** People fill it in within the course; nobody needs to be assigned the form. */
  z.strictObject({ ...activityBase, kind: z.literal('form'), formId: Id.nullable() }),
  z.strictObject({ ...activityBase, kind: z.literal('quiz'), formId: Id.nullable() }),
  /** People register within the course, too; nobody needs to be assigned the event. */
  z.strictObject({ ...activityBase, kind: z.literal('event'), eventId: Id.nullable() }),
])
export type Activity = z.infer<typeof Activity>

export const Section = z.strictObject({
  id: Id,
  title: oneLine().max(200),
  activities: z.array(Activity).max(200),
})
export type Section = z.infer<typeof Section>

/** The page that learners see before their first start. Of a bundle it says nothing. */
export const Landing = z.strictObject({
  isShown: z.boolean(),
  /** Who wrote the course; '': the person who made it here. */
  author: oneLine().max(100),
  /** The author's own text. */
  html: z.string().max(50_000),
})
export type Landing = z.infer<typeof Landing>

/** Courses of before do not say. */
export const usualLanding: Landing = { isShown: true, author: '', html: '' }

/** Everything of a course that a version freezes. */
export const CourseContent = z.strictObject({
  title: oneLine().min(1, { error: 'required' }).max(200),
  description: z.string().max(5000),
  category: oneLine().max(100),
  tags: z.array(oneLine().min(1).max(60)).max(30),
  imageFileId: Id.nullable(),
  /** In order: a locked activity opens when all before it are done. */
  sequential: z.boolean(),
  sections: z.array(Section).max(100),
  /** Children of a bundle, in order; empty for a course. */
  courseIds: z.array(Id).max(200),
  /** When people begin anew; of a bundle its courses with it. */
  reset: Reset.default(noReset),
  /** Learners may begin the next cycle whenever they want; what they did is kept. Of a bundle never. */
  mayStartOver: z.boolean().default(false),
  landing: Landing.default(usualLanding),
  prerequisites: Prerequisites,
})
export type CourseContent = z.infer<typeof CourseContent>

export const availabilities = ['required', 'optional', 'nobody'] as const

export const CourseRow = z.object({
  id: Id,
  title: z.string(),
  imageSmall: z.string(),
  status: PublicationState,
  isBundle: z.boolean(),
  category: z.string(),
  tags: z.array(z.string()),
  /** People who have it as required and as optional. */
  availability: z.object({ required: z.number().int(), optional: z.number().int() }),
  activityCount: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
  can: Can,
})
export type CourseRow = z.infer<typeof CourseRow>

export const Course = CourseRow.extend({
  description: z.string(),
  createdBy: z.string(),
  publishedAt: Moment.nullable(),
  publishedNumber: z.number().int().nullable(),
  /** What the editor works on: the draft, or the published content when there is no draft. */
  content: CourseContent,
  /** Increases with every saved draft; a save names the one that it builds on. */
  revision: z.number().int(),
  /** Files and packages that the content names. */
  files: z.array(StoredFile),
  packages: z.array(
    z.object({
      id: Id,
      title: z.string(),
      kind: z.string(),
      scoCount: z.number().int(),
      warnings: z.number().int(),
      /** Findings of the import, and what was found while learners played. */
      problems: z.array(PackageProblem),
      size: z.number().int(),
    }),
  ),
  /** Documents that the content names: a bundle’s courses and prerequisites. */
  documents: z.array(NamedDocument),
  /** Titles and states of a bundle’s children. */
  children: z.array(z.object({ id: Id, title: z.string(), status: PublicationState, imageSmall: z.string() })),
})
export type Course = z.infer<typeof Course>

export const CourseVersion = z.object({
  id: Id,
  number: z.number().int(),
  publishedAt: Moment,
  publishedBy: z.string(),
  note: z.string(),
  learners: z.number().int(),
})

/** Sentences of the difference between the published version and the draft; texts by the page. */
export const CourseChange = z.object({
  change: z.enum([
    'details',
    'prerequisites',
    'sectionAdded',
    'sectionRemoved',
    'sectionRenamed',
    'activityAdded',
    'activityRemoved',
    'activityChanged',
    'activityMoved',
    'reordered',
    'childAdded',
    'childRemoved',
  ]),
  title: z.string(),
  /** Fields that changed, for `details` and `activityChanged`. */
  fields: z.array(z.string()),
})

export const PublishPreview = z.object({
  changes: z.array(CourseChange),
  /** What stands in the way of publishing; empty when it can go. `path` points into the content. */
  problems: z.array(z.object({ path: z.string(), code: z.string(), title: z.string() })),
  /** What could be better; it does not stand in the way. */
  warnings: z.array(z.object({ path: z.string(), code: z.string(), title: z.string(), count: z.number().int() })),
  learners: z.object({ assigned: z.number().int(), underWay: z.number().int(), completed: z.number().int() }),
  firstTime: z.boolean(),
})
export type PublishPreview = z.infer<typeof PublishPreview>

/** What happens to people who are under way: keep the version they began, go on in the new one, or begin again. */
export const UnderWayChoice = z.enum(['finish', 'carry', 'restart'])
export type UnderWayChoice = z.infer<typeof UnderWayChoice>

/**
 * The same by the state that people are in. Who has not begun always gets the new version. Who has finished stays finished
 * with the version that they finished, unless `restart` is chosen for them.
 */
export const UnderWayByState = z.strictObject({
  inprogress: UnderWayChoice.default('carry'),
  failed: UnderWayChoice.default('carry'),
  completed: z.enum(['keep', 'restart']).default('keep'),
})
export type UnderWayByState = z.output<typeof UnderWayByState>

/** One choice is for everyone under way: in progress or failed. */
export const UnderWay = z.union([UnderWayChoice, UnderWayByState])

export const stepEffects = ['kept', 'changed', 'removed', 'added'] as const

/** Whom a new version of a course meets, and what becomes of their progress in it. */
export const UnderWayPreview = z.object({
  /** People by state; `completed` are those who passed too. */
  people: z.object({
    notstarted: z.number().int(),
    inprogress: z.number().int(),
    failed: z.number().int(),
    completed: z.number().int(),
  }),
  /** Of those in progress or failed: on a version older than the published one. */
  onOlder: z.number().int(),
  /** Of those in progress or failed: everything that the new version has is done by them, so that carrying over finishes it. */
  finishing: z.number().int(),
  /** Steps of the published and the new version, and removed ones of older versions that somebody under way has begun. */
  steps: z.array(
    z.object({
      id: Id,
      title: z.string(),
      effect: z.enum(stepEffects),
      /** What is changed. */
      fields: z.array(z.string()),
      /** People under way who have begun it. */
      people: z.number().int(),
    }),
  ),
  /** People who are still being moved to the published version, by the choice that was made for it. */
  moving: z.object({ number: z.number().int(), done: z.number().int(), people: z.number().int() }).nullable(),
})
export type UnderWayPreview = z.infer<typeof UnderWayPreview>

export const packageFindingCodes = [
  'kindChanged',
  'editionChanged',
  'versionChanged',
  'partMissing',
  'partIdentifierChanged',
  'partAdded',
  'partRenamed',
  'partsReordered',
  'objectiveMissing',
  'objectiveAdded',
  'masteryChanged',
  'minimumMeasureChanged',
  'completionThresholdChanged',
  'sequencingChanged',
] as const

/** One difference of two packages, in words of the page. A part is a SCO or an asset. */
export const PackageFinding = z.object({
  code: z.enum(packageFindingCodes),
  /** It takes something from people who are in the middle of it. */
  breaks: z.boolean(),
  /** Title of the part; '' for the package. */
  part: z.string(),
  /** Of an objective. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  /** People under way who are in the part now, and who have begun it. */
  here: z.number().int(),
  begun: z.number().int(),
})
export type PackageFinding = z.infer<typeof PackageFinding>

const ComparedPackage = z.object({
  id: Id,
  title: z.string(),
  kind: PackageKind,
  edition: PackageEdition,
  version: z.string(),
  scoCount: z.number().int(),
})

export const PackageComparison = z.object({
  /** What learners have in the step; null: nothing yet. */
  before: ComparedPackage.nullable(),
  after: ComparedPackage,
  /** There is nothing to compare, or it is the same archive. */
  isSame: z.boolean(),
  /** People under way who have opened the step and are not done with it. */
  people: z.number().int(),
  findings: z.array(PackageFinding),
})
export type PackageComparison = z.infer<typeof PackageComparison>

export const courseSortKeys = [
  'title',
  'createdAt',
  'category',
  'status',
  'updatedAt',
  'availability',
  'isBundle',
] as const
export const CourseFilter = z.strictObject({
  search: z.string().trim().max(200).optional(),
  status: z.array(PublicationState).max(100).optional(),
  category: Words.optional(),
  tag: Words.optional(),
  isBundle: z.boolean().optional(),
  availability: z.array(z.enum(availabilities)).max(100).optional(),
})

/** What of a Word file its page does not show. */
export const pageLosses = [
  'pictures',
  'charts',
  'diagrams',
  'formulas',
  'objects',
  'comments',
  'innerLinks',
  'headersAndFooters',
  'colors',
  'end',
] as const

export const ImportedPage = z.object({
  /** Cleaned, its pictures with addresses for the caller. */
  html: z.string(),
  lost: z.array(z.object({ what: z.enum(pageLosses), count: z.number().int() })),
})
export type ImportedPage = z.infer<typeof ImportedPage>
/** Of the sample's course: the package of its step. */
function packageIdOf(content: unknown): string {
  const activities = (content as CourseContent).sections.flatMap((section) => section.activities)
  return activities.flatMap((one) => (one.kind === 'scorm' && one.packageId ? [one.packageId] : []))[0] ?? ''
}

const courseParams = z.object({ courseId: Id })
const versionParams = courseParams.extend({ versionId: Id })
const Counted = z.array(z.object({ value: z.string(), count: z.number().int() }))

export const courses = {
  list: endpoint({
    id: 'courses.list',
    summary: 'Courses and bundles of the tenant; archived ones only when the filter asks for them.',
    method: 'GET',
    path: '/api/courses',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      status: queryList(PublicationState),
      category: queryWords(),
      tag: queryWords(),
      isBundle: QueryFlag.optional(),
      availability: queryList(z.enum(availabilities)),
      sort: z.enum(courseSortKeys).default('title'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(CourseRow),
  }),
  facets: endpoint({
    id: 'courses.facets',
    summary: 'How many courses stand behind each filter value.',
    method: 'GET',
    path: '/api/courses/facets',
    access: 'admin',
    callers: ['token', 'looking'],
    response: z.object({ status: Counted, category: Counted, tag: Counted, isBundle: Counted, availability: Counted }),
  }),
  get: endpoint({
    id: 'courses.get',
    summary: 'One course with the content that the editor works on.',
    method: 'GET',
    path: '/api/courses/:courseId',
    access: 'admin',
    callers: ['token', 'looking'],
    params: courseParams,
    response: Course,
  }),
  create: endpoint({
    id: 'courses.create',
    summary: 'Begin a course or a bundle as a draft.',
    method: 'POST',
    path: '/api/courses',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.create',
    sample: () => ({ body: { title: 'A new course' } }),
    body: z.strictObject({
      title: oneLine().min(1, { error: 'required' }).max(200),
      isBundle: z.boolean().default(false),
      category: oneLine().max(100).default(''),
    }),
    response: Course,
    status: 201,
  }),
  saveDraft: endpoint({
    id: 'courses.saveDraft',
    summary: 'Save the whole draft. Answers `stale` (409) when somebody saved after the revision that it builds on.',
    method: 'PUT',
    path: '/api/courses/:courseId/draft',
    access: 'admin',
    bodyBytes: 8192 * 1024,
    callers: ['token', 'acting'],
    audit: 'courses.saveDraft',
    sample: (given) => ({ changesNothing: true, body: { revision: 1, content: given.content } }),
    params: courseParams,
    body: z.strictObject({ revision: Revision, content: CourseContent }),
    response: z.object({ revision: z.number().int(), status: PublicationState, savedAt: Moment }),
  }),
  publishPreview: endpoint({
    id: 'courses.publishPreview',
    summary: 'What publishing would change, whom it touches, and what stands in its way.',
    method: 'GET',
    path: '/api/courses/:courseId/publish-preview',
    access: 'admin',
    callers: ['token', 'looking'],
    params: courseParams,
    response: PublishPreview,
  }),
  underWay: endpoint({
    id: 'courses.underWay',
    summary: 'Whom publishing the draft meets under way, by state, and what becomes of their progress step by step.',
    method: 'GET',
    path: '/api/courses/:courseId/under-way',
    access: 'admin',
    callers: ['token', 'looking'],
    params: courseParams,
    response: UnderWayPreview,
  }),
  publish: endpoint({
    id: 'courses.publish',
    summary: 'Publish the draft as a new version that never changes.',
    method: 'POST',
    path: '/api/courses/:courseId/publish',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.publish',
    sample: (given) => ({ params: { courseId: given.draftId }, body: { revision: 1 }, alsoFine: [409] }),
    params: courseParams,
    body: z.strictObject({
      revision: Revision,
      underWay: UnderWay.default('carry'),
      note: z.string().trim().max(500).default(''),
    }),
    response: Course,
  }),
  discard: endpoint({
    id: 'courses.discard',
    summary: 'Throw the draft away and go back to the published or withdrawn content.',
    method: 'POST',
    path: '/api/courses/:courseId/discard',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.discard',
    sample: () => ({ alsoFine: [409] }),
    params: courseParams,
    response: Course,
  }),
  withdraw: endpoint({
    id: 'courses.withdraw',
    summary: 'Hide the course from learners; their records stay.',
    method: 'POST',
    path: '/api/courses/:courseId/withdraw',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.withdraw',
    params: courseParams,
    response: Course,
  }),
  archive: endpoint({
    id: 'courses.archive',
    summary: 'Put the course away; it can be restored.',
    method: 'POST',
    path: '/api/courses/:courseId/archive',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.archive',
    params: courseParams,
    response: Course,
  }),
  restore: endpoint({
    id: 'courses.restore',
    summary: 'Bring an archived course back to the state that it had before.',
    method: 'POST',
    path: '/api/courses/:courseId/restore',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.restore',
    sample: (given) => ({ params: { courseId: given.archivedId } }),
    params: courseParams,
    response: Course,
  }),
  duplicate: endpoint({
    id: 'courses.duplicate',
    summary: 'Make a draft with the same content and fresh activity ids.',
    method: 'POST',
    path: '/api/courses/:courseId/duplicate',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.duplicate',
    sample: () => ({ body: {} }),
    params: courseParams,
    body: z.strictObject({ title: oneLine().min(1).max(200).optional() }),
    response: Course,
    status: 201,
  }),
  versions: endpoint({
    id: 'courses.versions',
    summary: 'Published versions, newest first.',
    method: 'GET',
    path: '/api/courses/:courseId/versions',
    access: 'admin',
    callers: ['token', 'looking'],
    params: courseParams,
    response: z.object({ items: z.array(CourseVersion) }),
  }),
  version: endpoint({
    id: 'courses.version',
    summary: 'The course with the content of one published version, its files and packages.',
    method: 'GET',
    path: '/api/courses/:courseId/versions/:versionId',
    access: 'admin',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { versionId: given.newId() }, alsoFine: [404] }),
    params: versionParams,
    response: Course.extend({ version: PublishedVersion }),
  }),
  compareVersions: endpoint({
    id: 'courses.compareVersions',
    summary: 'What changed between two published versions, or between one and the draft.',
    method: 'GET',
    path: '/api/courses/:courseId/version-comparison',
    access: 'admin',
    callers: ['token', 'looking'],
    sample: () => ({ query: { from: 'draft', to: 'draft' } }),
    params: courseParams,
    query: VersionPair,
    response: z.object({ changes: z.array(CourseChange) }),
  }),
  restoreVersion: endpoint({
    id: 'courses.restoreVersion',
    summary:
      'Make the content of a published version the draft. Answers `stale` (409) when somebody saved after the revision that it builds on.',
    method: 'POST',
    path: '/api/courses/:courseId/versions/:versionId/restore',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.restoreVersion',
    sample: (given) => ({ params: { versionId: given.newId() }, body: { revision: 1 }, alsoFine: [404] }),
    params: versionParams,
    body: z.strictObject({ revision: Revision }),
    response: Course,
  }),
  bulk: endpoint({
    id: 'courses.bulk',
    summary: 'Publish, withdraw, archive or restore many; each course that cannot is skipped and named in the result.',
    method: 'POST',
    path: '/api/courses/bulk',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.bulk',
    sample: (given) => ({
      body: { action: 'archive', selection: { by: 'ids', ids: [given.courseId] } },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: z.strictObject({
      action: z.enum(['publish', 'withdraw', 'archive', 'restore']),
      selection: selectionOf(Id, CourseFilter),
    }),
    response: JobRef,
    status: 202,
  }),
  preview: endpoint({
    id: 'courses.preview',
    summary: 'The draft as a learner would see it; nothing is recorded.',
    method: 'GET',
    path: '/api/courses/:courseId/preview',
    access: 'admin',
    callers: ['token', 'looking'],
    params: courseParams,
    response: z.object({ content: CourseContent, files: z.array(StoredFile) }),
  }),
  importPage: endpoint({
    id: 'courses.importPage',
    summary:
      'Read an uploaded Word file as the text of a page. The draft stays as it is: saving the text is another call.',
    method: 'POST',
    path: '/api/courses/:courseId/page-imports',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ body: { fileId: given.fileId }, alsoFine: [422] }),
    params: courseParams,
    body: z.strictObject({ fileId: Id }),
    response: ImportedPage,
  }),
  comparePackage: endpoint({
    id: 'courses.comparePackage',
    summary:
      'What putting a package into a step would change for the people who are in the one that learners have now.',
    method: 'GET',
    path: '/api/courses/:courseId/package-comparison',
    access: 'admin',
    callers: ['token', 'looking'],
    sample: (given) => ({
      query: { activityId: given.packageStepId, packageId: packageIdOf(given.content) },
    }),
    params: courseParams,
    query: z.object({ activityId: Id, packageId: Id }),
    response: PackageComparison,
  }),
  importPackage: endpoint({
    id: 'courses.importPackage',
    summary: 'Check and store an uploaded SCORM package; the job’s result names the package and its report.',
    method: 'POST',
    path: '/api/packages',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'packages.import',
    sample: (given) => ({ body: { fileId: given.packageFileId } }),
    idempotency: 'required',
    body: z.strictObject({ fileId: Id }),
    response: JobRef,
    status: 202,
  }),
}
