import type { RuntimeDelta } from './runtime.ts'

// No zod here: the player loads this before the learner's package.

/** The data model of one item, element by element; empty ones are left out. */
export type Elements = Record<string, string>

/** Texts shorter than this are sent whole. */
const spliceFrom = 500

/**
 * What turns `base`, which the server has acknowledged, into `now`. `unanswered` are snapshots that were sent since: the
 * server may have any of them instead. A text that is the same in all of them as in `base` or in `now` can still be sent
 * as a splice, because a splice says which text it was made for.
 */
export function makeDelta(
  seq: number,
  base: Elements,
  now: Elements,
  unanswered: readonly Elements[] = [],
): RuntimeDelta {
  const delta: RuntimeDelta = { base: seq, set: {}, drop: [], splice: [] }
  const all = new Set([base, now, ...unanswered].flatMap((elements) => Object.keys(elements)))
  for (const element of all) {
    const old = base[element]
    const value = now[element]
    const between = unanswered.map((elements) => elements[element])
    if (old === value && between.every((text) => text === value)) continue
    if (value === undefined) delta.drop.push(element)
    else if (
      old !== undefined &&
      between.every((text) => text === old || text === value) &&
      isWorthSplicing(old, value, delta)
    ) {
      delta.splice.push({ element, from: markOf(old), to: markOf(value), ...spliceOf(old, value) })
    } else delta.set[element] = value
  }
  return delta
}

/** The elements after a delta; null when it was made for another text than the one that stands. */
export function applyDelta(before: Elements, delta: RuntimeDelta): Elements | null {
  const after: Elements = { ...before, ...delta.set }
  for (const { element, from, to, keepStart, keepEnd, insert } of delta.splice) {
    const text = before[element] ?? ''
    if (isMarked(text, to)) continue
    if (!isMarked(text, from) || keepStart + keepEnd > text.length) return null
    after[element] = text.slice(0, keepStart) + insert + text.slice(text.length - keepEnd)
  }
  for (const element of delta.drop) delete after[element]
  return after
}

function isWorthSplicing(old: string, value: string, delta: RuntimeDelta): boolean {
  return old.length >= spliceFrom && value.length >= spliceFrom && delta.splice.length < 100
}

function spliceOf(old: string, value: string): { keepStart: number; keepEnd: number; insert: string } {
  const most = Math.min(old.length, value.length)
  let keepStart = 0
  while (keepStart < most && old[keepStart] === value[keepStart]) keepStart++
  let keepEnd = 0
  while (keepEnd < most - keepStart && old[old.length - 1 - keepEnd] === value[value.length - 1 - keepEnd]) keepEnd++
  return { keepStart, keepEnd, insert: value.slice(keepStart, value.length - keepEnd) }
}

interface Mark {
  length: number
  sum: number
}

/** Enough to tell two versions of one text apart (FNV-1a); nothing rests on it being hard to forge. */
function markOf(text: string): Mark {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return { length: text.length, sum: sum >>> 0 }
}

function isMarked(text: string, mark: Mark): boolean {
  return text.length === mark.length && markOf(text).sum === mark.sum
}
