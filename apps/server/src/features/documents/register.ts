import type { Feature } from '../../platform/feature.ts'
import { findDocumentRoutes } from './find-routes.ts'

export const documents: Feature = { routes: findDocumentRoutes }
