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

/** Boxes that may still be looked at. */
interface Budget {
  boxes: number
}

/** A header of an hour of film is about a megabyte. */
const MAX_MOOV = 32 * 1024 * 1024
/** Looked at in the whole file; a film has some hundreds. */
const MAX_BOXES = 10_000

/** Baseline, main, extended, high: what every browser decodes. 4:2:2, 4:4:4 and 10 bits are for studios. */
const playableProfiles = new Set([66, 77, 88, 100])

/** Throws `ContentRefused` unless there are H.264 pictures or AAC sound and nothing that a browser cannot play. */
export async function checkMp4(file: FileHandle, size: number): Promise<Mp4> {
  const budget = { boxes: MAX_BOXES }
  const moov = await findMoov(file, size, budget)
  let hasVideo = false
  let hasAudio = false
  for (const trak of boxesIn(moov, 0, moov.length, budget).filter((box) => box.type === 'trak')) {
    const mdia = child(moov, trak, 'mdia', budget)
    const handler = mdia && child(moov, mdia, 'hdlr', budget)
    const stbl = mdia && child(moov, child(moov, mdia, 'minf', budget), 'stbl', budget)
    const stsd = stbl && child(moov, stbl, 'stsd', budget)
    if (!handler || !stsd) continue
    const kind = moov.toString('latin1', handler.start + 8, handler.start + 12)
    // version and flags, number of entries, then the entries
    for (const entry of boxesIn(moov, stsd.start + 8, stsd.end, budget)) {
      if (entry.type === 'encv' || entry.type === 'enca') throw new ContentRefused('protected')
      if (kind === 'vide') {
        checkPicture(moov, entry, budget)
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

function checkPicture(moov: Buffer, entry: Box, budget: Budget): void {
  if (entry.type !== 'avc1' && entry.type !== 'avc3')
    throw new ContentRefused('videoCodec', { codec: nameOf(entry.type) })
  // A visual sample entry has 78 bytes of its own before its boxes.
  const avcC = boxesIn(moov, entry.start + 78, entry.end, budget).find((box) => box.type === 'avcC')
  const profile = avcC && moov[avcC.start + 1]
  if (profile !== undefined && !playableProfiles.has(profile)) throw new ContentRefused('videoProfile')
}

/** The header box with all tracks; it may stand behind gigabytes of pictures. */
async function findMoov(file: FileHandle, size: number, budget: Budget): Promise<Buffer> {
  const head = Buffer.alloc(16)
  let at = 0
  while (at + 8 <= size) {
    spend(budget)
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

/** Millions of boxes, none of them of any use, would be looked at in one go. */
function spend(budget: Budget): void {
  if (--budget.boxes < 0) throw new ContentRefused('broken')
}

function boxesIn(bytes: Buffer, start: number, end: number, budget: Budget): Box[] {
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end) {
    spend(budget)
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

function child(bytes: Buffer, parent: Box | undefined, type: string, budget: Budget): Box | undefined {
  return parent && boxesIn(bytes, parent.start, parent.end, budget).find((box) => box.type === type)
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
