import type { learning } from '@learnt/contract/learning'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { judge, type LearnerEvent, type Media, reachesEnd, readMedia, watch, watchedPercent } from '../policy.ts'
import type { OwnStep } from '../queries/find-own-course.ts'
import { type RecordedProgress, recordDecision } from './record-progress.ts'

/** A page that was away for longer has not been read all the time. */
const longestMs = 3_600_000
/** Clocks of several processes are closer together than this. */
const clocksApartMs = 60_000

/**
 * Records that the learner opened, saw, ticked or watched a step. The page says what happened; what that comes to is decided
 * here, by the step's rule, with what was watched before. Every second that is counted is taken from the server's own
 * clock, so that no number of requests, steps or windows makes a course longer than the time that passed.
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
    const free = Math.max(accountedUntil(before.timedUntil, ctx.now), ctx.now.getTime() - longestMs)
    const seconds = Math.floor(Math.max(0, Math.min(event.seconds, (ctx.now.getTime() - free) / 1000)))
    return {
      ...judged,
      scorePercent: null,
      secondsAdded: seconds,
      ...(seconds > 0 ? { timedUntil: new Date(free + seconds * 1000) } : {}),
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

/**
 * Until when time is accounted for, in milliseconds. What lies well ahead was accounted for by a clock that has been set
 * back since: counting nothing until it has caught up would lose what is read meanwhile.
 */
function accountedUntil(timedUntil: Date, now: Date): number {
  const until = timedUntil.getTime()
  return until - now.getTime() > clocksApartMs ? 0 : until
}
