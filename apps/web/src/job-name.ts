import type { Job } from '@learnt/contract/jobs'
import type { TFunction } from 'i18next'

/** "Check package: fire-safety.zip". */
export function jobName(t: TFunction<'shell'>, job: Pick<Job, 'kind' | 'subject'>): string {
  // NOTE kinds have dots, which are the separator of keys
  const kinds = t('jobs.kind', { returnObjects: true }) as Record<string, string>
  const kind = kinds[job.kind] ?? kinds['other'] ?? job.kind
  return job.subject ? `${kind}: ${job.subject}` : kind
}
