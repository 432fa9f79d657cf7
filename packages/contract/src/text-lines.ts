// How a text is broken into lines: shared by the designer of certificates and the server, which writes the PDF. Without
// schemas, for the pages.

/** How wide a text is, in shares of the size of the type. */
export type Measure = (text: string) => number

/** Scripts that are written without spaces between words: their languages have dictionaries in every JavaScript. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter('und', { granularity: 'word' })
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The lines of a text, each at most as wide. Null: a word is wider than a line and may not be broken. Paragraphs end at line
 * feeds; spaces at the end of a line are dropped.
 */
export function linesOf(
  text: string,
  width: number,
  measure: Measure,
  { breaksWords }: { breaksWords: boolean },
): string[] | null {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n?|\n/)) {
    let line = ''
    for (const piece of piecesOf(paragraph)) {
      if (line !== '' && fits(line + piece)) {
        line += piece
        continue
      }
      if (line !== '') lines.push(line.trimEnd())
      line = piece
      if (fits(line)) continue
      if (!breaksWords) return null
      const broken = breakWord(line, width, measure)
      line = broken.pop() ?? ''
      lines.push(...broken)
    }
    lines.push(line.trimEnd())
  }
  return lines

  function fits(one: string): boolean {
    return measure(one.trimEnd()) <= width
  }
}

/** What may stand at the end of a line: a word with the spaces behind it. Hyphens end one too. */
function piecesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[ \t\u2000-\u200a\u3000]|[\p{L}\p{N}][-\u2010\u2013/])(?=[^ \t\u2000-\u200a\u3000])/u)
    .flatMap((word) => {
      if (!unspaced.test(word)) return [word]
      const pieces: string[] = []
      // Signs stay with the word before them.
      for (const { segment, isWordLike } of words.segment(word))
        if (isWordLike || pieces.length === 0) pieces.push(segment)
        else pieces[pieces.length - 1] += segment
      return pieces
    })
}

function breakWord(word: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const { segment } of clusters.segment(word)) {
    if (line !== '' && measure(line + segment) > width) {
      lines.push(line)
      line = ''
    }
    line += segment
  }
  lines.push(line)
  return lines
}

/** No type is smaller: nobody could read it. */
const leastSize = 4

/**
 * The size and the lines in which a text fits into its box: as it was chosen, or smaller, until it fits in one line or in
 * several. Nothing is ever left out: what does not fit in the smallest size runs over the lower edge.
 */
export function fitText(
  text: string,
  box: { readonly width: number; readonly height: number; readonly size: number },
  lineHeight: number,
  measure: Measure,
): { readonly size: number; readonly lines: readonly string[] } {
  const known = new Map<string, number>()
  const measured: Measure = (one) => {
    const width = known.get(one) ?? measure(one)
    known.set(one, width)
    return width
  }
  for (let size = box.size; size > leastSize; size -= 0.5) {
    const lines = linesOf(text, box.width / size, measured, { breaksWords: false })
    // One line may stand out a little: what stands out are the gaps above and below its letters.
    if (lines && lines.length * size * lineHeight <= box.height + (lines.length === 1 ? size * 0.3 : 0))
      return { size, lines: balanced(text, lines, box.width / size, measured) }
  }
  const size = Math.min(box.size, leastSize)
  return { size, lines: linesOf(text, box.width / size, measured, { breaksWords: true }) ?? [] }
}

/** As many lines, of about the same length: a name does not end in one word alone. */
function balanced(text: string, lines: string[], width: number, measure: Measure): string[] {
  if (lines.length < 2 || /[\r\n]/.test(text)) return lines
  let best = lines
  let [least, most] = [width / 2, width]
  for (let step = 0; step < 6; step++) {
    const middle = (least + most) / 2
    const narrower = linesOf(text, middle, measure, { breaksWords: false })
    if (narrower && narrower.length === lines.length) {
      best = narrower
      most = middle
    } else least = middle
  }
  return best
}
