import { api } from '@learnt/contract'
import type { Activity } from '@learnt/contract/courses'
import type { ActivityContent } from '@learnt/contract/learning'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { listCycles } from '../cycles/queries/list-cycles.ts'
import { listFiles, presentFile, signFileUrl } from '../files/queries.ts'
import { readOwn } from '../permissions/commands/read-own.ts'
import { listSources } from '../permissions/queries/list-sources.ts'
import { recordEvent } from './commands/record-progress.ts'
import { isBeforeStart, mayOpenCourse, mayOpenStep, mayReportStep, resumeStep } from './policy.ts'
import {
  presentActivity,
  presentCard,
  presentHome,
  presentLanding,
  presentLearnerCourse,
  presentProgress,
  type StepMaterial,
} from './present.ts'
import {
  findBeforeStart,
  findDocumentOfStep,
  findLandingText,
  findOwnCourse,
  findOwnOutline,
  findOwnSeenStep,
  findOwnStep,
  findPackageCard,
  findStepContent,
  listChildren,
  type OwnCourseRow,
  type OwnOutline,
  type OwnStep,
  stepOf,
} from './queries/find-own-course.ts'
import { listCards } from './queries/list-cards.ts'
import { stateIn } from './queries/list-step-states.ts'
import { readHome } from './queries/read-home.ts'

export const learningRoutes: Route[] = [
  route(api.learning.home, async ({ ctx }) => presentHome(ctx, await readOwn(ctx, (tx) => readHome(ctx, tx)))),

  route(api.learning.courses, async ({ ctx, query }) => {
    const page = await readOwn(ctx, (tx) => listCards(ctx, tx, { isBundle: false, query }))
    return { items: page.rows.map((row) => presentCard(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.learning.bundles, async ({ ctx, query }) => {
    const page = await readOwn(ctx, (tx) => listCards(ctx, tx, { isBundle: true, query }))
    return { items: page.rows.map((row) => presentCard(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.learning.course, async ({ ctx, params, query }) => {
    const course = await readOwn(ctx, (tx) => findOwnCourse(ctx, tx, params.userCourseId))
    authorize(ctx.actor, mayOpenCourse, course)
    return ctx.read(async (tx) => {
      const [own, sources, cycles, before] = await Promise.all([
        findOwnOutline(ctx, tx, course),
        listSources(tx, course.id),
        course.cycle > 0 ? listCycles(tx, { userId: ctx.actor.userId, documentId: course.courseId }) : [],
        findBeforeStart(tx, { userId: ctx.actor.userId, courseId: course.courseId }),
      ])
      if (!own) throw notFound()
      const asksLanding = query.landing || isBeforeStart(course, own.outline.landing)
      const [children, content, landingText] = await Promise.all([
        listChildren(ctx, tx, own.outline),
        query.step === undefined ? undefined : findFirstContent(ctx, tx, course, own, query.step),
        asksLanding ? findLandingText(tx, own.outline.versionId) : null,
      ])
      const { prerequisites, rating } = before
      return {
        ...presentLearnerCourse(ctx, course, own, children, sources, cycles),
        prerequisites,
        rating,
        landing: presentLanding(ctx, own.outline, before, landingText),
        ...(content === undefined ? {} : { content }),
      }
    })
  }),

  route(api.learning.activity, async ({ ctx, params }) => {
    const own = await readOwn(ctx, (tx) => findOwnStep(ctx, tx, params))
    authorize(ctx.actor, mayOpenStep, own)
    return ctx.read(async (tx) => {
      const content = await findContent(ctx, tx, own)
      if (!content) throw notFound()
      return content
    })
  }),

  route(api.learning.progress, async ({ ctx, params, body }) => {
    // A page that was open when a new cycle or version began saves what was done in the old one.
    const own =
      (await readOwn(ctx, (tx) => findOwnStep(ctx, tx, params, { mayBeEarlier: true }))) ??
      (await ctx.read((tx) => findOwnSeenStep(ctx, tx, params)))
    authorize(ctx.actor, mayReportStep, own)
    return presentProgress(await ctx.write((tx) => recordEvent(ctx, tx, own, body)), ctx.now)
  }),
]

/** What the page of a course shows first: the step that its address names, else the one to go on at; null while that is locked. */
async function findFirstContent(
  ctx: Ctx,
  tx: ReadTx,
  course: OwnCourseRow,
  own: OwnOutline,
  wanted: string,
): Promise<ActivityContent | null> {
  const here = resumeStep(own.outline.activities, own.locks, stateIn(own.states), course.lastActivityId)
  const step = stepOf(course, own, wanted) ?? (here ? stepOf(course, own, here) : null)
  return step && mayOpenStep(ctx.actor, step) === null ? findContent(ctx, tx, step) : null
}

async function findContent(ctx: Ctx, tx: ReadTx, own: OwnStep): Promise<ActivityContent | null> {
  const content = own.course.versionId ? await findStepContent(tx, own.course.versionId, own.step.id) : null
  return content && presentActivity(ctx, own, content, await findMaterial(ctx, tx, own, content))
}

async function findMaterial(ctx: Ctx, tx: ReadTx, own: OwnStep, content: Activity): Promise<StepMaterial> {
  if (content.kind === 'scorm') {
    const pack = content.packageId
      ? await findPackageCard(tx, {
          packageId: content.packageId,
          assignmentId: own.course.id,
          activityId: own.step.id,
        })
      : null
    return { file: null, captions: [], pack }
  }
  if (content.kind === 'page' || content.kind === 'link') return { file: null, captions: [], pack: null }
  if (content.kind === 'form' || content.kind === 'quiz')
    return {
      file: null,
      captions: [],
      pack: null,
      form: content.formId ? await findDocumentOfStep(tx, 'form', content.formId) : null,
    }
  if (content.kind === 'event')
    return {
      file: null,
      captions: [],
      pack: null,
      event: content.eventId ? await findDocumentOfStep(tx, 'event', content.eventId) : null,
    }
  const captions = content.kind === 'document' ? [] : content.captions
  const files = await listFiles(tx, [...(content.fileId ? [content.fileId] : []), ...captions.map((one) => one.fileId)])
  const fileOf = (id: string | null) => files.find((file) => file.id === id)
  const file = fileOf(content.fileId)
  return {
    file: file ? presentFile(ctx, file) : null,
    captions: captions.flatMap((one) => {
      const found = fileOf(one.fileId)
      return found ? [{ url: signFileUrl(ctx, found), language: one.language, label: one.label }] : []
    }),
    pack: null,
  }
}
