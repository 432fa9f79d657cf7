import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'

/** The parts of an archive, by name. */
export async function readParts(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(piece as Buffer)
    parts.set(entry.fileName, Buffer.concat(pieces).toString('utf8'))
  }
  return parts
}

interface SheetCell {
  /** `inlineStr`, `b`, `n` for a number, null for an empty cell. */
  type: string | null
  style: string | null
  value: string
}

/** Reads the only sheet of a workbook with an XML parser that refuses malformed XML, as spreadsheet programs do. */
export async function readWorkbook(bytes: Buffer): Promise<{ rows: SheetCell[][]; sheet: string }> {
  const parts = await readParts(bytes)
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const rows: SheetCell[][] = []
  let cell: SheetCell | null = null
  for (const [name, text] of parts) {
    const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
    parser.on('error', (error) => {
      throw error
    })
    if (name === 'xl/worksheets/sheet1.xml') {
      parser.on('opentag', ({ name: tag, attributes }) => {
        if (tag === 'f') throw new Error('There is a formula')
        if (tag === 'row') rows.push([])
        if (tag === 'c') {
          const fresh: SheetCell = { type: attributes.t ?? null, style: attributes.s ?? null, value: '' }
          rows.at(-1)?.push(fresh)
          cell = fresh
        }
        if (tag === 'v' && cell) cell.type ??= 'n'
      })
      parser.on('text', (piece) => {
        if (cell) cell.value += piece
      })
      parser.on('closetag', ({ name: tag }) => {
        if (tag === 'c') cell = null
      })
    }
    parser.write(text).close()
  }
  return { rows, sheet }
}
