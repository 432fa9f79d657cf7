/** First letters of the first and the last word, as a reader counts letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letter = (word: string | undefined) =>
    word ? ([...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)][0]?.segment ?? '') : ''
  return (letter(words[0]) + (words.length > 1 ? letter(words.at(-1)) : '')).toUpperCase()
}
