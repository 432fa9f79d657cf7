import { api } from '@learnt/contract'
import type { Activity } from '@learnt/contract/courses'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { listFiles, presentFile, signFileUrl } from '../files/queries.ts'
import { applyWaitingRules } from '../permissions/commands/reevaluate-members.ts'
import { findWaiting } from '../permissions/queries/find-document.ts'
import { listSources } from '../permissions/queries/list-sources.ts'
import { recordEvent } from './commands/record-event.ts'
import { mayOpenCourse, mayOpenStep } from './policy.ts'
import {
  presentActivity,
  presentCard,
  presentHome,
  presentLearnerCourse,
  presentProgress,
  type StepMaterial,
} from './present.ts'
import {
  findOwnCourse,
  findOwnOutline,
  findOwnStep,
  findPackageCard,
  findStepContent,
  listChildren,
  type OwnStep,
} from './queries/find-own-course.ts'
import { listCards } from './queries/list-cards.ts'
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

  route(api.learning.course, async ({ ctx, params }) => {
    const course = await readOwn(ctx, (tx) => findOwnCourse(ctx, tx, params.userCourseId))
    authorize(ctx.actor, mayOpenCourse, course)
    return ctx.read(async (tx) => {
      const [own, sources] = await Promise.all([findOwnOutline(ctx, tx, course), listSources(tx, course.id)])
      if (!own) throw notFound()
      return presentLearnerCourse(ctx, course, own, await listChildren(ctx, tx, own.outline), sources)
    })
  }),

  route(api.learning.activity, async ({ ctx, params }) => {
    const own = await readOwn(ctx, (tx) => findOwnStep(ctx, tx, params))
    authorize(ctx.actor, mayOpenStep, own)
    return ctx.read(async (tx) => {
      const content = own.course.versionId ? await findStepContent(tx, own.course.versionId, own.step.id) : null
      if (!content) throw notFound()
      return presentActivity(ctx, own, content, await findMaterial(ctx, tx, own, content))
    })
  }),

  route(api.learning.progress, async ({ ctx, params, body }) => {
    const own = await readOwn(ctx, (tx) => findOwnStep(ctx, tx, params))
    authorize(ctx.actor, mayOpenStep, own)
    return presentProgress(await ctx.write((tx) => recordEvent(ctx, tx, own, body)), ctx.now)
  }),
]

/** Reads what the caller has. A rule counts from the moment it is saved: where its rows are still being written, the caller's own come first. */
async function readOwn<T>(ctx: Ctx, read: (tx: ReadTx) => Promise<T>): Promise<T> {
  const [isWaiting, result] = await ctx.read((tx) => Promise.all([findWaiting(tx), read(tx)]))
  if (!isWaiting) return result
  await applyWaitingRules(ctx)
  return ctx.read(read)
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
