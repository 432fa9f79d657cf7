import { api } from '@learnt/contract'
import type { JobState } from '@learnt/contract/states'
import { Id } from '@learnt/contract/values'
import type { RawBuilder } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type CsvColumn, sendCsv } from '../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import type { Translate } from '../../platform/translate.ts'
import { cancelJob, retryJob } from './commands.ts'
import { jobPolicy } from './policy.ts'
import { presentJob } from './present.ts'
import { findJob, type JobRowRecord, jobsInScope, listJobs, ownJobs, readJobRows } from './queries.ts'

export const jobRoutes: Route[] = [
  route(api.jobs.mine, ({ ctx, query }) => pageOfJobs(ctx, 'jobs.mine', ownJobs(ctx.actor, ctx.now), query)),

  route(api.jobs.list, ({ ctx, query }) => pageOfJobs(ctx, 'jobs.list', jobsInScope(ctx.actor, ctx.now), query)),

  route(api.jobs.get, async ({ ctx, params }) => {
    const job = await ctx.read((tx) => findJob(tx, params.jobId))
    authorize(ctx.actor, jobPolicy.read, job)
    return presentJob(ctx.actor, job)
  }),

  route(api.jobs.cancel, async ({ ctx, params }) => {
    const job = await ctx.read((tx) => findJob(tx, params.jobId))
    authorize(ctx.actor, jobPolicy.cancel, job)
    return presentJob(ctx.actor, await cancelJob(ctx, job))
  }),

  route(api.jobs.retry, async ({ ctx, params }) => {
    const job = await ctx.read((tx) => findJob(tx, params.jobId))
    authorize(ctx.actor, jobPolicy.retry, job)
    return presentJob(ctx.actor, await retryJob(ctx, job))
  }),

  rawRoute(api.jobs.rows, async ({ ctx, request, reply, t }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const jobId = Id.safeParse((request.params as { jobId?: string }).jobId)
    if (!jobId.success) throw notFound()
    const job = await ctx.read((tx) => findJob(tx, jobId.data))
    authorize(ctx.actor, jobPolicy.read, job)
    await ctx.write((tx) =>
      audit(ctx, tx, { action: 'jobs.exportRows', subjectType: 'job', subjectId: job.id, subjectTitle: job.subject }),
    )
    return sendCsv(reply, `${job.kind}.csv`, rowColumns(t), readJobRows(ctx.read, job.id))
  }),
]

interface PageQuery {
  readonly search?: string | undefined
  readonly state?: JobState | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

async function pageOfJobs(ctx: Ctx, list: string, whose: RawBuilder<boolean>, query: PageQuery) {
  const after = decodeCursor(ctx, list, query.cursor) as [string, string] | null
  const { rows, total } = await ctx.read((tx) =>
    listJobs(tx, { whose, search: query.search, state: query.state, limit: query.limit, after }),
  )
  const page = cutPage(ctx, list, rows, { limit: query.limit, key: (last) => [last.createdText, last.id] })
  return {
    items: page.rows.map((row) => presentJob(ctx.actor, row)),
    next: page.next,
    total,
  }
}

function rowColumns(t: Translate): CsvColumn<JobRowRecord>[] {
  return [
    { header: 'id', value: (row) => row.subjectId },
    { header: 'title', value: (row) => row.title },
    { header: 'outcome', value: (row) => t(`jobs.outcome.${row.outcome}`) },
    { header: 'reason', value: (row) => (row.reason === '' ? '' : t(`reason.${row.reason}`)) },
  ]
}
