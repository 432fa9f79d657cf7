import { Readable } from 'node:stream'
import { type Activity, type CourseContent, type Section, usualLanding } from '@learnt/contract/courses'
import { noReset } from '@learnt/contract/cycles'
import type { FilePurpose } from '@learnt/contract/files'
import { type PublicationState, publicationRank } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import { stepsOfBundle, storeSteps } from '../../src/features/documents/commands/store-steps.ts'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'

export interface GivenCourse {
  readonly courseId: string
  /** The published version; null for a mere draft. */
  readonly versionId: string | null
  /** The draft; null when there is none. */
  readonly draftVersionId: string | null
  readonly content: CourseContent
  /** The activities of all sections in order. */
  readonly activities: readonly Activity[]
}

export interface GivenPublishedCourse extends GivenCourse {
  readonly versionId: string
}

type CourseFields = Partial<CourseContent> & {
  isBundle?: boolean
  /** Shorthand for one section with these activities. */
  activities?: Activity[]
  createdBy?: string
  createdAt?: Date
  requiredCount?: number
  optionalCount?: number
}

let made = 0

/** A course in any state, written straight into the tables; by default a draft with two pages. */
export async function givenCourse(
  app: TestApp,
  tenant: { tenantId: TenantId },
  of: CourseFields & { status?: PublicationState } = {},
): Promise<GivenCourse> {
  const {
    isBundle = false,
    activities,
    createdBy,
    createdAt,
    requiredCount = 0,
    optionalCount = 0,
    status = 'draft',
    ...fields
  } = of
  const sections = fields.sections ?? (isBundle ? [] : [section(activities ?? [pageActivity(), pageActivity()])])
  const content: CourseContent = {
    title: `Course ${++made}`,
    description: '',
    category: '',
    tags: [],
    imageFileId: null,
    sequential: false,
    courseIds: [],
    reset: noReset,
    mayStartOver: false,
    landing: usualLanding,
    prerequisites: [],
    ...fields,
    sections,
  }
  const courseId = newId()
  const isPublished = status !== 'draft' && status !== 'archived'
  const hasDraft =
    status === 'draft' || status === 'archived' || status === 'publishedwithdraft' || status === 'draftwithchanges'
  const versionId = isPublished ? newId() : null
  const draftVersionId = hasDraft ? newId() : null
  const now = createdAt ?? app.services.clock.now()
  const all = sections.flatMap((one) => one.activities)
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx
      .insertInto('documents')
      .values({
        id: courseId,
        title: content.title,
        description: content.description,
        category: content.category,
        tags: content.tags,
        imageFileId: content.imageFileId,
        prerequisites: content.prerequisites,
        isBundle,
        status,
        statusRank: publicationRank[status],
        statusBefore: status === 'archived' ? 'draft' : null,
        publishedVersionId: versionId,
        draftVersionId,
        activityCount: isBundle ? content.courseIds.length : all.length,
        minutes: all.reduce((sum, one) => sum + one.minutes, 0),
        reset: content.reset.kind === 'none' ? null : json(content.reset),
        mayStartOver: content.mayStartOver,
        revision: 1,
        requiredCount,
        optionalCount,
        searchText: searchForm([content.title, content.description, content.category, ...content.tags].join('\n')),
        createdBy: createdBy ?? null,
        createdAt: now,
        updatedAt: now,
        publishedAt: versionId ? now : null,
      })
      .execute()
    if (versionId) {
      await tx
        .insertInto('documentVersions')
        .values({
          id: versionId,
          documentId: courseId,
          number: 1,
          content: json(content),
          createdAt: now,
          publishedAt: now,
          publishedBy: createdBy ?? null,
        })
        .execute()
      await sql`select keep_activities(${versionId})`.execute(tx)
      if (isBundle) await storeSteps(tx, { documentId: courseId, versionId, ...stepsOfBundle(content.courseIds) })
    }
    if (draftVersionId) {
      await tx
        .insertInto('documentVersions')
        .values({ id: draftVersionId, documentId: courseId, content: json(content), createdAt: now, publishedAt: null })
        .execute()
    }
  })
  return { courseId, versionId, draftVersionId, content, activities: all }
}

/** A published course, by default with two pages that are complete when viewed. */
export async function givenPublishedCourse(
  app: TestApp,
  tenant: { tenantId: TenantId },
  of: CourseFields = {},
): Promise<GivenPublishedCourse> {
  const course = await givenCourse(app, tenant, { ...of, status: 'published' })
  if (course.versionId === null) throw new Error('Not published')
  return { ...course, versionId: course.versionId }
}

/** A published bundle of courses. */
export function givenPublishedBundle(
  app: TestApp,
  tenant: { tenantId: TenantId },
  courseIds: string[],
  of: CourseFields = {},
): Promise<GivenPublishedCourse> {
  return givenPublishedCourse(app, tenant, { ...of, isBundle: true, courseIds })
}

/** A further published version of a course, as publishing leaves it in the tables; nobody is carried over. */
export async function givenNewVersion(
  app: TestApp,
  tenant: { tenantId: TenantId },
  course: GivenPublishedCourse,
  content: Partial<CourseContent>,
): Promise<GivenPublishedCourse> {
  const versionId = newId()
  const whole: CourseContent = { ...course.content, ...content }
  const all = whole.sections.flatMap((one) => one.activities)
  const now = app.services.clock.now()
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    const newest = await tx
      .selectFrom('documentVersions')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('documentId', '=', course.courseId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('documentVersions')
      .values({
        id: versionId,
        documentId: course.courseId,
        number: Number(newest.number ?? 0) + 1,
        content: json(whole),
        createdAt: now,
        publishedAt: now,
      })
      .execute()
    await sql`select keep_activities(${versionId})`.execute(tx)
    if (whole.courseIds.length > 0)
      await storeSteps(tx, { documentId: course.courseId, versionId, ...stepsOfBundle(whole.courseIds) })
    await tx
      .updateTable('documents')
      .set({
        publishedVersionId: versionId,
        title: whole.title,
        activityCount: all.length,
        publishedAt: now,
        updatedAt: now,
      })
      .where('id', '=', course.courseId)
      .execute()
  })
  return { ...course, versionId, content: whole, activities: all }
}

/** A file's row, and its bytes if given. */
export async function givenFile(
  app: TestApp,
  tenant: { tenantId: TenantId },
  of: {
    bytes?: Buffer
    name?: string
    contentType?: string
    purpose?: FilePurpose
    size?: number
    /** Who uploaded it; nobody by default. */
    createdBy?: string
    /** The only purpose it may be used for. */
    subjectId?: string
  } = {},
): Promise<{ fileId: string; sha256: string }> {
  const { bytes, name = 'film.mp4', contentType = 'video/mp4', purpose = 'video', createdBy, subjectId } = of
  const fileId = newId()
  const stored = bytes
    ? await app.services.files.put(tenant.tenantId, Readable.from([bytes]))
    : { sha256: '0'.repeat(64), size: of.size ?? 1000 }
  await app.services.db.tenant(tenant.tenantId).write((tx) =>
    tx
      .insertInto('files')
      .values({
        id: fileId,
        sha256: stored.sha256,
        size: stored.size,
        name,
        contentType,
        purpose,
        createdBy,
        subjectId,
      })
      .execute(),
  )
  return { fileId, sha256: stored.sha256 }
}

export function section(activities: Activity[], title = 'Section'): Section {
  return { id: newId(), title, activities }
}

function base<Kind extends Activity['kind']>(kind: Kind) {
  return { id: newId(), title: `${kind} ${++made}`, description: '', minutes: 5, kind }
}

type Of<Kind extends Activity['kind']> = Partial<Extract<Activity, { kind: Kind }>>

export function pageActivity(of: Of<'page'> = {}): Extract<Activity, { kind: 'page' }> {
  return { ...base('page'), completion: { rule: 'view' }, html: '<p>Read this.</p>', ...of }
}

export function videoActivity(of: Of<'video'> & { fileId: string | null }): Extract<Activity, { kind: 'video' }> {
  return { ...base('video'), completion: { rule: 'watch', percent: 90 }, captions: [], transcript: '', ...of }
}

export function documentActivity(
  of: Of<'document'> & { fileId: string | null },
): Extract<Activity, { kind: 'document' }> {
  return { ...base('document'), completion: { rule: 'view' }, ...of }
}

export function linkActivity(of: Of<'link'> = {}): Extract<Activity, { kind: 'link' }> {
  return { ...base('link'), completion: { rule: 'view' }, url: 'https://example.test/read', ...of }
}

export function scormActivity(of: Of<'scorm'> & { packageId: string | null }): Extract<Activity, { kind: 'scorm' }> {
  return { ...base('scorm'), completion: { rule: 'package' }, ...of }
}

export function formActivity(of: Of<'form'> & { formId: string | null }): Extract<Activity, { kind: 'form' }> {
  return { ...base('form'), completion: { rule: 'submitted' }, ...of }
}

export function eventActivity(of: Of<'event'> & { eventId: string | null }): Extract<Activity, { kind: 'event' }> {
  return { ...base('event'), completion: { rule: 'attended' }, ...of }
}

export function quizActivity(of: Of<'quiz'> & { formId: string | null }): Extract<Activity, { kind: 'quiz' }> {
  return { ...base('quiz'), completion: { rule: 'passed', percent: 80 }, ...of }
}
