import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { appOriginOf, launchPreview } from '../attempts/commands/launch-attempt.ts'
import { findPackageOfStep } from '../courses/queries/read-published.ts'
import { assignOwnPeople } from '../permissions/commands/assign-document.ts'
import { remindPeople } from './commands/remind.ts'
import { myPeoplePolicy } from './policy.ts'
import { presentPerson } from './present.ts'
import { findGiveable, listGiveable } from './queries/find-giveable.ts'
import { listPeople } from './queries/list-people.ts'
import { findPreviewable, readPreview } from './queries/read-preview.ts'

const { myPeople } = api

export const myPeopleRoutes: Route[] = [
  route(myPeople.list, async ({ ctx, query }) => {
    authorize(ctx.actor, myPeoplePolicy.read, {})
    const page = await ctx.read((tx) => listPeople(ctx, tx, query))
    return { items: page.rows.map(presentPerson), next: page.next, total: page.total, totals: page.totals }
  }),

  route(myPeople.documents, async ({ ctx, query }) => {
    authorize(ctx.actor, myPeoplePolicy.act, {})
    return { items: await ctx.read((tx) => listGiveable(ctx, tx, query)) }
  }),

  route(myPeople.preview, async ({ ctx, params }) => {
    authorize(ctx.actor, myPeoplePolicy.read, {})
    return ctx.read(async (tx) => {
      const document = await findPreviewable(ctx, tx, params)
      if (!document) throw notFound()
      return readPreview(ctx, tx, document)
    })
  }),

  route(myPeople.previewLaunch, async ({ ctx, params, body, request }) => {
    authorize(ctx.actor, myPeoplePolicy.read, {})
    const packageId = await ctx.read(async (tx) => {
      const course = await findPreviewable(ctx, tx, { documentType: 'course', ...params })
      return course && findPackageOfStep(tx, { versionId: course.versionId, ...body })
    })
    if (!packageId) throw notFound()
    return launchPreview(ctx, { packageId, appOrigin: await appOriginOf(ctx, request) })
  }),

  route(myPeople.assign, async ({ ctx, body }) => {
    authorize(ctx.actor, myPeoplePolicy.act, {})
    return ctx.write(async (tx) => {
      const document = await findGiveable(ctx, tx, body)
      if (!document) throw notFound()
      return { given: await assignOwnPeople(ctx, tx, document, body) }
    })
  }),

  route(myPeople.remind, async ({ ctx, body }) => {
    authorize(ctx.actor, myPeoplePolicy.act, {})
    return ctx.write((tx) => remindPeople(ctx, tx, body))
  }),
]
