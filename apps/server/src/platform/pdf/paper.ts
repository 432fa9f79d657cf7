import type { Locale } from '@learnt/contract/locales'

/** A text to be printed, part by part. Plain data, which goes to the thread that draws it. */
export interface Paper {
  readonly locale: Locale
  readonly title: string
  readonly author: string
  /** Of the file: the same paper always gives the same bytes. */
  readonly drawnAt: string
  readonly parts: readonly PaperPart[]
  /** Stands at the end where no installed typeface has a letter; `{letters}` is replaced by them. */
  readonly missing?: string
}

export type PaperPart =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly tone: 'plain' | 'muted' | 'strong' }
  /** What belongs together stands on a light ground. */
  | { readonly kind: 'box'; readonly parts: readonly PaperPart[] }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | {
      readonly kind: 'table'
      /** Widths are shares of the page. */
      readonly columns: readonly { readonly head: string; readonly width: number; readonly isNumber?: boolean }[]
      readonly rows: readonly (readonly string[])[]
      /** Each row has room to be written in by hand. */
      readonly isFilledIn?: boolean
    }
  /** A drawn signature: strokes of x and y by turns, from 0 to 1000 of the width and of the height. */
  | {
      readonly kind: 'strokes'
      readonly strokes: readonly (readonly number[])[]
      /** What a screen reader says in its place. */
      readonly alt: string
    }

/** Letters that a paper may have: setting ten times as many takes a minute and a gigabyte. */
export const paperLetters = 400_000
/** A number of a stroke takes about as much room as so many letters. */
const lettersOfNumber = 2

/**
 * The parts, as far as a paper has room. `left` says in place of what is left out that there is more; a text of which a
 * part fits is cut.
 */
export function cutParts(parts: readonly PaperPart[], left: string, most = paperLetters): PaperPart[] {
  const budget = { letters: most }
  const cut = cutWithin(parts, budget)
  return budget.letters < 0 ? [...cut, { kind: 'text', text: left, tone: 'strong' }] : cut
}

function cutWithin(parts: readonly PaperPart[], budget: { letters: number }): PaperPart[] {
  return parts.flatMap((part): PaperPart[] => {
    if (budget.letters < 0) return []
    if (part.kind === 'box') return [{ ...part, parts: cutWithin(part.parts, budget) }]
    const before = budget.letters
    budget.letters -= lettersOf(part)
    if (budget.letters >= 0) return [part]
    return part.kind === 'text' && before > 0
      ? [{ ...part, text: `${part.text.slice(0, before).toWellFormed()} …` }]
      : []
  })
}

/** With a few for each part: many short ones take room as well. */
function lettersOf(part: Exclude<PaperPart, { kind: 'box' }>): number {
  const sum = (texts: readonly string[]) => texts.reduce((letters, text) => letters + text.length + 10, 10)
  switch (part.kind) {
    case 'heading':
    case 'text':
      return sum([part.text])
    case 'facts':
      return sum(part.rows.flat())
    case 'table':
      return sum(part.rows.flat())
    case 'strokes':
      return part.strokes.reduce((letters, stroke) => letters + stroke.length * lettersOfNumber, 10)
  }
}
