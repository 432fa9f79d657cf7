import type { RuntimeDelta } from '@learnt/contract/runtime'

export type Elements = Record<string, string>

/** Texts shorter than this are sent whole. */
const spliceFrom = 500

/**
 * What turns `before` into `after`. `touched` are elements that an unanswered commit changed in between: the server may
 * have either text of them, so they are always sent whole.
 */
export function makeDelta(base: number, before: Elements, after: Elements, touched: ReadonlySet<string>): RuntimeDelta {
  const delta: RuntimeDelta = { base, set: {}, drop: [], splice: [] }
  for (const [element, value] of Object.entries(after)) {
    const old = before[element]
    if (touched.has(element) || old === undefined) delta.set[element] = value
    else if (old !== value) {
      if (value.length < spliceFrom || old.length < spliceFrom || delta.splice.length >= 100) delta.set[element] = value
      else delta.splice.push({ element, ...spliceOf(old, value) })
    }
  }
  for (const element of [...Object.keys(before), ...touched]) {
    if (!(element in after) && !delta.drop.includes(element)) delta.drop.push(element)
  }
  return delta
}

/** Elements in which two snapshots differ. */
export function changedElements(before: Elements, after: Elements): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((element) => before[element] !== after[element])
}

function spliceOf(old: string, value: string): { keepStart: number; keepEnd: number; insert: string } {
  const most = Math.min(old.length, value.length)
  let keepStart = 0
  while (keepStart < most && old[keepStart] === value[keepStart]) keepStart++
  let keepEnd = 0
  while (keepEnd < most - keepStart && old[old.length - 1 - keepEnd] === value[value.length - 1 - keepEnd]) keepEnd++
  return { keepStart, keepEnd, insert: value.slice(keepStart, value.length - keepEnd) }
}
