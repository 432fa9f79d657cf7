import { api } from '@learnt/contract'
import type { Route } from '../../platform/http/route.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { beginEvent, eventKind } from './kind.ts'

export const eventRoutes: Route[] = [...documentRoutes(api.events, eventKind, beginEvent)]
