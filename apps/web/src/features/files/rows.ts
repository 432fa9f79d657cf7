import type { SheetOutline } from '@learnt/contract/files'

/** The part, counted within the sheet, that a row belongs to; null for empty rows before the first. */
export function partOfRow({ starts }: Pick<SheetOutline, 'starts'>, row: number): number | null {
  let low = 0
  let high = starts.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= row) low = middle + 1
    else high = middle - 1
  }
  return high < 0 ? null : high
}

/** A, B … Z, AA, AB … as spreadsheets call columns. */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** Names of columns rather than values: words in nearly every column. */
export function isHeader(row: readonly string[], columns: number): boolean {
  const filled = row.filter((cell) => cell !== '')
  return columns > 1 && filled.length >= columns * 0.6 && filled.every((cell) => !/^[-+(]?\s?\d/.test(cell))
}

/** Tables in Arabic or Hebrew begin at the right, whatever the language of the page around them. */
export function directionOfRow(row: readonly string[]): 'ltr' | 'rtl' {
  const first = /\p{L}/u.exec(row.join(' '))?.[0] ?? ''
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(first) ? 'rtl' : 'ltr'
}
