import { createHash } from 'node:crypto'
import type pg from 'pg'
import { camelCase } from './names.ts'
import { type Parser, parserOf, toWire, type WireValue } from './values.ts'

export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface StatementResult {
  /** Keys in camelCase. */
  readonly rows: Record<string, unknown>[]
  /** Rows touched or returned, null where the command has no count. */
  rowCount: number | null
  /** INSERT, SELECT, COMMIT, ROLLBACK, ... */
  command: string | null
}

export interface FlushOptions {
  /** Run first, their rows dropped: the tenant's binding, BEGIN. */
  readonly before?: readonly Statement[]
  /** Send every statement unnamed, for a pooler that moves transactions between connections. */
  readonly unnamed?: boolean
}

/**
 * Statements written to one connection in one go, with a single Sync behind them: one round trip, and outside an open
 * transaction one implicit transaction that commits at the Sync and is undone whole by the first error.
 *
 * It is a node-postgres submittable: `client.query(flush)`, then await `flush.done`. It deliberately has no `name` and
 * no `text`: node-postgres would keep its own book of prepared statements on them.
 */
export class Flush implements pg.Submittable {
  readonly done: Promise<StatementResult[]>
  /** Of the statements that completed, in order. After an error those before the failed one, although undone. */
  readonly results: StatementResult[] = []
  /** False until the first byte is written: an error while it is false has touched nothing. */
  sent = false
  callback: (error: unknown, results?: StatementResult[]) => void

  readonly #before: readonly Statement[]
  readonly #statements: readonly Statement[]
  readonly #unnamed: boolean
  #steps: Step[] = []
  #at = 0
  #parsed: string[] = []
  #unreadable: { error: unknown; at: number } | null = null

  constructor(statements: readonly Statement[], { before = [], unnamed = false }: FlushOptions = {}) {
    this.#before = before
    this.#statements = statements
    this.#unnamed = unnamed
    this.callback = ignore
    this.done = new Promise((resolve, reject) => {
      this.callback = (error, results) => (results === undefined ? reject(error) : resolve(results))
    })
  }

  /** Index of the statement that is running or failed; negative while still among those that run before. */
  get position(): number {
    return this.#at - this.#before.length
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as WireConnection
    // Every value is serialised before the first byte is written: a throw half-way would leave statements that are
    // already sent in front of the next Sync, and so commit half.
    const all = [...this.#before, ...this.#statements]
    const values: WireValue[][] = []
    try {
      for (this.#at = 0; this.#at < all.length; this.#at++) values.push(serialise(all[this.#at]?.values))
    } catch (error) {
      return error as Error
    }
    this.#at = 0
    this.sent = true
    const book = bookOf(wire)
    wire.stream.cork?.()
    try {
      for (const name of book.uncertain) wire.close({ type: 'S', name }) // closing an unknown statement is no error
      book.uncertain.clear()
      all.forEach((statement, i) => {
        const hidden = i < this.#before.length
        this.#send(
          wire,
          book,
          statement.text,
          values[i] ?? [],
          hidden ? null : { rows: [], rowCount: null, command: null },
        )
      })
      wire.sync()
    } finally {
      wire.stream.uncork?.()
    }
    return null
  }

  #send(wire: WireConnection, book: Book, text: string, values: WireValue[], result: StatementResult | null): void {
    if (this.#unnamed) {
      wire.parse({ name: '', text })
      wire.bind({ statement: '', values })
      if (result !== null) wire.describe({ type: 'P', name: '' })
      wire.execute()
      this.#steps.push({ prepared: { shape: null }, result })
      return
    }
    const name = statementName(text)
    let prepared = book.ready.get(name)
    if (prepared === undefined) {
      if (book.ready.size >= STATEMENTS_PER_CONNECTION) {
        const [oldest] = book.ready.keys()
        if (oldest !== undefined) {
          book.ready.delete(oldest)
          wire.close({ type: 'S', name: oldest })
        }
      }
      wire.parse({ name, text })
      wire.describe({ type: 'S', name })
      prepared = { shape: null }
      this.#parsed.push(name)
    } else {
      book.ready.delete(name) // and back in as the most recent
    }
    book.ready.set(name, prepared)
    wire.bind({ statement: name, values })
    wire.execute()
    this.#steps.push({ prepared, result })
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const step = this.#steps[this.#at]
    if (step === undefined) return
    const names = fields.map((field) => camelCase(field.name))
    step.prepared.shape = {
      names,
      parsers: fields.map((field) => parserOf(field.dataTypeID)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const step = this.#steps[this.#at]
    if (step === undefined || step.result === null || this.#unreadable !== null) return
    const shape = step.prepared.shape
    if (shape === null) {
      this.#unreadable = { error: new Error('The database sent a row before its description'), at: this.#at }
      return
    }
    try {
      const row: Record<string, unknown> = { ...shape.empty }
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i]
        if (text !== null && text !== undefined) row[shape.names[i] as string] = (shape.parsers[i] as Parser)(text)
      }
      step.result.rows.push(row)
    } catch (error) {
      this.#unreadable = { error, at: this.#at }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const result = this.#steps[this.#at]?.result
    if (result) {
      const space = text.indexOf(' ')
      result.command = space < 0 ? text : text.slice(0, space)
      const count = Number(text.slice(text.lastIndexOf(' ') + 1))
      if (space > 0 && Number.isInteger(count)) result.rowCount = count
    }
    this.#next(result)
  }

  handleEmptyQuery(): void {
    this.#next(this.#steps[this.#at]?.result)
  }

  #next(result: StatementResult | null | undefined): void {
    if (result) this.results.push(result)
    this.#at++
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: pg.Connection): void {
    ;(connection as unknown as WireConnection).sendCopyFail('COPY cannot share a flush with other statements')
  }

  handleCopyData(): void {}

  handleError(error: Error & { code?: string }, connection?: pg.Connection): void {
    if (connection) {
      const book = bookOf(connection as unknown as WireConnection)
      // 26000: someone said DEALLOCATE or DISCARD ALL. 0A000: a table changed under a cached result type. Either way
      // nothing known about this connection's statements is still right.
      const all = error.code === '26000' || error.code === '0A000'
      for (const name of all ? [...book.ready.keys()] : this.#parsed) {
        book.ready.delete(name)
        book.uncertain.add(name)
      }
    }
    const finish = this.callback
    this.callback = ignore
    finish(error)
  }

  handleReadyForQuery(): void {
    const finish = this.callback
    this.callback = ignore
    if (this.#unreadable === null) {
      finish(null, this.results)
      return
    }
    this.#at = this.#unreadable.at
    this.results.length = Math.max(0, this.position)
    finish(this.#unreadable.error)
  }
}

/** True when nothing but the connection's memory of a statement was wrong, so that sending it again can help. */
export function isStaleStatement(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  // 0A000 is also "not supported" for good; only the plan cache's own complaint goes away by parsing anew
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

interface Step {
  readonly prepared: Prepared
  /** null for a statement whose rows nobody asked for. */
  readonly result: StatementResult | null
}

interface Prepared {
  /** Known once the first execution on this connection was described. */
  shape: { names: string[]; parsers: Parser[]; empty: Record<string, null> } | null
}

/** What one connection has prepared: `ready` in order of last use, `uncertain` where the outcome of Parse is unknown. */
interface Book {
  readonly ready: Map<string, Prepared>
  readonly uncertain: Set<string>
}

/** The part of node-postgres' connection that a flush writes to. */
interface WireConnection {
  readonly stream: { cork?(): void; uncork?(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: WireValue[] }): void
  describe(message: { type: 'S' | 'P'; name: string }): void
  execute(): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
  sendCopyFail(message: string): void
}

const STATEMENTS_PER_CONNECTION = 400
const NAMES = 5_000
const PARAMETERS = 65_535 // the protocol counts them in 16 bits, and the driver would wrap around in silence

const books = new WeakMap<object, Book>()
const names = new Map<string, string>()
const ignore = (): void => {}

function bookOf(connection: object): Book {
  let book = books.get(connection)
  if (book === undefined) {
    book = { ready: new Map(), uncertain: new Set() }
    books.set(connection, book)
  }
  return book
}

// A hash of the text, so that a name that outlives us behind a pooler can only mean the same SQL.
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `q${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
    if (names.size >= NAMES) {
      const [oldest] = names.keys()
      if (oldest !== undefined) names.delete(oldest)
    }
    names.set(text, name)
  }
  return name
}

function serialise(values: readonly unknown[] = []): WireValue[] {
  if (values.length > PARAMETERS) throw new RangeError(`${values.length} parameters; a statement takes ${PARAMETERS}`)
  return values.map(toWire)
}
