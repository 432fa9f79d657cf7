import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { cutText } from '@learnt/contract/cut-text'
import type { FilePurpose } from '@learnt/contract/files'
import type { PictureCrop } from '@learnt/contract/picture-crop'
import { readableKindOf } from '@learnt/contract/readable-kinds'
import { searchForm } from '@learnt/contract/text'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { json, type WriteTx } from '../../platform/db/database.ts'
import { FileMissing } from '../../platform/files/store.ts'
import { deterministicId, newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/outbox.ts'
import { ProblemError } from '../../platform/problem.ts'
import { languageOfTenant } from '../../platform/tenant/language.ts'
import { type Fitted, fitContent } from './fit-content.ts'
import { writePicture } from './images.ts'
import { type FileRow, findFile, hashesOf, listNamedHashes, type PreparedRow, type Variant } from './queries.ts'
import { isTelling, tellingRows } from './readers/csv.ts'
import { readInThread } from './readers/document-thread.ts'
import type { Reading, Sink, StoredPicture } from './readers/output.ts'
import { readTable, type TableReading, type TableRow, type TableWish } from './readers/table.ts'
import { DocumentUnreadable, type UnreadableReason } from './readers/unreadable.ts'
import { ContentRefused } from './refused.ts'
import { uploadsOf } from './uploads.ts'

/**
 * Makes a file of a finished upload. Asked twice, also at once, it is the same file; content that does not fit is thrown
 * away with the upload. The upload is always one of the caller's own; the file becomes `into`'s: another tenant, where
 * the caller may work there.
 */
export async function adoptUpload(
  ctx: Ctx,
  of: { uploadId: string; purpose: FilePurpose; crop?: PictureCrop | undefined; subjectId?: string },
  into: Ctx = ctx,
): Promise<FileRow> {
  const uploads = uploadsOf(ctx.services)
  const fileId = deterministicId('upload', into.actor.tenantId, ctx.actor.userId, of.uploadId)
  const findMade = async () => {
    const file = await into.read((tx) => findFile(tx, fileId))
    return file?.purpose === of.purpose && file.subjectId === (of.subjectId ?? null) ? file : null
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
    const { uploadId, purpose, crop, subjectId } = of
    const file = await uploads.withBytes(ctx.actor, { ...upload, uploadId }, (path) =>
      storeFile(into, { fileId, path, name: upload.name, purpose, crop, ...(subjectId ? { subjectId } : {}) }),
    )
    await uploads.remove(ctx.actor, uploadId)
    return file
  } catch (error) {
    // The same request was quicker: its file is there, and the upload is gone, even for other readers.
    const made = await findMade()
    if (made) return made
    if (error instanceof FileMissing) throw refusedUpload(ctx.t('files.uploadMissing'), 'uploadMissing')
    if (error instanceof ContentRefused) {
      await uploads.remove(ctx.actor, of.uploadId)
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
  of: {
    path: string
    name: string
    purpose: FilePurpose
    fileId?: string
    crop?: PictureCrop | undefined
    /** What alone it is for. */
    subjectId?: string
  },
): Promise<FileRow> {
  const fileId = of.fileId ?? newId()
  const fitted = await fitContent(of.path, of.name, of.purpose, of.crop)
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
        subjectId: of.subjectId ?? null,
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
      if (of.purpose === 'document') await prepareLater(ctx, tx, fileId)
      return made
    }
    return tx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
  })
}

/** The same, where content that does not fit is refused with its sentence. */
export async function storeNamed(ctx: Ctx, of: Parameters<typeof storeFile>[1]): Promise<FileRow> {
  try {
    return await storeFile(ctx, of)
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error
    throw refusedUpload(ctx.t(`files.refused.${error.reason}`, error.values), error.reason)
  }
}

/** Takes a file away. Answers what its bytes are kept under; the same may be another file's too. */
export async function deleteFile(tx: WriteTx, fileId: string): Promise<string[]> {
  const gone = await tx
    .deleteFrom('files')
    .where('id', '=', fileId)
    .returning(['sha256', 'variants'])
    .executeTakeFirst()
  return gone ? hashesOf(gone) : []
}

/** The bytes of pictures of people that no other file has. */
export async function removeBytes(ctx: Ctx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const kept = await ctx.read((tx) => listNamedHashes(tx, hashes))
  for (const sha256 of hashes) if (!kept.has(sha256)) await ctx.services.files.remove(ctx.actor.tenantId, sha256)
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

/** A lost task, with a restored database or otherwise, is given out again after this time. */
const lostAfterMs = 30 * 60_000

/** Whether nobody has asked to prepare the document, or so long ago that the task is lost. */
export function isUnasked(prepared: PreparedRow | undefined, now: Date): boolean {
  if (!prepared) return true
  return prepared.state === 'waiting' && prepared.askedAt.getTime() < now.getTime() - lostAfterMs
}

/** Has a document read anew, in another encoding. */
export async function readAs(ctx: Ctx, file: FileRow, encoding: string): Promise<void> {
  const runId = newId()
  await ctx.write(async (tx) => {
    await tx
      .insertInto('preparedFiles')
      .values({ fileId: file.id, runId, askedAt: ctx.now, encoding })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'fileId'])
          .doUpdateSet({ runId, askedAt: ctx.now, encoding, state: 'waiting', reason: '' }),
      )
      .execute()
    await audit(ctx, tx, {
      action: 'files.readAs',
      subjectType: 'file',
      subjectId: file.id,
      subjectTitle: file.name,
      after: { encoding },
    })
    await enqueue(ctx, tx, 'files.prepare', { fileId: file.id, runId })
  })
}

/** Queues a document to be prepared for reading, once for any number of requests. */
export async function prepareLater(ctx: Pick<Ctx, 'now'>, tx: WriteTx, fileId: string): Promise<void> {
  const asked = await tx
    .insertInto('preparedFiles')
    .values({ fileId, runId: newId(), askedAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'fileId'])
        .doUpdateSet((eb) => ({ runId: eb.ref('excluded.runId'), askedAt: eb.ref('excluded.askedAt') }))
        .where('preparedFiles.state', '=', 'waiting')
        .where('preparedFiles.askedAt', '<', new Date(ctx.now.getTime() - lostAfterMs)),
    )
    .returning('runId')
    .executeTakeFirst()
  if (asked) await enqueue(ctx, tx, 'files.prepare', { fileId, runId: asked.runId })
}

/** Threads of this process that read documents; the worker has other things to do too. */
const mostAtOnce = 2
const againAfterMs = 2000
let running = 0

/**
 * Reads a document and stores what the page shows of it. Repeated after a crash it begins anew; a run that another one has
 * replaced writes nothing more.
 */
export async function prepareFile(ctx: Ctx, of: { fileId: string; runId: string }): Promise<void> {
  if (running >= mostAtOnce) {
    const later = new Date(ctx.now.getTime() + againAfterMs)
    return ctx.write((tx) => enqueue(ctx, tx, 'files.prepare', of, later))
  }
  running++
  try {
    await prepareNow(ctx, of)
  } catch (error) {
    if (!(error instanceof RunReplaced)) throw error
  } finally {
    running--
  }
}

async function prepareNow(ctx: Ctx, { fileId, runId }: { fileId: string; runId: string }): Promise<void> {
  const { files } = ctx.services
  const { file, encoding } = await ctx.write(async (tx) => {
    const { encoding } = await holdRun(tx, fileId, runId)
    await tx.deleteFrom('preparedParts').where('fileId', '=', fileId).execute()
    return {
      file: await tx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow(),
      encoding,
    }
  })
  const kind = readableKindOf(file.contentType)
  const finish = (tx: WriteTx, set: { outline: unknown; text: string } | { reason: string }) =>
    tx
      .updateTable('preparedFiles')
      .set(
        'reason' in set
          ? { state: 'failed', reason: set.reason, finishedAt: ctx.services.clock.now() }
          : {
              state: 'ready',
              outline: json(set.outline),
              text: set.text,
              searchText: searchForm(set.text),
              finishedAt: ctx.services.clock.now(),
            },
      )
      .where('fileId', '=', fileId)
      .execute()
  try {
    const path = await files.localPath(ctx.actor.tenantId, file.sha256)
    if (path === null || kind === null) throw new DocumentUnreadable('broken')
    const { outline, text } = await readInThread(
      { path, contentType: file.contentType, kind, wish: { encoding, language: await languageOfTenant(ctx) } },
      sinkOf(ctx, file, runId),
    )
    await ctx.write(async (tx) => {
      await holdRun(tx, fileId, runId)
      await finish(tx, { outline, text })
    })
  } catch (error) {
    if (!(error instanceof DocumentUnreadable)) throw error
    ctx.log.info({ fileId, reason: error.reason, why: String(error.cause ?? '') }, 'a document cannot be shown')
    await ctx.write(async (tx) => {
      await holdRun(tx, fileId, runId)
      await tx.deleteFrom('preparedParts').where('fileId', '=', fileId).execute()
      await finish(tx, { reason: error.reason })
    })
  }
}

/** Documents that people wait for are read for no longer. */
const importMs = 60_000
const busyMs = 30_000

/**
 * A Word file as one text, its pictures stored as files; or why it cannot be read. Writes nothing else. Reads as many
 * at once as may be prepared.
 */
export async function readWordText(
  ctx: Ctx,
  file: Pick<FileRow, 'id' | 'sha256' | 'contentType' | 'createdBy'>,
): Promise<{ html: string; lost: Reading['lost'] } | { unreadable: UnreadableReason }> {
  const began = Date.now()
  while (running >= mostAtOnce) {
    if (Date.now() - began > busyMs) return { unreadable: 'tooLong' }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  running++
  try {
    const path = await ctx.services.files.localPath(ctx.actor.tenantId, file.sha256)
    if (path === null || readableKindOf(file.contentType) !== 'word') throw new DocumentUnreadable('broken')
    const pages: string[] = []
    const sink: Sink = {
      async parts(bodies) {
        for (const body of bodies) pages.push((JSON.parse(body) as { html: string }).html)
      },
      picture: (bytes) => storePicture(ctx, file, bytes),
    }
    const of = { path, contentType: file.contentType, kind: 'word', tellsLosses: true } as const
    const { lost } = await readInThread(of, sink, importMs)
    return { html: pages.join(''), lost }
  } catch (error) {
    if (error instanceof DocumentUnreadable) return { unreadable: error.reason }
    throw error
  } finally {
    running--
  }
}

export type { TableRow }
export { isTelling, tellingRows }

/** Hands on the rows of a file with people, see readTable(). */
export async function readTableOf(
  ctx: Pick<Ctx, 'actor' | 'services' | 'read' | 'locale'>,
  file: Pick<FileRow, 'sha256' | 'contentType'>,
  asked: Omit<TableWish, 'language'>,
  take: (row: TableRow) => boolean | Promise<boolean>,
): Promise<TableReading> {
  const path = await ctx.services.files.localPath(ctx.actor.tenantId, file.sha256)
  if (path === null) throw new DocumentUnreadable('broken')
  const isWorkbook = file.contentType !== 'text/csv'
  return readTable({ path, isWorkbook }, { ...asked, language: await languageOfTenant(ctx) }, take)
}

/** Why a file cannot be read; null where it is not the file's fault. */
export function unreadableReason(error: unknown): UnreadableReason | null {
  return error instanceof DocumentUnreadable ? error.reason : null
}

/** Stores parts in order, each batch in a transaction of its own. */
function sinkOf(ctx: Ctx, file: Pick<FileRow, 'id' | 'createdBy'>, runId: string): Sink {
  const { id: fileId } = file
  let number = 0
  return {
    async parts(bodies) {
      await ctx.write(async (tx) => {
        await holdRun(tx, fileId, runId)
        await tx
          .insertInto('preparedParts')
          .values(bodies.map((body, at) => ({ fileId, number: number + at, body })))
          .execute()
      })
      number += bodies.length
    },
    picture: (bytes) => storePicture(ctx, file, bytes),
  }
}

/** A picture of a document is a file like any other image, so that it is kept, restored and signed like one. */
async function storePicture(
  ctx: Ctx,
  of: Pick<FileRow, 'id' | 'createdBy'>,
  bytes: Uint8Array,
): Promise<StoredPicture | null> {
  const picture = await writePicture(bytes)
  if (picture === null) return null
  const { sha256, size } = await ctx.services.files.put(ctx.actor.tenantId, Readable.from([picture.bytes]))
  const id = deterministicId('picture', ctx.actor.tenantId, of.id, sha256)
  await ctx.write((tx) =>
    tx
      .insertInto('files')
      .values({
        id,
        sha256,
        size,
        name: 'image.webp',
        contentType: 'image/webp',
        purpose: 'image',
        // The file belongs to the uploader of the document, who may name it in a page.
        createdBy: of.createdBy,
        createdAt: ctx.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'id'])
          .doUpdateSet({ createdBy: of.createdBy })
          .where('files.createdBy', 'is', null),
      )
      .execute(),
  )
  return { fileId: id, width: picture.width, height: picture.height }
}

/** Somebody asked for the document again, or it is done: work under the old number stops. */
class RunReplaced extends Error {}

async function holdRun(tx: WriteTx, fileId: string, runId: string): Promise<{ encoding: string }> {
  const row = await tx
    .selectFrom('preparedFiles')
    .select(['runId', 'state', 'encoding'])
    .where('fileId', '=', fileId)
    .forUpdate()
    .executeTakeFirst()
  if (row?.runId !== runId || row.state !== 'waiting') throw new RunReplaced()
  return row
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
