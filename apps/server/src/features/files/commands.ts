import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { cutText } from '@learnt/contract/cut-text'
import type { FilePurpose } from '@learnt/contract/files'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { json } from '../../platform/db/database.ts'
import { deterministicId, newId } from '../../platform/ids.ts'
import { ProblemError } from '../../platform/problem.ts'
import { type Fitted, fitContent } from './fit-content.ts'
import { type FileRow, findFile, type Variant } from './queries.ts'
import { ContentRefused } from './refused.ts'
import { uploadsOf } from './uploads.ts'

/**
 * Makes a file of a finished upload. Asked twice, also at once, it is the same file; content that does not fit is thrown
 * away with the upload. The upload is always one of the caller's own; the file becomes `into`'s: another tenant, where
 * the caller may work there.
 */
export async function adoptUpload(
  ctx: Ctx,
  of: { uploadId: string; purpose: FilePurpose },
  into: Ctx = ctx,
): Promise<FileRow> {
  const uploads = uploadsOf(ctx.services)
  const fileId = deterministicId('upload', into.actor.tenantId, ctx.actor.userId, of.uploadId)
  const findMade = async () => {
    const file = await into.read((tx) => findFile(tx, fileId))
    return file?.purpose === of.purpose ? file : null
  }
  const earlier = await findMade()
  if (earlier) return earlier
  const upload = await uploads.find(ctx.actor, of.uploadId)
  if (upload === null) {
    const made = await findMade()
    if (made) return made
    throw refusedUpload(ctx.t('files.uploadMissing'), 'uploadMissing')
  }
  if (upload.size === null || upload.offset < upload.size)
    throw refusedUpload(ctx.t('files.uploadUnfinished'), 'uploadUnfinished')
  try {
    const file = await storeFile(into, { fileId, path: upload.path, name: upload.name, purpose: of.purpose })
    await uploads.remove(of.uploadId)
    return file
  } catch (error) {
    // The same request was quicker: its file is there, and the upload is gone, also from under whoever still reads it.
    const made = await findMade()
    if (made) return made
    if (error instanceof ContentRefused) {
      await uploads.remove(of.uploadId)
      throw refusedUpload(ctx.t(`files.refused.${error.reason}`, error.values), error.reason)
    }
    throw error
  }
}

/**
 * Checks and keeps a file that lies on this machine; the file at `path` itself stays. Throws `ContentRefused` and leaves
 * nothing behind when its content does not fit the purpose.
 */
export async function storeFile(
  ctx: Ctx,
  of: { path: string; name: string; purpose: FilePurpose; fileId?: string },
): Promise<FileRow> {
  const fileId = of.fileId ?? newId()
  const fitted = await fitContent(of.path, of.name, of.purpose)
  const { main, variants } = await putContent(ctx, of.path, fitted)
  const name = cleanName(of.name, fitted.extension)
  return ctx.write(async (tx) => {
    const made = await tx
      .insertInto('files')
      .values({
        id: fileId,
        sha256: main.sha256,
        size: main.size,
        name,
        contentType: fitted.contentType,
        purpose: of.purpose,
        variants: json(variants),
        createdBy: ctx.actor.userId,
        createdAt: ctx.now,
      })
      .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made) {
      await audit(ctx, tx, {
        action: 'files.adopt',
        subjectType: 'file',
        subjectId: fileId,
        subjectTitle: name,
        after: { contentType: made.contentType, size: main.size, purpose: of.purpose },
      })
      return made
    }
    return tx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
  })
}

async function putContent(
  ctx: Ctx,
  path: string,
  fitted: Fitted,
): Promise<{ main: Variant; variants: Record<string, Variant> }> {
  const { files } = ctx.services
  const put = async (bytes: Buffer): Promise<Variant> => {
    const { sha256, size } = await files.put(ctx.actor.tenantId, Readable.from([bytes]))
    return { sha256, size }
  }
  switch (fitted.keep) {
    case 'original':
      return { main: await putOriginal(ctx, path), variants: {} }
    case 'text':
      return { main: await put(Buffer.from(fitted.text)), variants: {} }
    case 'images': {
      const [widest, ...narrower] = fitted.images
      if (!widest) throw new ContentRefused('broken')
      const variants: Record<string, Variant> = {}
      for (const image of narrower) variants[image.width] = await put(image.bytes)
      return { main: await put(widest.bytes), variants }
    }
  }
}

/** Throws when so many bytes more do not fit on the disk of this machine. */
export function needRoom(ctx: Ctx, bytes: number): Promise<void> {
  return uploadsOf(ctx.services).needRoom(bytes)
}

/** Gigabytes are not copied: the store gets a second name of the same bytes, so that the first is there until the commit. */
async function putOriginal(ctx: Ctx, path: string): Promise<Variant> {
  const second = `${path}.${newId()}`
  const linked = await link(path, second).then(
    () => true,
    () => false,
  )
  try {
    const { sha256, size } = linked
      ? await ctx.services.files.put(ctx.actor.tenantId, second, { move: true })
      : await ctx.services.files.put(ctx.actor.tenantId, path)
    return { sha256, size }
  } finally {
    if (linked) await rm(second, { force: true })
  }
}

/** The sender's name without folders and hidden characters, with the ending of what it really is. */
function cleanName(name: string, extension: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  // Controls and the marks that turn the direction of writing: a name must not look like another one.
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '').trim()
  const stem = visible.replace(/\.[^.]{1,10}$/, '').trim()
  return `${cutText(stem || extension, 180)}.${extension}`
}

function refusedUpload(message: string, code: string): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path: 'body.uploadId', message, code }] })
}
