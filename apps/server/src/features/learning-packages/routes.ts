import { api } from '@learnt/contract'
import type { Route } from '../../platform/http/route.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { emptyLearningPackage, learningPackageKind } from './kind.ts'

export const learningPackageRoutes: Route[] = [
  ...documentRoutes(api.learningPackages, learningPackageKind, emptyLearningPackage),
]
