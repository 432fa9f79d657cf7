import type { Readable } from 'node:stream'
import { cutText } from '@learnt/contract/cut-text'
import type { FormContent } from '@learnt/contract/forms/content'
import yazl from 'yazl'
import type { Ctx } from '../../../platform/context.ts'
import type { JobOutcome, ReportProgress } from '../../../platform/jobs/job.ts'
import { notFound } from '../../../platform/problem.ts'
import { findDocument, getWorkingContent } from '../../documents/queries.ts'
import { getVersion } from '../queries/find-version.ts'
import { listSubmittedFiles, type SubmittedFile } from '../queries/list-submitted-files.ts'

/** The form, with whether it is anonymous now. Each submission is checked for who may see its files. */
export function findFormOfFiles(ctx: Ctx, formId: string) {
  return ctx.read(async (tx) => {
    const form = await findDocument(tx, 'form', formId)
    if (!form) throw notFound()
    const content = form.publishedVersionId
      ? await getVersion(tx, ctx.actor.tenantId, form.publishedVersionId)
      : await getWorkingContent<FormContent>(tx, form)
    return { id: form.id, title: form.title, anonymous: content.settings.anonymous }
  })
}

/**
 * Puts the files of all submissions to a form that the job's author sees into one archive, a folder for each submission.
 * Each is read from the store while the archive is written: the memory of one of them, however many there are.
 */
export async function zipFiles(
  ctx: Ctx,
  { formId }: { formId: string },
  progress: ReportProgress,
): Promise<JobOutcome> {
  const form = await findFormOfFiles(ctx, formId)
  const found: SubmittedFile[] = []
  if (!form.anonymous)
    for await (const file of listSubmittedFiles(ctx, form.id)) {
      if (found.length % 100 === 0) await progress(0, null)
      found.push(file)
    }
  const zip = new yazl.ZipFile()
  const names = archiveNames(found)
  for (const [at, file] of found.entries())
    zip.addReadStreamLazy(names[at] as string, { compress: false, size: file.size }, (give) => {
      ctx.services.files.open(ctx.actor.tenantId, file.sha256).then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, null as never),
      )
    })
  zip.end()
  const stored = await ctx.services.files.put(ctx.actor.tenantId, zip.outputStream as Readable)
  await progress(found.length, found.length)
  return {
    result: { files: found.length, sha256: stored.sha256, size: stored.size },
    // A job's context is named after it.
    link: `/api/forms/archives/${ctx.requestId}`,
  }
}

/** What each file is called: in a folder of its submission, after its question. No two are the same, in capitals either. */
export function archiveNames(
  files: readonly Pick<SubmittedFile, 'submissionId' | 'person' | 'number' | 'question' | 'name'>[],
): string[] {
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  const unique = (name: string, ending = '') => {
    for (let times = 1; ; times++) {
      const one = times === 1 ? `${name}${ending}` : `${name} (${times})${ending}`
      if (taken.has(one.toLowerCase())) continue
      taken.add(one.toLowerCase())
      return one
    }
  }
  return files.map(({ submissionId, person, number, question, name }) => {
    const folder =
      folders.get(submissionId) ??
      unique([safe(person, 80) || 'person', number > 1 ? number : ''].filter(Boolean).join(' - '))
    folders.set(submissionId, folder)
    const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
    const base = safe(name.slice(0, name.length - ending.length), 80) || 'file'
    return unique(`${folder}/${[safe(question, 80), base].filter(Boolean).join(' - ')}`, ending)
  })
}

/** Without what file systems refuse, and what would lead out of the folder. */
function safe(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
  const cut = cutText(plain.trim(), most).replace(/^[.\s]+|[.\s]+$/g, '')
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(cut) ? `${cut}_` : cut
}
