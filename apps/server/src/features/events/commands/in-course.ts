import type { CompletionRule } from '@learnt/contract/courses'
import { isDone, type ProgressState } from '@learnt/contract/states'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'
import { recordDecision } from '../../learning/commands/record-progress.ts'
import { mayOpenStep } from '../../learning/policy.ts'
import { findOwnStep } from '../../learning/queries/find-own-course.ts'
import { readOwn } from '../../permissions/commands/read-own.ts'
import { judgeAttendance } from '../policy.ts'
import { type AttendanceStanding, findStanding } from '../queries/find-standing.ts'
import { impossible, registerIn } from './register.ts'
import { writeInLine } from './write-in-line.ts'

export interface StepPlace {
  readonly userCourseId: string
  readonly activityId: string
}

export interface EventStep {
  readonly eventId: string
  readonly assignmentId: string
  readonly activityId: string
  readonly completion: CompletionRule
  readonly progress: ProgressState
}

/** The event of a step of the caller's course, which has to be open. */
export async function findEventStep(ctx: Ctx, place: StepPlace): Promise<EventStep> {
  const own = await readOwn(ctx, (tx) => findOwnStep(ctx, tx, place))
  authorize(ctx.actor, mayOpenStep, own)
  const { step, course, standing } = own
  if (!step.eventId) throw notFound()
  return {
    eventId: step.eventId,
    assignmentId: course.id,
    activityId: step.id,
    completion: step.completion,
    progress: standing?.state ?? 'notstarted',
  }
}

/** Registers by a step, which begins with it. */
export async function registerInCourse(ctx: Ctx, place: StepPlace, { note }: { note: string }): Promise<void> {
  const step = await findEventStep(ctx, place)
  await writeInLine(ctx, step.eventId, async (tx) => {
    await registerIn(ctx, tx, step.eventId, { note, isStep: true })
    await recordDecision(ctx, tx, step, () => ({
      state: 'inprogress',
      progress: 0,
      scorePercent: null,
      secondsAdded: 0,
      source: 'event',
    }))
  })
}

/** Whether the person's attendance finishes a step that it has not finished yet: they had it before they had the course. */
export function toCount(step: EventStep, standing: AttendanceStanding): boolean {
  const isTheirs = standing.steps.some(
    (one) => one.assignmentId === step.assignmentId && one.activityId === step.activityId,
  )
  return isTheirs && !isDone(step.progress) && judgeAttendance(step.completion, standing) === 'completed'
}

/** Counts for a step what was attended before. */
export async function countAttendance(ctx: Ctx, place: StepPlace): Promise<void> {
  const step = await findEventStep(ctx, place)
  await ctx.write(async (tx) => {
    const standing = await findStanding(tx, { eventId: step.eventId, userId: ctx.actor.userId })
    if (!toCount(step, standing)) throw impossible('nothingToCount')
    await recordStep(ctx, tx, step, standing)
  })
}

/** What a person's attendance means for a step of their course. It may go back. */
export async function recordStep(
  ctx: Ctx,
  tx: WriteTx,
  of: { assignmentId: string; activityId: string },
  standing: AttendanceStanding,
): Promise<void> {
  await recordDecision(ctx, tx, of, (before, { completion }) => {
    const state = judgeAttendance(completion, standing)
    return {
      state,
      progress: isDone(state) ? 100 : 0,
      scorePercent: null,
      // All the time of such a step is that of its dates, each of which counts once.
      secondsAdded: isDone(state) ? standing.seconds - before.seconds : 0,
      source: 'recompute',
    }
  })
}
