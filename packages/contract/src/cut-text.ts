/**
 * The beginning of a text, of at most `most` UTF-16 units as schemas count them, and never half of a character that people
 * see as one: half an emoji is no text that a database keeps. Every text that has to be shorter is cut here.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed()
  characters ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  // Only so much is looked at as the last character can take.
  const beginning = text.slice(Math.max(0, most - window), most + window)
  const inBeginning = most - Math.max(0, most - window)
  const cut = characters.segment(beginning).containing(inBeginning)?.index ?? inBeginning
  // A character of accents upon accents is as long as a text: then a cut between its parts has to do.
  const end = cut > 0 ? most - inBeginning + cut : isHalf(text, most) ? most - 1 : most
  return text.slice(0, end).toWellFormed()
}

/** For pictures made of a letter. */
export function firstCharacter(text: string): string {
  characters ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return characters.segment(text.slice(0, window)).containing(0)?.segment ?? ''
}

const window = 200
let characters: Intl.Segmenter | undefined

function isHalf(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')
}
