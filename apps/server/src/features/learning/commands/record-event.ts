import type { learning } from '@learnt/contract/learning'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import {
  countTime,
  judge,
  type LearnerEvent,
  type Media,
  reachesEnd,
  readMedia,
  watch,
  watchedPercent,
} from '../policy.ts'
import type { OwnStep } from '../queries/find-own-course.ts'
import { type RecordedProgress, recordDecision } from './record-progress.ts'

/**
 * Records that the learner opened, saw, ticked or watched a step. The page says what happened; what that comes to is decided
 * here, by the step's rule, with what was watched before.
 */
export function recordEvent(
  ctx: Ctx,
  tx: WriteTx,
  own: OwnStep,
  event: z.output<typeof learning.progress.body>,
): Promise<RecordedProgress> {
  const isMedia = own.step.kind === 'video' || own.step.kind === 'audio'
  if (event.event === 'watch' && !isMedia) throw invalid({ 'body.event': 'invalid' })
  return recordDecision(ctx, tx, { assignmentId: own.course.id, activityId: own.step.id }, (before, step) => {
    const media = event.event === 'watch' ? watch(readMedia(before.position), event) : null
    const judged = judge(step.completion, happened(event.event, isMedia, media))
    if (judged === null) throw invalid({ 'body.event': 'invalid' })
    const time = countTime(before.timedUntil, ctx.now, event.seconds)
    return {
      ...judged,
      scorePercent: null,
      secondsAdded: time.seconds,
      ...(time.until ? { timedUntil: time.until } : {}),
      ...(media ? { position: media } : {}),
      source: 'page',
    }
  })
}

/** What the page's word comes to: a film or a sound is seen by being played, whatever the page says. */
function happened(
  event: z.output<typeof learning.progress.body>['event'],
  isMedia: boolean,
  media: Media | null,
): LearnerEvent {
  if (media)
    return { event: 'watch', percent: watchedPercent(media.segments, media.duration), toEnd: reachesEnd(media) }
  if (event === 'tick') return { event }
  return { event: event === 'view' && !isMedia ? 'view' : 'open' }
}
