import { api } from '@learnt/contract'
import type { Route } from '../../platform/http/route.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { emptyPathway, pathwayKind } from './kind.ts'

export const pathwayRoutes: Route[] = [...documentRoutes(api.pathways, pathwayKind, emptyPathway)]
