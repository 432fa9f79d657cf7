import type { OwnRating, Rating } from '@learnt/contract/ratings'
import { isFinished } from './policy.ts'
import type { OwnRatingRow } from './queries/find-rating.ts'
import type { RatingRow } from './queries/list-ratings.ts'

export function presentOwnRating(row: OwnRatingRow): OwnRating {
  const { stars, comment, updatedAt } = row
  return {
    canRate: isFinished(row),
    rating:
      stars === null || updatedAt === null
        ? null
        : { stars, comment: comment ?? '', updatedAt: updatedAt.toISOString() },
  }
}

export function presentRating(row: RatingRow): Rating {
  const { assignmentId, userId, name, stars, comment } = row
  return {
    assignmentId,
    userId,
    name,
    stars,
    comment,
    ratedAt: row.ratedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
