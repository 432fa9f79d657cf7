import type { SlideBlock } from '@learnt/contract/files'
import { limits } from './limits.ts'
import { writeGeneral } from './number-formats.ts'
import { allBelow, childOf, childrenOf, findBelow, type XmlNode } from './xml-tree.ts'

const mostSeries = 50

/** The figures of a chart as the file keeps them beside it, whatever drew them. */
export function writeChart(tree: XmlNode): Extract<SlideBlock, { kind: 'chart' }> | null {
  const chart = findBelow(tree, 'chartSpace', 'chart')
  const rows = [...allBelow(childOf(chart, 'plotArea'), 'ser')].slice(0, mostSeries)
  if (rows.length === 0) return null
  const title = [...allBelow(childOf(chart, 'title'), 't')].map((node) => node.text).join('')
  const room = Math.max(1, Math.floor(limits.chartValues / rows.length))
  const series = rows.map((row) => ({
    name: readPoints(childOf(row, 'tx'), 1).join(''),
    // A chart of points has an x and a y.
    values: readPoints(childOf(row, 'val') ?? childOf(row, 'yVal'), room).map(writeFigure),
  }))
  const categories = readPoints(childOf(rows[0], 'cat') ?? childOf(rows[0], 'xVal'), room)
  const count = Math.max(categories.length, ...series.map((one) => one.values.length))
  return {
    kind: 'chart',
    title: title.slice(0, 500),
    categories: Array.from({ length: count }, (_, at) => categories[at] ?? String(at + 1)),
    series: series.map((one) => ({ ...one, values: Array.from({ length: count }, (_, at) => one.values[at] ?? '') })),
  }
}

/** The points of a cache by their numbers; some have gaps. */
function readPoints(holder: XmlNode | undefined, room: number): string[] {
  const levels = [...allBelow(holder, 'lvl')]
  // Categories of several levels: the innermost comes first.
  const points = levels[0] ? childrenOf(levels[0], 'pt') : [...allBelow(holder, 'pt')]
  const found: string[] = []
  for (const point of points) {
    const at = Number(point.attributes.idx ?? found.length)
    if (!(Number.isInteger(at) && at >= 0 && at < room)) continue
    while (found.length < at) found.push('')
    found[at] = (childOf(point, 'v')?.text ?? '').slice(0, 200)
  }
  if (found.length === 0) return childrenOf(holder, 'v').map((node) => node.text.slice(0, 200))
  return found
}

function writeFigure(text: string): string {
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? text : writeGeneral(value)
}
