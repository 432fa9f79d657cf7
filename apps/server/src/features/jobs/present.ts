import type { Presented } from '@learnt/contract/endpoint'
import type { Job } from '@learnt/contract/jobs'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { jobPolicy } from './policy.ts'
import type { JobRecord } from './queries.ts'

export function presentJob(actor: Actor, row: JobRecord): Presented<typeof Job> {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    done: row.done,
    total: row.total,
    result: (row.result as Job['result']) ?? null,
    link: row.link,
    error: row.error,
    createdBy: row.authorName,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    expiresAt: row.expiresAt,
    can: canOf(actor, jobPolicy, row),
  }
}
