import type { JobState } from '@learnt/contract/states'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Rule, wrongState } from '../../platform/authorize.ts'

export interface JobSubject {
  readonly createdBy: string
  /** Team of the person who asked for it. */
  readonly teamId: string
  /** Whether that person saw the whole tenant: the job may be about people of any team. */
  readonly isTenantWide: boolean
  readonly state: JobState
}

function isSeen(actor: Actor, job: JobSubject): boolean {
  const isOwn = job.createdBy === actor.userId
  const isInScope = actor.wholeTenant || (job.teamId === actor.teamId && !job.isTenantWide)
  // A person who acts as somebody was let into this membership only, not into the person's other teams or former roles.
  if (actor.impersonator) return job.teamId === actor.teamId && isInScope && (isOwn || isAdmin(actor))
  return isOwn || (isAdmin(actor) && isInScope)
}

const read: Rule<JobSubject> = (actor, job) => (isSeen(actor, job) ? null : hidden)

export const jobPolicy = {
  read,
  cancel: ((actor, job) =>
    read(actor, job) ??
    (job.state === 'waiting' || job.state === 'running' ? null : wrongState('jobEnded'))) satisfies Rule<JobSubject>,
  /** A job acts with the rights of the person who began it, so nobody else may restart it. */
  retry: ((actor, job) =>
    read(actor, job) ??
    (job.createdBy !== actor.userId
      ? forbidden('notYourJob')
      : job.state === 'failed' || job.state === 'cancelled'
        ? null
        : wrongState('jobNotEnded'))) satisfies Rule<JobSubject>,
}
