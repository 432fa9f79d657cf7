import type pg from 'pg'

/** Rows travel in pieces of about this size. */
const PIECE_BYTES = 256 * 1024

interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
  readonly stream: {
    pause(): void
    resume(): void
    readonly writableNeedDrain: boolean
    once(event: 'drain' | 'close', then: () => void): void
    off(event: 'drain' | 'close', then: () => void): void
  }
}

/** What a connection says to the query in hand, COPY's words among them. */
abstract class Conversation implements pg.Submittable {
  protected wire: Wire | undefined
  protected rows = 0
  readonly #sql: string

  constructor(sql: string) {
    this.#sql = sql
  }

  submit(connection: pg.Connection): void {
    this.wire = connection as unknown as Wire
    this.wire.query(this.#sql)
  }

  // Statements in front of the COPY, like the tenant's binding, answer with rows that nobody wants.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(_message: { chunk: Buffer }): void {}
  handleCopyInResponse(): void {}

  handleCommandComplete(message: { text: string }): void {
    const copied = /^COPY (\d+)$/.exec(message.text)
    if (copied) this.rows = Number(copied[1])
  }

  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void
}

/**
 * The rows of `... copy (...) to stdout` as they come, in the form that it names. Answers their number at the end.
 * `lineEnd` stands after each row; COPY's own is a line feed.
 */
export async function* copyOut(client: pg.Client, sql: string, lineEnd = '\n'): AsyncGenerator<Buffer, number> {
  const talk = new CopyOut(sql, lineEnd)
  client.query(talk)
  try {
    for (;;) {
      const piece = await talk.next()
      if (piece === null) return talk.count
      yield piece
    }
  } finally {
    talk.abandon()
  }
}

class CopyOut extends Conversation {
  readonly #pieces: Buffer[] = []
  #half: Buffer = Buffer.allocUnsafe(PIECE_BYTES)
  #filled = 0
  #done = false
  #error: Error | null = null
  #paused = false
  #abandoned = false
  #wake: (() => void) | null = null
  readonly #isCrLf: boolean

  constructor(sql: string, lineEnd: string) {
    super(sql)
    this.#isCrLf = lineEnd === '\r\n'
  }

  get count(): number {
    return this.rows
  }

  async next(): Promise<Buffer | null> {
    for (;;) {
      const piece = this.#pieces.shift()
      if (piece !== undefined) return piece
      if (this.#error) throw this.#error
      if (this.#done) return null
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#goOn()
      await woken
    }
  }

  /** What still comes is read and thrown away, so that the connection can be used again. */
  abandon(): void {
    this.#abandoned = true
    this.#pieces.length = 0
    this.#goOn()
  }

  // NOTE: the chunk is a window into a buffer that the connection fills anew: it is copied at once.
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length + 1 > this.#half.length) this.#cut()
    if (chunk.length + 1 > this.#half.length) this.#give(this.#isCrLf ? withCrLf(chunk) : Buffer.from(chunk))
    else {
      this.#filled += chunk.copy(this.#half, this.#filled)
      if (this.#isCrLf) this.#filled = putCrLf(this.#half, this.#filled)
    }
  }

  handleError(error: Error): void {
    this.#error = error
    this.#wake?.()
  }

  handleReadyForQuery(): void {
    this.#cut()
    this.#done = true
    this.#wake?.()
  }

  #cut(): void {
    if (this.#filled === 0) return
    const full = this.#half.subarray(0, this.#filled)
    this.#half = Buffer.allocUnsafe(PIECE_BYTES)
    this.#filled = 0
    this.#give(full)
  }

  #goOn(): void {
    if (!this.#paused) return
    this.#paused = false
    this.wire?.stream.resume()
  }

  #give(piece: Buffer): void {
    if (this.#abandoned) return
    this.#pieces.push(piece)
    if (this.#pieces.length > 8 && !this.#paused) {
      this.#paused = true
      this.wire?.stream.pause()
    }
    this.#wake?.()
  }
}

/** In place of the line feed that stands before `end`; answers the new end. */
function putCrLf(buffer: Buffer, end: number): number {
  buffer[end - 1] = 13
  buffer[end] = 10
  return end + 1
}

function withCrLf(row: Buffer): Buffer {
  const longer = Buffer.allocUnsafe(row.length + 1)
  row.copy(longer)
  putCrLf(longer, row.length)
  return longer
}

/** Sends rows in COPY's text form to `copy ... from stdin`; answers how many were taken. */
export async function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  const talk = new CopyIn(sql)
  client.query(talk)
  await talk.open
  try {
    for await (const piece of source) await talk.send(piece)
  } catch (error) {
    talk.giveUp()
    throw error
  }
  return talk.finish()
}

class CopyIn extends Conversation {
  readonly open: Promise<void>
  readonly #ended: Promise<void>
  #opened: () => void = () => {}
  #closed: () => void = () => {}
  #error: Error | null = null

  constructor(sql: string) {
    super(sql)
    this.open = new Promise((resolve) => {
      this.#opened = resolve
    })
    this.#ended = new Promise((resolve) => {
      this.#closed = resolve
    })
  }

  override handleCopyInResponse(): void {
    this.#opened()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#opened()
    // A broken connection says no more.
    if (!('severity' in error)) this.#closed()
  }

  handleReadyForQuery(): void {
    this.#opened()
    this.#closed()
  }

  async send(piece: Buffer): Promise<void> {
    if (this.#error) throw this.#error
    const { stream } = this.wire as Wire
    this.wire?.sendCopyFromChunk(piece)
    if (!stream.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const go = () => {
        stream.off('drain', go)
        stream.off('close', go)
        resolve()
      }
      stream.once('drain', go)
      stream.once('close', go)
    })
  }

  giveUp(): void {
    if (!this.#error) this.wire?.sendCopyFail('given up')
  }

  async finish(): Promise<number> {
    if (!this.#error) this.wire?.endCopyFrom()
    await this.#ended
    if (this.#error) throw this.#error
    return this.rows
  }
}
