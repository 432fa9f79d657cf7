import type { DocumentOutline } from '@learnt/contract/files'
import { limits } from './limits.ts'
import { DocumentUnreadable } from './unreadable.ts'

/** A picture of a document as it was stored. */
export interface StoredPicture {
  readonly fileId: string
  readonly width: number
  readonly height: number
}

/** Where parts and pictures go. Each promise resolves when there is room for the next. */
export interface Sink {
  parts(bodies: string[]): Promise<void>
  /** Null for what no browser shows. */
  picture(bytes: Uint8Array): Promise<StoredPicture | null>
}

/** What a reader knows at its end; the parts were counted on the way. */
export type ReadOutline = Partial<
  Pick<DocumentOutline, 'pages' | 'slides' | 'sheets' | 'isCut' | 'encoding' | 'encodingBasis' | 'telling'>
>

/** What of a document its text does not carry. */
export const losses = [
  'pictures',
  'charts',
  'diagrams',
  'formulas',
  'objects',
  'comments',
  'innerLinks',
  'headersAndFooters',
  'colors',
  'end',
] as const
export type Loss = (typeof losses)[number]

/** What was read of a document. */
export interface Reading {
  readonly outline: Omit<DocumentOutline, 'state' | 'kind' | 'reason'>
  readonly text: string
  /** How many of each; only where it was asked for. */
  readonly lost: Partial<Record<Loss, number>>
}

const batchBytes = 512 * 1024

/** Takes the parts of one document in order, hands them on in batches and keeps its words. */
export class Output {
  #sink: Sink
  #batch: string[] = []
  #batchLength = 0
  #stored = 0
  #parts = 0
  #pictures = 0
  #words = 0
  #text: string[] = []
  #textLength = 0
  readonly #lost: Partial<Record<Loss, number>> = {}

  constructor(sink: Sink) {
    this.#sink = sink
  }

  get partCount(): number {
    return this.#parts
  }

  /** True when the database has been given as much as it takes of one document. */
  get isFull(): boolean {
    return this.#stored > limits.preparedBytes
  }

  lose(what: Loss, count = 1): void {
    this.#lost[what] = (this.#lost[what] ?? 0) + count
  }

  async part(body: string): Promise<void> {
    this.#parts++
    this.#stored += body.length
    this.#batch.push(body)
    this.#batchLength += body.length
    if (this.#batchLength > batchBytes) await this.#flush()
  }

  async picture(bytes: Uint8Array): Promise<StoredPicture | null> {
    if (bytes.length > limits.pictureBytes || this.#pictures >= limits.pictures) return null
    this.#pictures++
    return this.#sink.picture(bytes)
  }

  text(piece: string): void {
    if (piece === '') return
    this.#words += countWords(piece)
    const room = limits.textLength - this.#textLength
    if (room <= 0) return
    this.#text.push(piece.slice(0, room))
    this.#textLength += piece.length + 1
  }

  async finish(outline: ReadOutline): Promise<Reading> {
    await this.#flush()
    if (this.#parts === 0 && outline.pages === undefined) throw new DocumentUnreadable('empty')
    return {
      outline: {
        parts: this.#parts,
        words: this.#words,
        pages: outline.pages ?? null,
        slides: outline.slides ?? 0,
        sheets: outline.sheets ?? [],
        isCut: outline.isCut ?? false,
        encoding: outline.encoding ?? '',
        encodingBasis: outline.encodingBasis ?? 'found',
        telling: outline.telling ?? [],
      },
      // PostgreSQL keeps no NUL, and half of a pair is no letter.
      text: this.#text.join('\n').replaceAll('\0', '').toWellFormed(),
      lost: this.#lost,
    }
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return
    const batch = this.#batch
    this.#batch = []
    this.#batchLength = 0
    await this.#sink.parts(batch)
  }
}

/** Roughly: runs of anything but spaces. It decides how long reading takes, no more. */
function countWords(text: string): number {
  let words = 0
  let inWord = false
  for (let at = 0; at < text.length; at++) {
    const isSpace = text.charCodeAt(at) <= 32
    if (!isSpace && !inWord) words++
    inWord = !isSpace
  }
  return words
}
