import { goodOutcomes, type Outcome } from '@learnt/contract/forms/submission-states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announcedBeside } from '../../../platform/outbox.ts'
import { advanceAssignment } from '../../assignments/commands/advance-assignment.ts'
import { type Around, aroundOf, followMove, lockAround } from '../../assignments/commands/recompute-containers.ts'
import { recordDecision } from '../../learning/commands/record-progress.ts'
import { describeStatement, type StatementRow, storeStatements, type Verb } from '../../learning/commands/statements.ts'
import { judgeForms } from '../../learning/policy.ts'
import { listStepAttempts } from '../queries/find-submissions.ts'
import { sceneOf } from './scene.ts'

interface Recorded {
  readonly assignmentId: string
  readonly userId: string
  readonly formId: string
  readonly title: string
  readonly versionId: string
  /** What the submission came to; null: it was submitted, and somebody else decides. */
  readonly outcome: Outcome | null
  readonly percent: number | null
  readonly seconds: number
  /** A statement that the form was answered belongs to it: it was submitted just now. */
  readonly isSubmission: boolean
  /** Statements of the questions that were answered. */
  readonly interactions?: readonly StatementRow[]
  /** A decision that takes the place of an earlier one. */
  readonly replaces: boolean
  /** The person may not see the result yet: it is recorded that they have submitted, and nothing of how well. */
  readonly isWithheld: boolean
}

/**
 * What a submission means for the person's assignment: progress, the containers around it, the deltas of the reports, the
 * statements and the word to the person's browsers. A good outcome finishes it; a bad one fails it, and it may be tried again.
 */
export async function recordOutcome(ctx: Ctx, tx: WriteTx, given: Recorded): Promise<void> {
  const of = given.isWithheld ? withoutResult(given) : given
  const [held, around] = await Promise.all([
    lockAround(tx, [of.assignmentId]),
    sql<Around & { steps: string[] }>`
      select ${aroundOf(sql`array[${of.assignmentId}::uuid]`)}, array(
        select distinct activity_id from submissions
        where assignment_id = ${of.assignmentId} and form_id = ${of.formId} and activity_id is not null
      ) as steps`.execute(tx),
  ])
  const { steps, ...beside } = around.rows[0] ?? { containers: [], waiting: [], steps: [] }
  if (steps.length > 0) return recordSteps(ctx, tx, of, steps)
  const state = of.outcome === null ? null : stateOf(of.outcome)
  const advanced = await advanceAssignment(ctx, tx, {
    assignmentId: of.assignmentId,
    versionId: of.versionId,
    isFinished: false,
    seconds: of.seconds,
    timedUntil: null,
    beside: announcedBeside(ctx, { topic: 'me', userId: of.userId, kind: 'progress', id: of.assignmentId }),
    ...(state ? { result: { state, scorePercent: of.percent, replaces: of.replaces } } : {}),
  })
  if (!advanced) return
  const scene = sceneOf(ctx, of)
  const verbs: Verb[] = [...(of.isSubmission ? (['answered'] as const) : []), ...(state ? [state] : [])]
  const { before, state: after } = advanced
  await Promise.all([
    storeStatements(ctx, tx, scene, [
      ...verbs.map((verb) =>
        describeStatement(scene, {
          verb,
          step: null,
          state: verb === 'answered' ? before : after,
          progress: advanced.progress,
          scorePercent: of.percent,
          seconds: of.seconds,
        }),
      ),
      ...(of.interactions ?? []),
    ]),
    before === after ? null : followMove(ctx, tx, beside, { before, after, held, mayGoBack: of.replaces }),
  ])
}

/**
 * What it means for the steps of a course that the form stands in: the best attempt counts, by the step's rule. A decision
 * that takes the place of an earlier one may also go back.
 */
async function recordSteps(ctx: Ctx, tx: WriteTx, of: Recorded, steps: readonly string[]): Promise<void> {
  if (of.isSubmission) {
    const scene = sceneOf(ctx, of)
    const what = {
      step: null,
      state: 'inprogress',
      progress: 0,
      scorePercent: of.percent,
      seconds: of.seconds,
    } as const
    await storeStatements(ctx, tx, scene, [
      describeStatement(scene, { verb: 'answered', ...what }),
      ...(of.interactions ?? []),
    ])
  }
  for (const activityId of steps) {
    const attempts = await listStepAttempts(tx, { ...of, activityId })
    await recordDecision(ctx, tx, { assignmentId: of.assignmentId, activityId }, (_, step) => {
      const { score, ...standing } = judgeForms(step.completion, attempts)
      return { ...standing, scorePercent: score, secondsAdded: of.seconds, source: of.replaces ? 'recompute' : 'form' }
    })
  }
}

/** What may be recorded while the result is kept from the person: that a form without a verdict is done, else that it waits. */
function withoutResult(of: Recorded): Recorded {
  return { ...of, outcome: of.outcome === 'completed' ? of.outcome : null, percent: null }
}

function stateOf(outcome: Outcome): 'completed' | 'passed' | 'failed' {
  if (outcome === 'completed') return 'completed'
  return goodOutcomes.includes(outcome) ? 'passed' : 'failed'
}
