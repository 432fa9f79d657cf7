import type { learning } from '@learnt/contract/learning'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { judge, readMedia, watch, watchedPercent } from '../policy.ts'
import type { OwnStep } from '../queries/find-own-course.ts'
import { type RecordedProgress, recordDecision } from './record-progress.ts'

/** Seconds by which a page's own clock may be ahead of the time between two reports. */
const slack = 5

/**
 * Records that the learner viewed, ticked or watched a step. The page says what happened; what that comes to is decided
 * here, by the step's rule, with what was watched before. Time cannot pass faster than it does.
 */
export function recordEvent(
  ctx: Ctx,
  tx: WriteTx,
  own: OwnStep,
  event: z.output<typeof learning.progress.body>,
): Promise<RecordedProgress> {
  if (event.event === 'watch' && own.step.kind !== 'video' && own.step.kind !== 'audio')
    throw invalid({ 'body.event': 'invalid' })
  return recordDecision(ctx, tx, { assignmentId: own.course.id, activityId: own.step.id }, (before, step) => {
    const media = event.event === 'watch' ? watch(readMedia(before.position), event) : null
    const judged = judge(
      step.completion,
      media
        ? { event: 'watch', percent: watchedPercent(media.segments, media.duration) }
        : { event: event.event === 'tick' ? 'tick' : 'view' },
    )
    if (judged === null) throw invalid({ 'body.event': 'invalid' })
    const elapsed = before.updatedAt
      ? (ctx.now.getTime() - before.updatedAt.getTime()) / 1000 + slack
      : Number.POSITIVE_INFINITY
    return {
      ...judged,
      scorePercent: null,
      secondsAdded: Math.min(event.seconds, elapsed),
      ...(media ? { position: media } : {}),
      source: 'page',
    }
  })
}
