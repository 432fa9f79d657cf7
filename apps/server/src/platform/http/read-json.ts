import { ProblemError } from '../problem.ts'

/** Levels that a body may be nested, and values that it may have; the longest draft of a course has a fifth of them. */
const most = { depth: 100, values: 50_000 }

/** Reads a body; undefined for an empty one. What would take long to build and check is refused before either. */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  if (isTooMuch(text)) throw new ProblemError('too-large', { detail: 'problem.tooManyValues' })
  try {
    return JSON.parse(text)
  } catch {
    throw new ProblemError('invalid-input', { status: 400, detail: 'problem.notJson' })
  }
}

/** Counts brackets and commas outside of texts, in one pass and without building anything. */
function isTooMuch(text: string): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfText(text, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > most.depth) return true
        values++
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case 0x2c: // ,
        values++
        break
    }
    if (values > most.values) return true
  }
  return false
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === 0x5c) before--
    // An even number of backslashes before it: they mean each other, and it ends here.
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}
