import type { Job } from '@learnt/contract/jobs'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { jobPolicy } from './policy.ts'
import type { JobRecord } from './queries.ts'

export function presentJob(actor: Actor, row: JobRecord): Job {
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
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    can: canOf(actor, jobPolicy, row),
  }
}
