import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { JobState } from './states.ts'
import { Can, Id, Moment, PageQuery, pageOf } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    jobs: { verbs: 'cancel' | 'exportRows' | 'retry'; subjects: 'job' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    jobSucceeded: { jobId: string; job: string; subject: string }
    jobFailed: { jobId: string; job: string; subject: string }
  }
}

/** Answer of every operation that goes on after the request: look it up, or follow the topic `jobs`. */
export const JobRef = z.object({ jobId: Id })
export type JobRef = z.infer<typeof JobRef>

export const Job = z.object({
  id: Id,
  /** Dotted name of the job's kind; the page translates `job.<kind>`. */
  kind: z.string(),
  /** What it is about, as the person knows it: the file's or course's name. */
  subject: z.string(),
  state: JobState,
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Figures of the result, to show with the kind's own sentence. */
  result: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** Address of a file or page with the result. */
  link: z.string().nullable(),
  /** One sentence, when it failed. */
  error: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
  expiresAt: Moment,
  can: Can,
})
export type Job = z.infer<typeof Job>

const jobParams = z.object({ jobId: Id })

export const jobs = {
  mine: endpoint({
    id: 'jobs.mine',
    summary: 'The person’s own jobs of the last 30 days, newest first: the job tray.',
    method: 'GET',
    path: '/api/jobs/mine',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery,
    response: pageOf(Job),
  }),
  list: endpoint({
    id: 'jobs.list',
    summary: 'All jobs of the tenant.',
    method: 'GET',
    path: '/api/jobs',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({ state: JobState.optional() }),
    response: pageOf(Job),
  }),
  get: endpoint({
    id: 'jobs.get',
    summary: 'One job.',
    method: 'GET',
    path: '/api/jobs/:jobId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    params: jobParams,
    response: Job,
  }),
  rows: rawEndpoint({
    id: 'jobs.rows',
    summary: 'What became of each row that a bulk job acted on.',
    method: 'GET',
    path: '/api/jobs/:jobId/rows.csv',
    access: 'signedIn',
    callers: ['token', 'looking'],
    audit: 'jobs.exportRows',
    protocol: 'CSV, UTF-8 with byte order mark, columns id, title, outcome (done, skipped, failed), reason',
    produces: 'text/csv',
  }),
  cancel: endpoint({
    id: 'jobs.cancel',
    summary: 'Ask a job to stop; what it has done stays done.',
    method: 'POST',
    path: '/api/jobs/:jobId/cancel',
    access: 'signedIn',
    callers: ['token'],
    audit: 'jobs.cancel',
    sample: () => ({ alsoFine: [409] }),
    params: jobParams,
    response: Job,
  }),
  retry: endpoint({
    id: 'jobs.retry',
    summary: 'Run a failed or cancelled job again from its stored input.',
    method: 'POST',
    path: '/api/jobs/:jobId/retry',
    access: 'signedIn',
    callers: ['token'],
    audit: 'jobs.retry',
    idempotency: 'required',
    params: jobParams,
    response: Job,
  }),
}
