import { api } from '@learnt/contract'
import type { Route } from '../../platform/http/route.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { newResource, resourceKind } from './kind.ts'

export const resourceRoutes: Route[] = [...documentRoutes(api.resources, resourceKind, newResource)]
