import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { limits } from './limits.ts'
import type { Output, ReadOutline } from './output.ts'
import { cellText, RowParts } from './row-parts.ts'
import { blameDocument } from './unreadable.ts'

const sampleBytes = 256 * 1024
const longestRecord = 4 * 1024 * 1024
const delimiters = [',', ';', '\t', '|'] as const

export async function readCsv(path: string, output: Output): Promise<ReadOutline> {
  const sample = await readSample(path)
  const encoding = await detectEncoding(sample)
  const head = new TextDecoder(encoding).decode(sample)
  const dialect = detectDialect(head)
  try {
    return await readRows(path, encoding, dialect, output)
  } catch (error) {
    throw blameDocument(error)
  }
}

async function readRows(path: string, encoding: string, dialect: Dialect, output: Output): Promise<ReadOutline> {
  const rows = new RowParts(output, '')
  let index = 0
  await readRecords(path, encoding, dialect, async (record) => {
    if (record.length > limits.columns) {
      rows.cut()
      record.length = limits.columns
    }
    const cells = record.map(cellText)
    return rows.add(index++, cells, cells.map(looksLikeNumber))
  })
  const sheet = await rows.finish()
  return { sheets: [sheet], isCut: sheet.isCut }
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

/** What byte order mark or letters say; programs write what the language of their computer has always used. */
export async function detectEncoding(sample: Buffer): Promise<string> {
  const [a, b] = sample
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  try {
    // The sample may end within a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    const { default: chardet } = await import('chardet')
    for (const { name } of chardet.analyse(sample)) {
      // The detector knows its alphabets by their parts outside ASCII, where ISO-8859-1 is part of windows-1252.
      if (/^UTF/i.test(name)) continue
      try {
        return new TextDecoder(name).encoding
      } catch {}
    }
    return 'windows-1252'
  }
}

/** The same of a whole file: its first letter that tells may be far behind the sample. */
export async function detectEncodingOf(path: string, sample: Buffer): Promise<string> {
  const found = await detectEncoding(sample)
  if (found !== 'utf-8' || sample.length < sampleBytes) return found
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(path, { highWaterMark: 128 * 1024 }) as AsyncIterable<Buffer>)
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return detectEncoding(chunk)
    }
  return found
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

/** A quotation that begins a value and is still open so many letters later is none. */
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
