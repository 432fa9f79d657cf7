import type { Ctx } from '../context.ts'
import { json, type WriteTx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { announce, enqueue } from '../outbox.ts'
import type { StoredActor } from './job-rights.ts'

/**
 * Reports that `done` of `total` steps are done. Throws JobCancelled when somebody asked to stop, and a ProblemError
 * when the author, or the administrator who acted as them, has lost the right to it.
 */
export type ReportProgress = (done: number, total: number | null) => Promise<void>

export interface JobOutcome {
  /** Figures of the result, shown with the kind's own sentence. */
  result?: Record<string, string | number | boolean | null>
  /** Page or file with the result. */
  link?: string
  /** Success has a notification of its own: none is made of it here. */
  isTold?: true
  /** Written in the transaction in which the job ends: what would make the job mean something else if it ran again. */
  together?(tx: WriteTx): Promise<void>
  /** Tidying once that is written; a crash before it leaves something over, never something wrong. */
  afterwards?(): Promise<void>
}

/**
 * A kind of long work that people see in the tray. `run` may be begun again after a crash, so each step of it must be
 * safe to repeat; it acts with the rights that its author has when it runs.
 */
export interface JobKind<Input = never> {
  readonly kind: string
  run(ctx: Ctx, input: Input, progress: ReportProgress): Promise<JobOutcome>
  /** Takes back what `run` was to finish, in the transaction in which the job fails or is cancelled; may come twice. */
  abandon?(tx: WriteTx, input: Input): Promise<void>
  /** The job stops when its author is no longer an administrator: its steps do not check it. */
  readonly needsAdmin?: true
}

export function job<Input extends Record<string, unknown>>(
  kind: string,
  run: (ctx: Ctx, input: Input, progress: ReportProgress) => Promise<JobOutcome>,
  abandon?: (tx: WriteTx, input: Input) => Promise<void>,
): JobKind {
  return { kind, run, ...(abandon ? { abandon } : {}) } as unknown as JobKind
}

/** A job that only administrators may have done, when it runs as when they begin it. */
export function adminJob<Input extends Record<string, unknown>>(...of: Parameters<typeof job<Input>>): JobKind {
  return { ...job(...of), needsAdmin: true }
}

/** Work without a person waiting for it: mails, the look at one changed person. Repeated until it succeeds. */
export interface Task {
  readonly name: string
  run(ctx: Ctx, payload: Record<string, unknown>): Promise<void>
  /** Comes in thousands at once, as one mail for each person of a course, so it waits in a queue of its own. */
  readonly isMass?: true
}

/** Queues of the runner: thousands of mails in one never hold up what is short or has its time. */
export const queues = { short: 'learnt', mass: 'learnt-mass' } as const

export function task<Payload extends Record<string, unknown>>(
  name: string,
  run: (ctx: Ctx, payload: Payload) => Promise<void>,
): Task {
  return { name, run: run as Task['run'] }
}

/** Mails, and telling many people: never in the way of other work. */
export function massTask<Payload extends Record<string, unknown>>(
  name: string,
  run: (ctx: Ctx, payload: Payload) => Promise<void>,
): Task {
  return { ...task(name, run), isMass: true }
}

/** Another worker has the task, since this one was taken for dead: further work would be done twice. */
export class TaskTaken extends Error {
  constructor() {
    super('This task was given to another worker')
    this.name = 'TaskTaken'
  }
}

/** A person's request to stop, met between two steps. */
export class JobCancelled extends Error {
  constructor() {
    super('cancelled')
    this.name = 'JobCancelled'
  }
}

/** Kept for 30 days, then forgotten (product, "Every long job"). */
const keptDays = 30

/** Accepts long work in the transaction that decides on it; answers with its id at once. */
export async function startJob(
  ctx: Ctx,
  tx: WriteTx,
  of: { kind: string; subject: string; input: Record<string, unknown>; total?: number | null },
): Promise<{ jobId: string }> {
  const id = newId()
  await tx
    .insertInto('jobs')
    .values({
      id,
      kind: of.kind,
      subject: of.subject,
      input: json(of.input),
      total: of.total ?? null,
      createdBy: ctx.actor.userId,
      actor: json({
        userId: ctx.actor.userId,
        teamId: ctx.actor.teamId,
        locale: ctx.locale,
        wholeTenant: ctx.actor.wholeTenant,
        impersonator: ctx.actor.impersonator,
      } satisfies StoredActor),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + keptDays * 86_400_000),
    })
    .execute()
  await enqueue(ctx, tx, 'job', { jobId: id })
  await announce(ctx, tx, { topic: 'jobs', userId: ctx.actor.userId, kind: 'started', id })
  return { jobId: id }
}
