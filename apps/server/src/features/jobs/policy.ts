import type { JobState } from '@learnt/contract/states'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Rule, wrongState } from '../../platform/authorize.ts'

export interface JobSubject {
  readonly createdBy: string
  /** Team of the person who asked for it. */
  readonly teamId: string
  readonly state: JobState
}

function isSeen(actor: Actor, job: JobSubject): boolean {
  return job.createdBy === actor.userId || (isAdmin(actor) && (actor.wholeTenant || job.teamId === actor.teamId))
}

const read: Rule<JobSubject> = (actor, job) => (isSeen(actor, job) ? null : hidden)

export const jobPolicy = {
  read,
  cancel: ((actor, job) =>
    read(actor, job) ??
    (job.state === 'waiting' || job.state === 'running' ? null : wrongState('jobEnded'))) satisfies Rule<JobSubject>,
  /** A job acts with the rights of whoever asked for it, so nobody else sets it going again. */
  retry: ((actor, job) =>
    read(actor, job) ??
    (job.createdBy !== actor.userId
      ? forbidden('notYourJob')
      : job.state === 'failed' || job.state === 'cancelled'
        ? null
        : wrongState('jobNotEnded'))) satisfies Rule<JobSubject>,
}
