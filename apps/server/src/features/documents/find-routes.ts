import { api } from '@learnt/contract'
import { isAdmin } from '../../platform/actor.ts'
import { authorize, forbidden } from '../../platform/authorize.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { findDocuments } from './queries/find-documents.ts'

/** Choosing a document, of whatever kind. */
export const findDocumentRoutes: Route[] = [
  route(api.documents.find, async ({ ctx, query }) => {
    authorize(ctx.actor, (actor) => (isAdmin(actor) ? null : forbidden()), {})
    return { items: await findDocuments(ctx, query) }
  }),
]
