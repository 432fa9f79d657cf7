import type { FoundEncoding } from '@learnt/contract/detect-encoding'
import { findLocale } from '@learnt/contract/locales'
import type { TellingRow } from '@learnt/contract/text-encodings'

/** A file of text, and how it is probably to be read. */
export interface TextFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly found: FoundEncoding
}

const place = 'learnt.questions.encoding'

/** Reads a file. Where its encoding is not certain, that of the last file counts, else a guess. */
export async function readTextFile(file: File, language: string): Promise<TextFile> {
  const [bytes, { detectEncoding }] = await Promise.all([
    file.arrayBuffer().then((buffer) => new Uint8Array(buffer)),
    import('@learnt/contract/detect-encoding'),
  ])
  const hints = { language: findLocale(language) ?? 'en', remembered: readKept() }
  return { name: file.name, bytes, found: detectEncoding(bytes, hints) }
}

export function textOf({ bytes }: Pick<TextFile, 'bytes'>, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

const tellingRows = 5

/** The first texts of a file of JSON that have letters outside ASCII, with their lines. */
export function tellingTexts(text: string): TellingRow[] {
  const rows: TellingRow[] = []
  let [line, at] = [1, 0]
  for (const { 0: quoted, index } of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    line += text.slice(at, index).split('\n').length - 1
    at = index
    if (/[\u0080-\uffff]/.test(quoted)) rows.push({ line, cells: [quoted.slice(1, -1).slice(0, 200)] })
    if (rows.length === tellingRows) break
  }
  return rows
}

/** What was chosen for the last file, in this browser; '' for nothing. */
function readKept(): string {
  try {
    return localStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

export function keepEncoding(encoding: string): void {
  try {
    localStorage.setItem(place, encoding)
  } catch {
    // Without a store the next file is guessed again.
  }
}
