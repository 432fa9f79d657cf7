import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { FilePurpose } from '@learnt/contract/files'
import { importLimits } from '@learnt/contract/import-states'
import { avatarLimits, type PictureCrop } from '@learnt/contract/picture-crop'
import { readCaptions } from './captions.ts'
import { isLockedOffice, looksLikeCsv, looksLikeTable, readOfficeKind } from './documents.ts'
import { type WrittenImage, writeAvatar, writeImages } from './images.ts'
import { checkMp4 } from './mp4.ts'
import { ContentRefused } from './refused.ts'
import { checkWebm } from './webm.ts'

/** What is kept of a file: the bytes as they came, or what was written anew from them. */
export type Fitted = { contentType: string; extension: string } & (
  | { keep: 'original' }
  | { keep: 'text'; text: string }
  | { keep: 'images'; images: WrittenImage[] }
)

const megabyte = 1024 * 1024
/** Largest files of the purposes that are read whole; the others have the upload's own limit. */
const largest: Partial<Record<FilePurpose, number>> = {
  captions: 5 * megabyte,
  image: 50 * megabyte,
  team: 20 * megabyte,
  answer: 50 * megabyte,
  feed: importLimits.megabytes * megabyte,
  document: 500 * megabyte,
  avatar: avatarLimits.megabytes * megabyte,
}

const imageTypes = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
const phoneImageTypes = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])
const mp4Types = new Set(['video/mp4', 'video/x-m4v', 'audio/x-m4a', 'audio/mp4'])
const matroskaTypes = new Set(['video/matroska', 'video/x-matroska', 'audio/x-matroska'])

/**
 * Finds out from its content what a file is and whether it can serve the purpose; what the sender called it counts only
 * for CSV, which has no marks of its own. Throws `ContentRefused`.
 */
export async function fitContent(
  path: string,
  name: string,
  purpose: FilePurpose,
  crop: PictureCrop | null = null,
): Promise<Fitted> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) throw new ContentRefused('empty')
    const limit = largest[purpose]
    if (limit !== undefined && size > limit) throw new ContentRefused('tooLarge', { megabytes: limit / megabyte })
    // A file cut off in its middle makes the detector stumble over its end.
    const { fileTypeFromFile } = await import('file-type')
    const found = await fileTypeFromFile(path).catch(() => undefined)
    const type = found?.mime ?? ''
    switch (purpose) {
      case 'video':
        return await fitVideo(file, size, type)
      case 'audio':
        return await fitAudio(file, size, type, found?.ext ?? '')
      case 'captions':
        return { keep: 'text', text: readCaptions(await readFile(path)), contentType: 'text/vtt', extension: 'vtt' }
      case 'document':
        return await fitDocument(file, path, size, type, name)
      case 'feed':
        return await fitTable(file, path, size, type)
      case 'image':
      case 'team':
        return await fitImage(file, path, type)
      case 'avatar':
        return await fitAvatar(file, path, type, crop)
      case 'answer':
        return await fitAnswer({ file, path, size, type, name, extension: found?.ext ?? '' })
      case 'package':
        if (type !== 'application/zip' && !(await beginsLikeZip(file))) throw new ContentRefused('package')
        return { keep: 'original', contentType: 'application/zip', extension: 'zip' }
    }
  } finally {
    await file.close()
  }
}

/** What somebody gives in a form: anything that one of the others would take. */
async function fitAnswer(of: {
  file: FileHandle
  path: string
  size: number
  type: string
  name: string
  extension: string
}): Promise<Fitted> {
  const { file, path, size, type, name, extension } = of
  if (type.startsWith('image/')) return fitImage(file, path, type)
  if (!type.startsWith('video/') && !type.startsWith('audio/')) return fitDocument(file, path, size, type, name)
  try {
    return await fitVideo(file, size, type)
  } catch (error) {
    if (error instanceof ContentRefused) return fitAudio(file, size, type, extension)
    throw error
  }
}

async function fitVideo(file: FileHandle, size: number, type: string): Promise<Fitted> {
  if (type === 'video/quicktime') throw new ContentRefused('quicktime')
  if (matroskaTypes.has(type)) throw new ContentRefused('matroska')
  const isMp4 = mp4Types.has(type)
  if (!isMp4 && type !== 'video/webm') throw new ContentRefused('video')
  const { hasVideo } = await (isMp4 ? checkMp4(file, size) : checkWebm(file, size))
  if (!hasVideo) throw new ContentRefused('noPicture')
  return { keep: 'original', contentType: isMp4 ? 'video/mp4' : 'video/webm', extension: isMp4 ? 'mp4' : 'webm' }
}

async function fitAudio(file: FileHandle, size: number, type: string, extension: string): Promise<Fitted> {
  if (type === 'audio/mpeg' && extension === 'mp3')
    return { keep: 'original', contentType: 'audio/mpeg', extension: 'mp3' }
  if (extension === 'wav') {
    await checkWav(file)
    return { keep: 'original', contentType: 'audio/wav', extension: 'wav' }
  }
  if (matroskaTypes.has(type)) throw new ContentRefused('matroska')
  const isMp4 = mp4Types.has(type)
  if (!isMp4 && type !== 'video/webm' && type !== 'audio/webm') throw new ContentRefused('audio')
  const { hasVideo, hasAudio } = await (isMp4 ? checkMp4(file, size) : checkWebm(file, size))
  if (!hasAudio) throw new ContentRefused('noSound')
  if (hasVideo) throw new ContentRefused('film')
  return { keep: 'original', contentType: isMp4 ? 'audio/mp4' : 'audio/webm', extension: isMp4 ? 'm4a' : 'webm' }
}

/** Uncompressed samples, as whole or floating numbers: other encodings in WAV play in no browser. */
async function checkWav(file: FileHandle): Promise<void> {
  const head = Buffer.alloc(4096)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  let at = 12
  while (at + 8 <= bytesRead) {
    const length = head.readUInt32LE(at + 4)
    if (head.toString('latin1', at, at + 4) === 'fmt ') {
      const tag = at + 10 <= bytesRead ? head.readUInt16LE(at + 8) : 0
      if (tag !== 1 && tag !== 3 && tag !== 0xfffe) throw new ContentRefused('wavCodec')
      return
    }
    at += 8 + length + (length % 2)
  }
  throw new ContentRefused('broken')
}

/** Readers look for the header in the first kilobyte (PDF reference, implementation notes): mails and servers put lines before it. */
async function hasPdfHeader(file: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(1024)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  return /%PDF-\d\.\d/.test(head.toString('latin1', 0, bytesRead))
}

async function fitDocument(file: FileHandle, path: string, size: number, type: string, name: string): Promise<Fitted> {
  if (type === 'application/pdf' || (await hasPdfHeader(file)))
    return { keep: 'original', contentType: 'application/pdf', extension: 'pdf' }
  if (type === 'application/x-cfb')
    throw new ContentRefused((await isLockedOffice(file)) ? 'documentLocked' : 'documentOld')
  if (await beginsLikeZip(file)) {
    const office = await readOfficeKind(path)
    if (office === null) throw new ContentRefused('document')
    return { keep: 'original', ...office }
  }
  if (type === '' && /\.csv$/i.test(name)) {
    if (!(await looksLikeCsv(file, size))) throw new ContentRefused('csv')
    return { keep: 'original', contentType: 'text/csv', extension: 'csv' }
  }
  throw new ContentRefused('document')
}

/** A table of people, whatever it is called: programs give their exports all kinds of names. */
async function fitTable(file: FileHandle, path: string, size: number, type: string): Promise<Fitted> {
  if (type === 'application/x-cfb')
    throw new ContentRefused((await isLockedOffice(file)) ? 'documentLocked' : 'documentOld')
  if (await beginsLikeZip(file)) {
    const office = await readOfficeKind(path)
    if (office?.extension !== 'xlsx') throw new ContentRefused('feed')
    return { keep: 'original', ...office }
  }
  if (!(await looksLikeTable(file, size))) throw new ContentRefused('feed')
  return { keep: 'original', contentType: 'text/csv', extension: 'csv' }
}

async function fitImage(file: FileHandle, path: string, type: string): Promise<Fitted> {
  if (phoneImageTypes.has(type)) throw new ContentRefused('imagePhone')
  if (!imageTypes.has(type)) throw new ContentRefused((await looksLikeSvg(file)) ? 'imageSvg' : 'image')
  return { keep: 'images', images: await writeImages(path), contentType: 'image/webp', extension: 'webp' }
}

const avatarTypes = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp'])

async function fitAvatar(file: FileHandle, path: string, type: string, crop: PictureCrop | null): Promise<Fitted> {
  if (phoneImageTypes.has(type)) throw new ContentRefused('imagePhone')
  if (!avatarTypes.has(type)) throw new ContentRefused((await looksLikeSvg(file)) ? 'imageSvg' : 'avatar')
  return { keep: 'images', images: await writeAvatar(path, crop), contentType: 'image/webp', extension: 'webp' }
}

async function looksLikeSvg(file: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(4096)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  return /<svg[\s>]/i.test(head.toString('utf8', 0, bytesRead))
}

async function beginsLikeZip(file: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(4)
  await file.read(head, 0, 4, 0)
  return head.readUInt32BE(0) === 0x504b0304 || head.readUInt32BE(0) === 0x504b0506
}
