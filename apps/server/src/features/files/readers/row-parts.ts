import type { SheetOutline } from '@learnt/contract/files'
import { limits } from './limits.ts'
import type { Output } from './output.ts'

/** Letters: narrower and wider columns are made so wide. */
const narrowest = 4
const widest = 40
/** Rows that decide how wide columns are. */
const measuredRows = 1000

/** Makes parts of the rows of one sheet. */
export class RowParts {
  readonly #output: Output
  readonly #name: string
  readonly #firstPart: number
  readonly #starts: number[] = []
  readonly #widths: number[] = []
  readonly #numbers: number[] = []
  readonly #filled: number[] = []
  #rows: string[][] = []
  #start = 0
  #bytes = 0
  #count = 0
  #last = 0
  #isCut = false

  constructor(output: Output, name: string) {
    this.#output = output
    this.#name = name
    this.#firstPart = output.partCount
  }

  /** Takes the row with this index, which is higher than the last one's. `isNumber`: by column. False: no more. */
  async add(index: number, cells: string[], isNumber: readonly boolean[]): Promise<boolean> {
    if (index >= limits.rows || this.#output.isFull) {
      this.#isCut = true
      return false
    }
    let length = cells.length
    while (length > 0 && !cells[length - 1]) length--
    if (length === 0) return true
    if (length > limits.columns) {
      this.#isCut = true
      length = limits.columns
    }
    const row: string[] = new Array(length)
    for (let column = 0; column < length; column++) {
      const cell = cells[column] ?? ''
      row[column] = cell
      this.#bytes += cell.length + 3
      if (cell === '') continue
      this.#filled[column] = (this.#filled[column] ?? 0) + 1
      if (isNumber[column]) this.#numbers[column] = (this.#numbers[column] ?? 0) + 1
      if (this.#count < measuredRows)
        this.#widths[column] = Math.max(this.#widths[column] ?? narrowest, Math.min(widest, longestLine(cell)))
    }
    this.#count++
    // Rows that are far away from the last ones begin a part: the empty ones between need none.
    if (this.#rows.length > 0 && index - this.#start >= limits.rowsPerPart) await this.#end()
    if (this.#rows.length === 0) this.#start = index
    while (this.#rows.length < index - this.#start) this.#rows.push([])
    this.#rows.push(row)
    this.#last = index + 1
    if (this.#rows.length >= limits.rowsPerPart || this.#bytes > limits.partBytes) await this.#end()
    return true
  }

  /** There is more that was not even looked at. */
  cut(): void {
    this.#isCut = true
  }

  async finish(): Promise<SheetOutline> {
    await this.#end()
    const columns = this.#filled.length
    return {
      name: this.#name,
      rows: this.#last,
      columns,
      firstPart: this.#firstPart,
      starts: this.#starts,
      widths: Array.from({ length: columns }, (_, column) => this.#widths[column] ?? narrowest),
      numeric: Array.from({ length: columns }, (_, column) => column).filter(
        (column) => (this.#numbers[column] ?? 0) * 2 > (this.#filled[column] ?? 0),
      ),
      isCut: this.#isCut,
    }
  }

  async #end(): Promise<void> {
    if (this.#rows.length === 0) return
    const rows = this.#rows
    this.#starts.push(this.#start)
    this.#rows = []
    this.#bytes = 0
    for (const row of rows) if (row.length > 0) this.#output.text(row.filter((cell) => cell !== '').join(' '))
    await this.#output.part(JSON.stringify({ kind: 'sheets', rows }))
  }
}

/** Cut to what a table shows, without what PostgreSQL keeps in no text. */
export function cellText(text: string): string {
  const short = text.length > limits.cellLength ? `${text.slice(0, limits.cellLength - 1)}…` : text
  return short.includes('\0') ? short.replaceAll('\0', '') : short
}

function longestLine(text: string): number {
  if (!text.includes('\n')) return text.length
  return Math.max(...text.split('\n').map((line) => line.length))
}
