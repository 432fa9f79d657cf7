import type { FileHandle } from 'node:fs/promises'
import { ContentRefused } from './refused.ts'

/** Track descriptions stand before the first cluster, well within this. */
const HEAD_BYTES = 2 * 1024 * 1024

const ids = { segment: 0x18538067, tracks: 0x1654ae6b, entry: 0xae, type: 0x83, codec: 0x86, cluster: 0x1f43b675 }
const pictures = new Set(['V_VP8', 'V_VP9', 'V_AV1'])
const sounds = new Set(['A_OPUS', 'A_VORBIS'])

/** Looks at the tracks of a WebM file (EBML, RFC 8794); throws `ContentRefused` for codecs that WebM does not have. */
export async function checkWebm(file: FileHandle, size: number): Promise<{ hasVideo: boolean; hasAudio: boolean }> {
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
  await file.read(head, 0, head.length, 0)
  let hasVideo = false
  let hasAudio = false
  for (const segment of elements(head, 0, head.length)) {
    if (segment.id !== ids.segment) continue
    for (const tracks of elements(head, segment.start, segment.end)) {
      if (tracks.id === ids.cluster) break
      if (tracks.id !== ids.tracks) continue
      for (const entry of elements(head, tracks.start, tracks.end)) {
        if (entry.id !== ids.entry) continue
        const fields = [...elements(head, entry.start, entry.end)]
        const typeField = fields.find((field) => field.id === ids.type)
        const type = typeField && head[typeField.start]
        const codecField = fields.find((field) => field.id === ids.codec)
        const codec = codecField ? head.toString('latin1', codecField.start, codecField.end).replace(/\0+$/, '') : ''
        if (type === 1) {
          if (!pictures.has(codec)) throw new ContentRefused('videoCodec', { codec: codec.replace(/[^\w/. -]/g, '?') })
          hasVideo = true
        } else if (type === 2) {
          if (!sounds.has(codec)) throw new ContentRefused('soundCodec', { codec: codec.replace(/[^\w/. -]/g, '?') })
          hasAudio = true
        }
      }
    }
  }
  if (!hasVideo && !hasAudio) throw new ContentRefused('broken')
  return { hasVideo, hasAudio }
}

interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
}

function* elements(bytes: Buffer, start: number, end: number): Generator<Element> {
  let at = start
  while (at < end) {
    const id = number(bytes, at, end, true)
    if (id === null || id.length > 4) return
    const length = number(bytes, at + id.length, end, false)
    if (length === null) return
    const from = at + id.length + length.length
    // An element of unknown length (a live recording) reaches to the end of its parent.
    const to = length.value === null ? end : Math.min(end, from + length.value)
    yield { id: id.value ?? 0, start: from, end: to }
    at = to
  }
}

/** A number that says its own length by its leading zero bits; null at the end of the bytes. */
function number(
  bytes: Buffer,
  at: number,
  end: number,
  keepMarker: boolean,
): { value: number | null; length: number } | null {
  const first = bytes[at]
  if (first === undefined || at >= end || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > end) return null
  let value = keepMarker ? first : first & (0xff >> length)
  let allOnes = !keepMarker && value === 0xff >> length
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] as number
    if (next !== 0xff) allOnes = false
    value = value * 256 + next
  }
  return { value: allOnes ? null : value, length }
}
