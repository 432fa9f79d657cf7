import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { detectEncoding, type EncodingHints } from '@learnt/contract/detect-encoding'
import { type EncodingBasis, findEncoding, type TellingRow } from '@learnt/contract/text-encodings'
import { textOfFormula } from './formulas.ts'
import { limits } from './limits.ts'
import type { Output, ReadOutline } from './output.ts'
import { cellText, RowParts } from './row-parts.ts'
import { blameDocument } from './unreadable.ts'

const sampleBytes = 256 * 1024
const longestFormula = 4000
const longestRecord = 4 * 1024 * 1024
const delimiters = [',', ';', '\t', '|'] as const

/** How the text of a file is to be read: what was chosen for it, '' for nothing, and what is known where nothing was. */
export interface EncodingWish extends EncodingHints {
  readonly encoding: string
}

export async function readCsv(path: string, output: Output, wish: EncodingWish): Promise<ReadOutline> {
  const sample = await readSample(path)
  const { encoding, basis } = await findEncodingOf(path, sample, wish)
  const dialect = detectDialect(new TextDecoder(encoding).decode(sample))
  try {
    return { ...(await readRows(path, encoding, dialect, output)), encoding, encodingBasis: basis }
  } catch (error) {
    throw blameDocument(error)
  }
}

async function readRows(path: string, encoding: string, dialect: Dialect, output: Output): Promise<ReadOutline> {
  const rows = new RowParts(output, '')
  const telling: TellingRow[] = []
  let index = 0
  await readRecords(path, encoding, dialect, async (record) => {
    if (record.length > limits.columns) {
      rows.cut()
      record.length = limits.columns
    }
    const cells = record.map((cell) => cellText(plainCell(cell)))
    if (telling.length < tellingRows && cells.some(isTelling))
      telling.push({ line: dialect.fromLine + index, cells: cells.slice(0, 20).map((cell) => cell.slice(0, 200)) })
    return rows.add(index++, cells, cells.map(looksLikeNumber))
  })
  const sheet = await rows.finish()
  return { sheets: [sheet], isCut: sheet.isCut, telling }
}

/** Hands on the records of a file until `take` answers false. */
export async function readRecords(
  path: string,
  encoding: string,
  dialect: Dialect,
  take: (record: string[]) => boolean | Promise<boolean>,
): Promise<void> {
  const { parse } = await import('csv-parse')
  const decoder = new TextDecoder(encoding)
  const decode = new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  })
  const parser = parse({
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    fromLine: dialect.fromLine,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: longestRecord,
    bom: true,
  })
  const source = createReadStream(path, { highWaterMark: 128 * 1024 })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(decode).pipe(parser)
  try {
    for await (const record of parser as AsyncIterable<string[]>) if (!(await take(record))) break
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The beginning of a file, from which its encoding and its dialect are told. */
export async function readSample(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const sample = Buffer.alloc(sampleBytes)
    const { bytesRead } = await file.read(sample, 0, sampleBytes, 0)
    return sample.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Rows that show whether an encoding is the right one. */
export const tellingRows = 5

/** Whether a cell has a letter that encodings write differently. */
export function isTelling(cell: string): boolean {
  return /[\u0080-\uffff]/.test(cell)
}

/** How a whole file is to be read: its first letter that tells may be far behind the sample. */
export async function findEncodingOf(
  path: string,
  sample: Buffer,
  { encoding, ...hints }: EncodingWish,
): Promise<{ encoding: string; basis: EncodingBasis }> {
  const chosen = encoding === '' ? null : findEncoding(encoding)
  if (chosen !== null) return { encoding: chosen, basis: 'chosen' }
  const found = detectEncoding(sample, hints)
  if (found.encoding !== 'utf-8' || found.basis !== 'found' || sample.length < sampleBytes) return found
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(path, { highWaterMark: 128 * 1024 }) as AsyncIterable<Buffer>)
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return detectEncoding(chunk, hints)
    }
  return found
}

/** A cell as spreadsheets show it: people keep the zeros of a number by writing it as a formula, `="00123"`. */
export function plainCell(cell: string): string {
  return cell.startsWith('="') && cell.length < longestFormula ? (textOfFormula(cell) ?? cell) : cell
}

export interface Dialect {
  readonly delimiter: string
  /** False where quotes are letters like others: one that is never closed would swallow the rest. */
  readonly quote: '"' | false
  readonly fromLine: number
}

/** The delimiter that gives the first lines the same number of values, the more the better. */
export function detectDialect(head: string): Dialect {
  const text = head.replace(/^\uFEFF/, '')
  // How Excel is told, by programs that mean it.
  const told = /^sep=(.)\r?\n/i.exec(text)
  const quote = hasClosedQuotes(text) ? '"' : false
  if (told?.[1]) return { delimiter: told[1], quote, fromLine: 2 }
  const plain = quote ? text.replace(/"(?:[^"]|"")*"/g, 'x') : text
  const lines = plain.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  // The sample may end within a line.
  if (lines.length > 1 && !/[\r\n]$/.test(plain)) lines.pop()
  const first = lines.slice(0, 50)
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const counts = first.map((line) => line.split(delimiter).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    const alike = counts.filter((count) => count === usual).length / Math.max(1, counts.length)
    const score = usual === 0 ? 0 : alike * 100 + Math.min(usual, 50)
    if (score > best.score) best = { delimiter, score }
  }
  return { delimiter: best.delimiter, quote, fromLine: 1 }
}

const longestQuotation = 64_000

/** A quotation mark at the start of a value opens no quotation if none closes it within so many letters. */
function hasClosedQuotes(text: string): boolean {
  const opens = /(?:^|[\n\r,;\t|])"/g
  for (let found = opens.exec(text); found; found = opens.exec(text)) {
    const rest = text.slice(opens.lastIndex, opens.lastIndex + longestQuotation)
    const length = /^(?:[^"]|"")*"/.exec(rest)?.[0].length
    // The sample may end within it.
    if (length === undefined) return text.length >= sampleBytes / 2 && text.length - opens.lastIndex < longestQuotation
    opens.lastIndex += length
  }
  return true
}

/** A figure as people write one, with its unit. */
function looksLikeNumber(text: string): boolean {
  return text.length < 40 && /^[-+−(]?\s?[$€£¥]?\s?\d[\d.,'’\s\u00a0]*\s?(?:%|[$€£¥])?\)?$/.test(text)
}
