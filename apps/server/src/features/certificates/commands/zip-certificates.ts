import type { Readable } from 'node:stream'
import { cutText } from '@learnt/contract/cut-text'
import yazl from 'yazl'
import type { Ctx } from '../../../platform/context.ts'
import type { JobOutcome, ReportProgress } from '../../../platform/jobs/job.ts'
import { type CertificateRow, findCertificates } from '../queries/find-certificates.ts'
import { makePdf, NoTypeface, type StoredPdf } from './make-pdf.ts'

/**
 * Puts the PDFs of certificates into one archive. Each is drawn where it was not yet, and then read from the store while the
 * archive is written: the memory of one of them, however many there are. A text in the archive names those that cannot be
 * drawn.
 */
export async function zipCertificates(
  ctx: Ctx,
  { ids }: { ids: string[] },
  progress: ReportProgress,
): Promise<JobOutcome> {
  const found = (await ctx.read((tx) => findCertificates(ctx, tx, ids))).filter((one) => one.isSeen)
  const made: { row: CertificateRow; pdf: StoredPdf }[] = []
  const notDrawn: string[] = []
  for (const [i, row] of found.entries()) {
    if (i % 20 === 0) await progress(i, found.length)
    try {
      made.push({ row, pdf: await makePdf(ctx, row) })
    } catch (error) {
      if (!(error instanceof NoTypeface)) throw error
      notDrawn.push(`${nameOf(row)}: ${error.message}`)
    }
  }
  const zip = new yazl.ZipFile()
  for (const { row, pdf } of made)
    zip.addReadStreamLazy(nameOf(row), { compress: false, size: pdf.size }, (give) => {
      ctx.services.files.open(ctx.actor.tenantId, pdf.sha256).then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, null as never),
      )
    })
  if (notDrawn.length > 0)
    zip.addBuffer(Buffer.from(`${notDrawn.join('\n')}\n`), `${ctx.t('certificates.pdf.notDrawn')}.txt`)
  zip.end()
  const stored = await ctx.services.files.put(ctx.actor.tenantId, zip.outputStream as Readable)
  await progress(found.length, found.length)
  return {
    result: { certificates: made.length, left: ids.length - made.length, sha256: stored.sha256, size: stored.size },
    // A job's context is named after it.
    link: `/api/certificates/archives/${ctx.requestId}`,
  }
}

/** What a file is called: the person, what it is for, and the serial, without what file systems refuse. */
export function nameOf({ holderName, title, serial }: Pick<CertificateRow, 'holderName' | 'title' | 'serial'>): string {
  const part = (text: string) =>
    cutText(
      text
        .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      80,
    )
  return `${part(holderName) || 'certificate'} - ${part(title)} - ${serial}.pdf`
}
