/** First letters of the first and the last word, as a reader counts letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return (letterOf(words[0] ?? '') + (words.length > 1 ? letterOf(words.at(-1) ?? '') : '')).toUpperCase()
}

function letterOf(word: string): string {
  // below the marks that join a letter each is one by itself, and making a segmenter is slow
  if (/^[!-\u02ff](?:[!-\u02ff]|$)/.test(word)) return word[0] ?? ''
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)][0]?.segment ?? ''
}
