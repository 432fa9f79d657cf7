import type { CatalogueCard } from '@learnt/contract/catalogues'
import type { Ctx } from '../../platform/context.ts'
import { imageUrl } from '../files/queries.ts'
import { buttonOf, startsOver } from './policy.ts'
import type { OfferRow } from './queries/list-offers.ts'

export function presentOffer(ctx: Ctx, row: OfferRow): CatalogueCard {
  return {
    documentType: row.type,
    documentId: row.id,
    assignmentId: row.assignmentId,
    kind: row.kind,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    image: imageUrl(ctx, row.imageFileId),
    language: row.language,
    subtype: row.subtype,
    minutes: row.minutes,
    stepCount: row.activityCount,
    state: row.state,
    progress: row.progress,
    rating: row.rating,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    button: buttonOf(row),
    startsOver: startsOver(row),
    request: row.requestId && row.requestState ? { id: row.requestId, state: row.requestState } : null,
  }
}
