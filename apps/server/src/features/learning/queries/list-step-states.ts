import type { ProgressState } from '@learnt/contract/states'
import type { ReadTx, Row } from '../../../platform/db/database.ts'

export type StepState = Pick<
  Row<'activityProgress'>,
  'activityId' | 'state' | 'progress' | 'score' | 'position' | 'completedAt' | 'updatedAt'
>

/** What is recorded of an assignment's steps; steps of older versions may be among them. */
export function listStepStates(tx: ReadTx, assignmentId: string): Promise<StepState[]> {
  return tx
    .selectFrom('activityProgress')
    .select(['activityId', 'state', 'progress', 'score', 'position', 'completedAt', 'updatedAt'])
    .where('assignmentId', '=', assignmentId)
    .execute()
}

export function stateIn(states: readonly StepState[]): (id: string) => ProgressState {
  const byId = new Map(states.map((one) => [one.activityId, one.state]))
  return (id) => byId.get(id) ?? 'notstarted'
}
