import type { Job } from '@learnt/contract/jobs'
import type { TFunction } from 'i18next'

/** Kinds have dots, which separate the levels of a catalogue. */
const keyOf = (kind: string) => kind.replaceAll('.', '_')

/** "Check package: fire-safety.zip". */
export function jobName(t: TFunction<'shell'>, job: Pick<Job, 'kind' | 'subject'>): string {
  const kind = t(`jobs.kind.${keyOf(job.kind) as 'unknown'}`, { defaultValue: t('jobs.kind.unknown') })
  return job.subject ? `${kind}: ${job.subject}` : kind
}

/** The figures of a finished job in the words of its kind; empty when there is nothing to say. */
export function jobOutcome(t: TFunction<'shell'>, job: Pick<Job, 'kind' | 'state' | 'result'>): string {
  if (job.state !== 'succeeded' || !job.result) return ''
  return String(t(`jobs.outcome.${keyOf(job.kind) as 'courses_bulk'}`, { defaultValue: '', ...job.result } as never))
}
