import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure, Options } from './bench.ts'
import { rounded } from './measure.ts'

export interface Results {
  readonly at: string
  readonly figures: readonly (Figure & { at: string; rounds: number; load: readonly number[] })[]
  readonly seed: number
  readonly sizes: readonly { people: number; courses: number; records: number }[]
  readonly options: Options
  readonly node: string
  readonly machine: string
}

/** Null without a target. */
export function isMet(figure: Figure): boolean | null {
  if (figure.atMost !== undefined) return figure.value <= figure.atMost
  if (figure.atLeast !== undefined) return figure.value >= figure.atLeast
  return null
}

export function showFigure(figure: Figure): string {
  const met = isMet(figure)
  const beside = Object.entries(figure.beside).map(([name, value]) => `\n      ${name}: ${value}`)
  return `  ${met === null ? ' ' : met ? '✓' : '✗'} ${figure.id.padEnd(22)} ${valueText(figure)}  (${wishOf(figure)})  ${figure.what}${beside.join('')}`
}

/** Compares with other results: whether a figure changed by more than both ranges explain. */
export function compareWith(before: Results, figures: readonly Figure[]): string[] {
  const lines = [`\nSince ${before.at}:`]
  for (const figure of figures) {
    const old = before.figures.find((one) => one.id === figure.id)
    if (!old) continue
    const overlap =
      figure.low !== undefined && figure.high !== undefined && old.low !== undefined && old.high !== undefined
        ? figure.low <= old.high && old.low <= figure.high
        : null
    const change = `${old.value} → ${figure.value} ${figure.unit}`
    lines.push(`  ${figure.id.padEnd(22)} ${change}${overlap === false ? '  CHANGED' : ''}`)
  }
  return lines
}

const first = '<!-- figures: written by npm run bench -- --document -->'
const last = '<!-- end of figures -->'

/**
 * Puts the table into docs/performance.md between its marks; the text around it is written by hand. Lines without a new
 * figure stay with a mark, because they are from another machine or day.
 */
export function writeDocument(results: Results): void {
  const file = join(import.meta.dirname, '../docs/performance.md')
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(first), text.indexOf(last)]
  if (from < 0 || to < 0) throw new Error(`${file} has lost its marks: ${first} and ${last}`)
  writeFileSync(
    file,
    `${text.slice(0, from + first.length)}\n\n${tableOf(results, text.slice(from, to))}\n${text.slice(to)}`,
  )
}

const earlier = '†'

function tableOf({ figures, ...results }: Results, before: string): string {
  const order = (line: string) => Number(/ S(\d+) \|/.exec(line)?.[1] ?? 99)
  const nameOf = (line: string) =>
    line
      .split(' | ')
      .slice(0, 2)
      .join(' | ')
      .replace(/^\|[ ✓✗†]*/, '')
  const lines = figures.map(lineOf)
  const known = new Set(lines.map(nameOf))
  const kept = before
    .split('\n')
    .filter((line) => /^\|[ ✓✗†]* S\d+ \|/.test(line) && !known.has(nameOf(line)))
    .map((line) => line.replace(/^\|(?: †)?/, `| ${earlier}`))
  const loads = figures.flatMap((figure) => figure.load)
  const sizes = results.sizes.map(
    (size) => `${count(size.people)} people with ${count(size.courses)} courses and ${count(size.records)} assignments`,
  )
  return [
    `Node ${results.node}, ${results.machine}. Seed ${results.seed}. Tenants side by side in one database: ${sizes.join('; ')}.`,
    `Rounds of ${results.options.seconds} s with ${results.options.clients} clients. Load of the machine while measuring: ${rounded(Math.min(...loads), 2)} to ${rounded(Math.max(...loads), 2)}; the bench itself is two to three of it.`,
    '',
    '| | what | wished for | found | 95 % | beside |',
    '|---|---|---|---|---|---|',
    ...[...lines, ...kept].toSorted((a, b) => order(a) - order(b)),
    '',
    ...(kept.length > 0 ? [`${earlier} Measured earlier, on a machine or a day that is not named above.`, ''] : []),
  ].join('\n')
}

function lineOf(figure: Figure): string {
  const met = isMet(figure)
  const range = figure.low === undefined ? '' : `${figure.low} to ${figure.high}`
  const beside = Object.entries(figure.beside).map(([name, value]) => `${name}: ${value}`)
  return `| ${met === false ? '✗' : met ? '✓' : ''} ${figure.goal} | ${figure.what} | ${wishOf(figure)} | ${figure.value} ${figure.unit} | ${range} | ${beside.join('; ')} |`
}

function valueText(figure: Figure): string {
  const range = figure.low === undefined ? '' : ` (${figure.low} to ${figure.high})`
  return `${figure.value} ${figure.unit}${range}`.trim()
}

function wishOf(figure: Figure): string {
  if (figure.atMost !== undefined) return `at most ${figure.atMost} ${figure.unit}`.trim()
  if (figure.atLeast !== undefined) return `at least ${figure.atLeast} ${figure.unit}`.trim()
  return ''
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
