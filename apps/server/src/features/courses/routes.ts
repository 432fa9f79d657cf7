import { type CourseChange, type CourseContent, courses } from '@learnt/contract/courses'
import { contentPurposes } from '@learnt/contract/files'
import { learning } from '@learnt/contract/learning'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { startBulk } from '../documents/commands/change-many.ts'
import { createDocument, duplicateDocument } from '../documents/commands/create-document.ts'
import { discardDraft, moveDocument } from '../documents/commands/move-document.ts'
import { publishDocument } from '../documents/commands/publish-document.ts'
import { restoreVersion } from '../documents/commands/restore-version.ts'
import { saveDraft } from '../documents/commands/save-draft.ts'
import { documentPolicy } from '../documents/policy.ts'
import { compareVersions } from '../documents/queries/compare-versions.ts'
import { findBlockedPrerequisites } from '../documents/queries/find-blocked-prerequisites.ts'
import {
  countFacets,
  countLearners,
  type DocumentRecord,
  findDocument,
  findVersion,
  getContent,
  getWorkingContent,
  listDocuments,
  listNamed,
  listVersions,
} from '../documents/queries.ts'
import { findNameable } from '../files/queries.ts'
import { importPage } from './commands/import-page.ts'
import { startPackageImport } from './commands/start-package-import.ts'
import { emptyContent, findPublishWarnings } from './content.ts'
import { courseKind } from './kind.ts'
import { mayOpenOwnRecord } from './policy.ts'
import { presentCourse, presentCourseRow, presentPreview, readUnderWay } from './present.ts'
import { comparePackage } from './queries/compare-package.ts'
import { findRecordOwner, readRecord } from './queries/read-record.ts'

export const courseRoutes: Route[] = [
  route(courses.list, async ({ ctx, query }) => {
    const { sort, direction, limit, cursor, ...filter } = query
    const list = `courses.${sort}.${direction}`
    const after = decodeCursor(ctx, list, cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) =>
      listDocuments(tx, { type: 'course', filter, sort, direction, limit, after }),
    )
    const page = cutPage(ctx, list, rows, { limit, key: (last) => [last.sortKey, last.id] })
    return {
      items: page.rows.map((row) => presentCourseRow(ctx, row)),
      next: page.next,
      total,
      totalIsExact,
    }
  }),

  route(courses.facets, ({ ctx }) => ctx.read((tx) => countFacets(tx, 'course'))),

  route(courses.get, async ({ ctx, params }) => show(ctx, params.courseId)),

  route(courses.create, async ({ ctx, body }) => {
    const { isBundle } = body
    return show(ctx, (await createDocument(ctx, courseKind, { content: emptyContent(body), isBundle })).id)
  }),

  route(courses.saveDraft, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.edit, course)
    const saved = await saveDraft(ctx, courseKind, course, body)
    return { ...saved, savedAt: saved.savedAt.toISOString() }
  }),

  route(courses.publishPreview, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    return ctx.read(async (tx) => {
      const [draft, published, learners] = await Promise.all([
        getWorkingContent<CourseContent>(tx, course),
        course.publishedVersionId ? getContent<CourseContent>(tx, course.publishedVersionId) : null,
        countLearners(tx, course.id),
      ])
      const named = await listNamed(tx, [
        ...courseKind.namedDocuments(draft),
        ...(published ? courseKind.namedDocuments(published) : []),
      ])
      return {
        changes: courseKind.compare(published, draft, named) as z.infer<typeof CourseChange>[],
        problems: [
          ...courseKind.findProblems(draft, course, named),
          ...(await findBlockedPrerequisites(tx, courseKind, course, draft, named)),
        ],
        warnings: findPublishWarnings(draft),
        learners,
        firstTime: published === null,
      }
    })
  }),

  route(courses.underWay, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    return ctx.read((tx) => readUnderWay(tx, course))
  }),

  route(courses.publish, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.publish, course)
    await publishDocument(ctx, courseKind, course, body)
    return show(ctx, course.id)
  }),

  route(courses.discard, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.discard, course)
    await discardDraft(ctx, courseKind, course)
    return show(ctx, course.id)
  }),

  route(courses.withdraw, ({ ctx, params }) => move(ctx, params.courseId, 'withdraw')),
  route(courses.archive, ({ ctx, params }) => move(ctx, params.courseId, 'archive')),
  route(courses.restore, ({ ctx, params }) => move(ctx, params.courseId, 'restore')),

  route(courses.duplicate, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.duplicate, course)
    return show(ctx, (await duplicateDocument(ctx, courseKind, course, body)).id)
  }),

  route(courses.versions, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    const versions = await ctx.read((tx) => listVersions(tx, course.id))
    return { items: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })) }
  }),

  route(courses.version, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    return ctx.read(async (tx) => {
      const found = await findVersion<CourseContent>(tx, course.id, params.versionId)
      if (!found) throw notFound()
      const version = { ...found.version, publishedAt: found.version.publishedAt.toISOString() }
      return { ...(await presentCourse(ctx, tx, course, found.content)), version }
    })
  }),

  route(courses.compareVersions, async ({ ctx, params, query }) => {
    const course = await load(ctx, params.courseId)
    const changes = await ctx.read((tx) => compareVersions(tx, courseKind, course, query))
    if (!changes) throw notFound()
    return { changes: changes as z.infer<typeof CourseChange>[] }
  }),

  route(courses.restoreVersion, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.edit, course)
    const found = await ctx.read((tx) => findVersion<CourseContent>(tx, course.id, params.versionId))
    if (!found) throw notFound()
    const { version, content } = found
    await restoreVersion(ctx, courseKind, course, { ...body, number: version.number, content })
    return show(ctx, course.id)
  }),

  route(courses.bulk, ({ ctx, body }) => startBulk(ctx, courseKind, body)),

  route(courses.preview, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    return ctx.read(async (tx) => presentPreview(ctx, tx, await getWorkingContent<CourseContent>(tx, course)))
  }),

  route(courses.importPage, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, documentPolicy.edit, course)
    const [file] = await ctx.read((tx) => findNameable(ctx, tx, [body.fileId], { purposes: ['document'] }))
    if (!file) {
      const code = 'fileUnknown'
      throw new ProblemError('invalid-input', {
        errors: [{ path: 'body.fileId', message: ctx.t(`courses.${code}`), code }],
      })
    }
    return importPage(ctx, file)
  }),

  route(courses.comparePackage, async ({ ctx, params, query }) => {
    const course = await load(ctx, params.courseId)
    const comparison = await ctx.read((tx) => comparePackage(tx, course, query))
    if (!comparison) throw notFound()
    return comparison
  }),

  route(learning.record, async ({ ctx, params, query }) => {
    await loadOwnRecord(ctx, params.userCourseId)
    const record = await ctx.read((tx) => readRecord(ctx, tx, { ...params, versionId: query.version }))
    if (!record) throw notFound()
    return record
  }),

  route(courses.importPackage, async ({ ctx, body }) => {
    const naming = { purposes: [...contentPurposes, 'package'] } as const
    const [file] = await ctx.read((tx) => findNameable(ctx, tx, [body.fileId], naming))
    if (file?.purpose !== 'package') {
      const code = file ? 'notAPackage' : 'fileUnknown'
      throw new ProblemError('invalid-input', { errors: [{ path: 'body.fileId', message: `courses.${code}`, code }] })
    }
    return startPackageImport(ctx, file)
  }),
]

/** The learner's own record of a course. */
async function loadOwnRecord(ctx: Ctx, userCourseId: string): Promise<void> {
  const owner = await ctx.read((tx) => findRecordOwner(tx, userCourseId))
  authorize(ctx.actor, mayOpenOwnRecord, owner)
}

async function load(ctx: Ctx, courseId: string): Promise<DocumentRecord> {
  const course = await ctx.read((tx) => findDocument(tx, 'course', courseId))
  authorize(ctx.actor, documentPolicy.see, course)
  return course
}

async function show(ctx: Ctx, courseId: string) {
  return ctx.read(async (tx) => {
    const course = await findDocument(tx, 'course', courseId)
    authorize(ctx.actor, documentPolicy.see, course)
    return presentCourse(ctx, tx, course)
  })
}

async function move(ctx: Ctx, courseId: string, verb: 'withdraw' | 'archive' | 'restore') {
  const course = await load(ctx, courseId)
  authorize(ctx.actor, documentPolicy[verb], course)
  await moveDocument(ctx, courseKind, course, verb)
  return show(ctx, courseId)
}
