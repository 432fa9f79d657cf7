import { ContentRefused } from './refused.ts'

interface Cue {
  id: string
  start: number
  end: number
  settings: string
  lines: string[]
}

/** `1:02:03.456`, `02:03.456`, with a comma in SRT. */
const timing =
  /^\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})(?:[ \t]+(.*))?$/

/**
 * Captions as WebVTT in UTF-8, from WebVTT or SRT. Writes again what it understood: leaves out styles, comments and
 * anything that is no cue. Throws `ContentRefused` with the line that cannot be read.
 */
export function readCaptions(bytes: Buffer): string {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  const cues = readCues(text.split('\n'), isVtt)
  if (cues.length === 0) throw new ContentRefused(isVtt ? 'captionsNone' : 'captions')
  cues.sort((a, b) => a.start - b.start)
  return `WEBVTT\n\n${cues.map(write).join('\n')}`
}

function decode(bytes: Buffer): string {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(bytes)
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true }).decode(bytes)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ContentRefused('captionsEncoding')
  }
}

function readCues(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: Cue[] = []
  let at = 0
  while (at < lines.length) {
    if (blank(lines[at])) {
      at++
      continue
    }
    const from = at
    while (at < lines.length && !blank(lines[at])) at++
    const block = lines.slice(from, at)
    if (isVtt && (from === 0 || /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block[0] as string))) {
      if (from > 0 || !block.some((line) => line.includes('-->'))) continue
    }
    const where = block.findIndex((line) => line.includes('-->'))
    // Text without a time: in SRT a caption that holds an empty line, which goes on here.
    const previous = cues.at(-1)
    if (where < 0) {
      if (isVtt || !previous) {
        if (isVtt) continue
        throw new ContentRefused('captionsLine', { line: from + 1 })
      }
      previous.lines.push(...block)
      continue
    }
    const match = timing.exec(block[where] as string)
    const start = match && seconds(match[1] as string)
    const end = match && seconds(match[2] as string)
    if (start === null || end === null || end <= start)
      throw new ContentRefused('captionsLine', { line: from + where + 1 })
    const body = block.slice(where + 1)
    if (body.length === 0) continue
    cues.push({
      id: isVtt && where > 0 ? (block[where - 1] as string).trim() : '',
      start,
      end,
      settings: isVtt ? (match?.[3] ?? '').trim() : '',
      lines: isVtt ? body : body.map(fromSrt),
    })
  }
  return cues
}

function write(cue: Cue): string {
  const head = `${stamp(cue.start)} --> ${stamp(cue.end)}${cue.settings ? ` ${cue.settings}` : ''}`
  return `${cue.id ? `${cue.id}\n` : ''}${head}\n${cue.lines.map((line) => line.replaceAll('-->', '→')).join('\n')}\n`
}

/** SRT's own marks that WebVTT does not know; i, b and u are the same in both. */
function fromSrt(line: string): string {
  return line.replace(/<\/?font[^>]*>/gi, '').replace(/\{\\[^}]*\}/g, '')
}

function blank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

function seconds(text: string): number | null {
  const parts = text.replace(',', '.').split(':').map(Number)
  const [s = 0, m = 0, h = 0] = parts.reverse()
  return s >= 60 || m >= 60 ? null : h * 3600 + m * 60 + s
}

function stamp(value: number): string {
  const ms = Math.round(value * 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
