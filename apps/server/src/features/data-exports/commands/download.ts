import type { FastifyReply } from 'fastify'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sendDownload } from '../../../platform/csv.ts'
import { FileMissing } from '../../../platform/files/store.ts'
import { notFound } from '../../../platform/problem.ts'
import { type ExportRow, findReadyExport } from '../queries/find-own-data.ts'

/** Sends the actor's own copy. Anybody else's, and one whose days are over, do not exist. */
export async function download(ctx: Ctx, reply: FastifyReply, exportId: string): Promise<FastifyReply> {
  const { userId, tenantId, sessionId, impersonator } = ctx.actor
  // What was launched from a session is not the person at their browser.
  if (sessionId === null || impersonator !== null) throw notFound()
  const row = await ctx.read((tx) => findReadyExport(tx, { id: exportId, userId, now: ctx.now }))
  if (!row?.sha256) throw notFound()
  const bytes = await ctx.services.files.open(tenantId, row.sha256).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    ctx.log.error({ exportId }, 'the bytes of a data export are missing')
    throw notFound()
  })
  try {
    await ctx.write((tx) => audit(ctx, tx, { action: 'dataExports.download', subjectType: 'user', subjectId: userId }))
  } catch (error) {
    bytes.destroy()
    throw error
  }
  reply.header('content-length', Number(row.size))
  reply.header('x-content-type-options', 'nosniff')
  return sendDownload(reply, nameOf(row), 'application/zip', bytes, 'private, no-store')
}

function nameOf({ readyAt }: ExportRow): string {
  return `learnt-data-${readyAt?.toISOString().slice(0, 10) ?? ''}.zip`
}
