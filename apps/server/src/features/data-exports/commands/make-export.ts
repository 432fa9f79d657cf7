import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exportKeptDays } from '@learnt/contract/data-exports'
import type { Ctx, Services } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { JobOutcome, ReportProgress } from '../../../platform/jobs/job.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { type Archive, writeArchive } from './write-archive.ts'

export interface ExportInput extends Record<string, unknown> {
  exportId: string
}

/** Where this machine writes a copy before the store has it. */
export function exportFolder({ settings }: Pick<Services, 'settings'>): string {
  return join(settings.dataDir, 'data-exports')
}

/** The job: one ZIP of everything about its author. Begun again it throws away what an earlier run kept. */
export async function makeExport(ctx: Ctx, { exportId }: ExportInput, progress: ReportProgress): Promise<JobOutcome> {
  const { tenantId } = ctx.actor
  const { files } = ctx.services
  const left = await take(ctx, exportId)
  if (left !== null) await files.remove(tenantId, left)
  const path = join(exportFolder(ctx.services), `${exportId}-${newId()}.zip`)
  try {
    const archive = await writeArchive(ctx, path, progress)
    await nameBytes(ctx, exportId, archive)
    await files.put(tenantId, path, { move: true })
    return { isTold: true, link: '/pages/profile', together: (tx) => finish(ctx, tx, exportId) }
  } finally {
    await rm(path, { force: true })
  }
}

/** Makes the row this job's; answers the bytes that an earlier run may have kept. */
async function take(ctx: Ctx, exportId: string): Promise<string | null> {
  const row = await ctx.write((tx) =>
    tx
      .updateTable('dataExports')
      .set({ state: 'making' })
      .where('id', '=', exportId)
      .where('jobId', '=', ctx.requestId)
      .where('state', '<>', 'ready')
      .returning('sha256')
      .executeTakeFirst(),
  )
  // Asked for once more meanwhile: that one is made by a job of its own.
  if (!row) throw new ProblemError('wrong-state', { detail: 'reason.exportReplaced' })
  return row.sha256
}

/** Written before the store has the bytes: if the process is killed in between, the row names what it left. */
async function nameBytes(ctx: Ctx, exportId: string, { sha256, size }: Archive): Promise<void> {
  await ctx.write((tx) =>
    tx
      .updateTable('dataExports')
      .set({ sha256, size })
      .where('id', '=', exportId)
      .where('jobId', '=', ctx.requestId)
      .where('state', '=', 'making')
      .execute(),
  )
}

async function finish(ctx: Ctx, tx: WriteTx, exportId: string): Promise<void> {
  const { userId, teamId } = ctx.actor
  const now = ctx.services.clock.now()
  await removeExports(ctx, tx, { userId })
  await tx
    .updateTable('dataExports')
    .set({ state: 'ready', readyAt: now, expiresAt: new Date(now.getTime() + exportKeptDays * 86_400_000) })
    .where('id', '=', exportId)
    .where('jobId', '=', ctx.requestId)
    .execute()
  const person = await tx
    .selectFrom('memberships')
    .select(['shownFirstName as firstName', 'email'])
    .where('id', '=', ctx.actor.membershipId)
    .executeTakeFirst()
  const link = '/pages/profile'
  await notify({ now }, tx, {
    kind: 'dataExportReady',
    userId,
    key: `dataExportReady:${ctx.requestId}:${now.getTime()}`,
    params: { days: exportKeptDays },
    link,
  })
  await queueMail(ctx, tx, {
    kind: 'dataExportReady',
    to: person?.email ?? '',
    userId,
    teamId,
    values: { name: person?.firstName ?? '', days: exportKeptDays },
    path: link,
  })
}

/** Finished copies go: the rows now, the bytes as soon as that is committed. Answers how many. */
export async function removeExports(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  of: { userId: string } | { before: Date },
): Promise<number> {
  const gone = await tx
    .deleteFrom('dataExports')
    .$if('userId' in of, (query) => query.where('userId', '=', (of as { userId: string }).userId))
    .$if('userId' in of, (query) => query.where('state', '=', 'ready'))
    .$if('before' in of, (query) =>
      query.where((eb) => {
        const { before } = of as { before: Date }
        return eb.or([
          eb.and([eb('state', '=', 'ready'), eb('expiresAt', '<=', before)]),
          eb.and([
            eb('state', '=', 'failed'),
            eb('askedAt', '<=', new Date(before.getTime() - exportKeptDays * 86_400_000)),
          ]),
        ])
      }),
    )
    .returning('sha256')
    .execute()
  for (const { sha256 } of gone) if (sha256 !== null) await enqueue(ctx, tx, 'dataExports.removeBytes', { sha256 })
  return gone.length
}

/** A cancelled or failed copy stays to be asked for again; with what it may have kept until then. */
export async function abandonExport(tx: WriteTx, { exportId }: ExportInput): Promise<void> {
  await tx
    .updateTable('dataExports')
    .set({ state: 'failed' })
    .where('id', '=', exportId)
    .where('state', '=', 'making')
    .execute()
}
