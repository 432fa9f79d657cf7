import { courses } from '@learnt/contract/courses'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import { filePolicy } from '../files/policy.ts'
import { findFile } from '../files/queries.ts'
import { createCourse, duplicateCourse } from './commands/create-course.ts'
import { discardDraft, moveCourse } from './commands/move-course.ts'
import { publishCourse } from './commands/publish-course.ts'
import { saveDraft } from './commands/save-draft.ts'
import { startBulk, startPackageImport } from './commands/start-jobs.ts'
import { compareContent } from './compare-content.ts'
import { findPublishProblems } from './content.ts'
import { coursePolicy } from './policy.ts'
import { presentCourse, presentCourseRow, presentPreview } from './present.ts'
import {
  type CourseRecord,
  countFacets,
  countLearners,
  findCourse,
  getContent,
  getWorkingContent,
  isVisible,
  listChildren,
  listCourses,
  listVersions,
} from './queries.ts'

export const courseRoutes: Route[] = [
  route(courses.list, async ({ ctx, query }) => {
    const { sort, direction, limit, cursor, ...filter } = query
    const list = `courses.${sort}.${direction}`
    const after = decodeCursor(ctx, list, cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) =>
      listCourses(tx, { filter, sort, direction, limit, after }),
    )
    const page = cutPage(ctx, list, rows, { limit, key: (last) => [last.sortKey, last.id] })
    return {
      items: page.rows.map((row) => presentCourseRow(ctx, row)),
      next: page.next,
      total,
      totalIsExact,
    }
  }),

  route(courses.facets, ({ ctx }) => ctx.read(countFacets)),

  route(courses.get, async ({ ctx, params }) => show(ctx, params.courseId)),

  route(courses.create, async ({ ctx, body }) => show(ctx, (await createCourse(ctx, body)).id)),

  route(courses.saveDraft, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, coursePolicy.edit, course)
    const saved = await saveDraft(ctx, course, body)
    return { ...saved, savedAt: saved.savedAt.toISOString() }
  }),

  route(courses.publishPreview, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    return ctx.read(async (tx) => {
      const [draft, published, learners] = await Promise.all([
        getWorkingContent(tx, course),
        course.publishedVersionId ? getContent(tx, course.publishedVersionId) : null,
        countLearners(tx, course.id),
      ])
      const children = await listChildren(tx, [...draft.courseIds, ...(published?.courseIds ?? [])])
      const childOf = new Map(
        children.map((child) => [child.id, { title: child.title, isPublished: isVisible(child.status) }]),
      )
      return {
        changes: compareContent(published, draft, (id) => childOf.get(id)?.title ?? ''),
        problems: findPublishProblems(draft, course, childOf),
        learners,
        firstTime: published === null,
      }
    })
  }),

  route(courses.publish, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, coursePolicy.publish, course)
    await publishCourse(ctx, course, body)
    return show(ctx, course.id)
  }),

  route(courses.discard, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, coursePolicy.discard, course)
    await discardDraft(ctx, course)
    return show(ctx, course.id)
  }),

  route(courses.withdraw, ({ ctx, params }) => move(ctx, params.courseId, 'withdraw')),
  route(courses.archive, ({ ctx, params }) => move(ctx, params.courseId, 'archive')),
  route(courses.restore, ({ ctx, params }) => move(ctx, params.courseId, 'restore')),

  route(courses.duplicate, async ({ ctx, params, body }) => {
    const course = await load(ctx, params.courseId)
    authorize(ctx.actor, coursePolicy.duplicate, course)
    return show(ctx, (await duplicateCourse(ctx, course, body)).id)
  }),

  route(courses.versions, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    const versions = await ctx.read((tx) => listVersions(tx, course.id))
    return { items: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })) }
  }),

  route(courses.bulk, ({ ctx, body }) => startBulk(ctx, body)),

  route(courses.preview, async ({ ctx, params }) => {
    const course = await load(ctx, params.courseId)
    return ctx.read(async (tx) => presentPreview(ctx, tx, await getWorkingContent(tx, course)))
  }),

  route(courses.importPackage, async ({ ctx, body }) => {
    const file = await ctx.read((tx) => findFile(tx, body.fileId))
    if (file?.purpose !== 'package') {
      const code = file ? 'notAPackage' : 'fileUnknown'
      throw new ProblemError('invalid-input', { errors: [{ path: 'body.fileId', message: `courses.${code}`, code }] })
    }
    authorize(ctx.actor, filePolicy.see, file)
    return startPackageImport(ctx, file)
  }),
]

async function load(ctx: Ctx, courseId: string): Promise<CourseRecord> {
  const course = await ctx.read((tx) => findCourse(tx, courseId))
  authorize(ctx.actor, coursePolicy.see, course)
  return course
}

async function show(ctx: Ctx, courseId: string) {
  return ctx.read(async (tx) => {
    const course = await findCourse(tx, courseId)
    authorize(ctx.actor, coursePolicy.see, course)
    return presentCourse(ctx, tx, course)
  })
}

async function move(ctx: Ctx, courseId: string, verb: 'withdraw' | 'archive' | 'restore') {
  const course = await load(ctx, courseId)
  authorize(ctx.actor, coursePolicy[verb], course)
  await moveCourse(ctx, course, verb)
  return show(ctx, courseId)
}
