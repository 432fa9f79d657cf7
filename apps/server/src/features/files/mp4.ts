import type { FileHandle } from 'node:fs/promises'
import { ContentRefused } from './refused.ts'

/** What of an MP4 (ISO/IEC 14496-12) decides whether browsers play it. */
export interface Mp4 {
  readonly hasVideo: boolean
  readonly hasAudio: boolean
}

interface Box {
  readonly type: string
  /** Where its content begins and ends. */
  readonly start: number
  readonly end: number
}

/** A header of an hour of film is about a megabyte. */
const MAX_MOOV = 128 * 1024 * 1024
const MAX_BOXES = 10_000

/** Baseline, main, extended, high: what every browser decodes. 4:2:2, 4:4:4 and 10 bits are for studios. */
const playableProfiles = new Set([66, 77, 88, 100])

/** Throws `ContentRefused` unless there are H.264 pictures or AAC sound and nothing that a browser cannot play. */
export async function checkMp4(file: FileHandle, size: number): Promise<Mp4> {
  const moov = await findMoov(file, size)
  let hasVideo = false
  let hasAudio = false
  for (const trak of boxesIn(moov, 0, moov.length).filter((box) => box.type === 'trak')) {
    const mdia = child(moov, trak, 'mdia')
    const handler = mdia && child(moov, mdia, 'hdlr')
    const stbl = mdia && child(moov, child(moov, mdia, 'minf'), 'stbl')
    const stsd = stbl && child(moov, stbl, 'stsd')
    if (!handler || !stsd) continue
    const kind = moov.toString('latin1', handler.start + 8, handler.start + 12)
    // version and flags, number of entries, then the entries
    for (const entry of boxesIn(moov, stsd.start + 8, stsd.end)) {
      if (entry.type === 'encv' || entry.type === 'enca') throw new ContentRefused('protected')
      if (kind === 'vide') {
        checkPicture(moov, entry)
        hasVideo = true
      } else if (kind === 'soun') {
        if (entry.type !== 'mp4a') throw new ContentRefused('soundCodec', { codec: nameOf(entry.type) })
        hasAudio = true
      }
    }
  }
  if (!hasVideo && !hasAudio) throw new ContentRefused('broken')
  return { hasVideo, hasAudio }
}

function checkPicture(moov: Buffer, entry: Box): void {
  if (entry.type !== 'avc1' && entry.type !== 'avc3')
    throw new ContentRefused('videoCodec', { codec: nameOf(entry.type) })
  // A visual sample entry has 78 bytes of its own before its boxes.
  const avcC = boxesIn(moov, entry.start + 78, entry.end).find((box) => box.type === 'avcC')
  const profile = avcC && moov[avcC.start + 1]
  if (profile !== undefined && !playableProfiles.has(profile)) throw new ContentRefused('videoProfile')
}

/** The header box with all tracks; it may stand behind gigabytes of pictures. */
async function findMoov(file: FileHandle, size: number): Promise<Buffer> {
  const head = Buffer.alloc(16)
  let at = 0
  for (let seen = 0; seen < MAX_BOXES && at + 8 <= size; seen++) {
    const { bytesRead } = await file.read(head, 0, 16, at)
    if (bytesRead < 8) break
    const short = head.readUInt32BE(0)
    const length =
      short === 1 ? (bytesRead === 16 ? Number(head.readBigUInt64BE(8)) : 0) : short === 0 ? size - at : short
    const header = short === 1 ? 16 : 8
    if (length < header) break
    if (head.toString('latin1', 4, 8) === 'moov') {
      // A file that was cut off while it was sent ends within its boxes.
      if (at + length > size || length > MAX_MOOV) break
      const moov = Buffer.alloc(length - header)
      await file.read(moov, 0, moov.length, at + header)
      return moov
    }
    at += length
  }
  throw new ContentRefused('broken')
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const short = bytes.readUInt32BE(at)
    const header = short === 1 ? 16 : 8
    if (at + header > end) break
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short
    if (length < header || at + length > end) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + header, end: at + length })
    at += length
  }
  return boxes
}

function child(bytes: Buffer, parent: Box | undefined, type: string): Box | undefined {
  return parent && boxesIn(bytes, parent.start, parent.end).find((box) => box.type === type)
}

const names: Record<string, string> = {
  hvc1: 'H.265 (HEVC)',
  hev1: 'H.265 (HEVC)',
  dvh1: 'Dolby Vision',
  dvhe: 'Dolby Vision',
  av01: 'AV1',
  vp09: 'VP9',
  mp4v: 'MPEG-4 part 2',
  apcn: 'ProRes',
  apch: 'ProRes',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  alac: 'Apple Lossless',
  fLaC: 'FLAC',
  Opus: 'Opus',
}

function nameOf(fourCharacters: string): string {
  return names[fourCharacters] ?? fourCharacters.replace(/[^\w. -]/g, '?')
}
