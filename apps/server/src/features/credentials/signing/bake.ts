// A credential inside a picture, as Open Badges 3.0 bakes it: in a PNG as an `iTXt` chunk, in an SVG as an element of its own.

import { crc32, inflateSync } from 'node:zlib'
import { SaxesParser } from 'saxes'

const keyword = 'openbadgecredential'
const namespace = 'https://purl.imsglobal.org/ob/v3p0'
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The longest credential that is read out of a file. */
export const longestCredential = 256 * 1024
/** A picture has few; a hostile one has many empty ones. */
const mostChunks = 4096
const deepestSvg = 64

/** The picture with the credential after its header, and without any that it had. */
export function bakePng(png: Buffer, credential: string): Buffer {
  const text = Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(credential)])
  const kept = [...chunksOf(png)].filter((chunk) => textOf(chunk) === null)
  return Buffer.concat([
    pngStart,
    ...kept.flatMap(({ type, data }, at) =>
      at === 0 ? [chunk(type, data), chunk('iTXt', text)] : [chunk(type, data)],
    ),
  ])
}

/** The picture with the credential as its first element. */
export function bakeSvg(svg: string, credential: string): string {
  // `]]>` would end the section: in JSON the sign may stand as its number.
  const section = `<![CDATA[${credential.replaceAll(']]>', ']]\\u003e')}]]>`
  return svg.replace(/<svg\b([^>]*)>/, (_, attributes: string) => {
    return `<svg${attributes} xmlns:openbadges="${namespace}"><openbadges:credential>${section}</openbadges:credential>`
  })
}

/** The text of the credential in a file: JSON as it stands, or out of a picture; null: there is none to be read. */
export function readCredential(file: Buffer): string | null {
  try {
    if (file.subarray(0, 8).equals(pngStart)) return fromPng(file)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file).trimStart()
    if (text.startsWith('{')) return text.length > longestCredential ? null : text
    return text.startsWith('<') ? fromSvg(text) : null
  } catch {
    // Whatever is wrong with a stranger's file, there is nothing in it to be read.
    return null
  }
}

function fromPng(file: Buffer): string | null {
  for (const chunk of chunksOf(file)) {
    const text = textOf(chunk)
    if (text !== null) return text
  }
  return null
}

function fromSvg(text: string): string | null {
  const parser = new SaxesParser({ xmlns: true })
  let found: string | null = null
  let inside = false
  let isDone = false
  let depth = 0
  const add = (more: string) => {
    if (inside) found = `${found ?? ''}${more}`
  }
  parser.on('opentag', (tag) => {
    // Looking up a namespace takes as many steps as elements are open: a deep file would take minutes.
    if (++depth > deepestSvg) throw new Error('The picture is too deep')
    if (tag.uri === namespace && tag.local === 'credential' && found === null) inside = true
  })
  parser.on('closetag', (tag) => {
    depth--
    if (inside && tag.uri === namespace && tag.local === 'credential') [inside, isDone] = [false, true]
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('error', (error) => {
    throw error
  })
  // In pieces, so that what comes after the credential is not read at all. It stands at the beginning.
  const end = Math.min(text.length, 2 * longestCredential)
  for (let at = 0; at < end && !isDone; at += 16 * 1024) parser.write(text.slice(at, at + 16 * 1024))
  const whole = (found as string | null)?.trim() ?? null
  return isDone && whole !== null && whole.length <= longestCredential ? whole : null
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** The chunks of a PNG up to its end. Throws where a length or a checksum is wrong. */
function* chunksOf(png: Buffer): Generator<Chunk> {
  if (!png.subarray(0, 8).equals(pngStart)) throw new Error('Not a PNG')
  let at = 8
  for (let count = 0; count < mostChunks; count++) {
    const length = png.readUInt32BE(at)
    const end = at + 12 + length
    if (end > png.length) throw new Error('A chunk is longer than the file')
    if (png.readUInt32BE(end - 4) !== crc32(png.subarray(at + 4, end - 4))) throw new Error('A checksum is wrong')
    const type = png.toString('latin1', at + 4, at + 8)
    if (count === 0 && type !== 'IHDR') throw new Error('The header is missing')
    yield { type, data: png.subarray(at + 8, end - 4) }
    if (type === 'IEND') return
    at = end
  }
  throw new Error('Too many chunks')
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), whole.length - 4)
  return whole
}

/** The text of a chunk that holds a credential: keyword, compression, its method, language, translated keyword, text. */
function textOf({ type, data }: Chunk): string | null {
  if (type !== 'iTXt' || data.toString('latin1', 0, keyword.length + 1) !== `${keyword}\0`) return null
  const isCompressed = data[keyword.length + 1] === 1
  const language = data.indexOf(0, keyword.length + 3)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  if (translated < 0) throw new Error('A text chunk has no text')
  const text = data.subarray(translated + 1)
  // A few bytes may unpack to gigabytes: it stops at the longest that is read anyway.
  const bytes = isCompressed ? inflateSync(text, { maxOutputLength: longestCredential }) : text
  if (bytes.length > longestCredential) throw new Error('The credential is too long')
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
