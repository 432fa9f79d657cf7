import { api } from '@learnt/contract'
import type { LearningPackageContent } from '@learnt/contract/learning-packages'
import { authorize } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument, getWorkingContent } from '../documents/queries.ts'
import { findStepImpact } from '../permissions/queries/find-step-impact.ts'
import { emptyLearningPackage, learningPackageKind } from './kind.ts'

export const learningPackageRoutes: Route[] = [
  ...documentRoutes(api.learningPackages, learningPackageKind, emptyLearningPackage),

  route(api.learningPackages.impact, async ({ ctx, params }) => {
    const learningPackage = await ctx.read((tx) => findDocument(tx, 'learningPackage', params.documentId))
    authorize(ctx.actor, documentPolicy.see, learningPackage)
    return ctx.read(async (tx) => {
      const content = await getWorkingContent<LearningPackageContent>(tx, learningPackage)
      const documentIds = content.items.map((item) => item.documentId)
      return findStepImpact(ctx, tx, { documentId: learningPackage.id, documentIds })
    })
  }),
]
