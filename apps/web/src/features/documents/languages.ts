const tags = [
  'en',
  'ar',
  'nb',
  'nn',
  'se',
  'sv',
  'da',
  'fi',
  'is',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'cs',
  'hu',
  'ro',
  'bg',
  'el',
  'uk',
  'ru',
  'lt',
  'lv',
  'et',
  'tr',
  'he',
  'fa',
  'ur',
  'ku',
  'hi',
  'bn',
  'so',
  'ti',
  'am',
  'sw',
  'zh-Hans',
  'zh-Hant',
  'ja',
  'ko',
  'vi',
  'th',
  'id',
  'tl',
]

/** Languages of captions with their names in the reader's language, sorted by them; `also` is there even when it is a rare one. */
export function listLanguages(reader: string, also: readonly string[] = []): { tag: string; name: string }[] {
  const names = new Intl.DisplayNames(reader, { type: 'language' })
  const nameOf = (tag: string) => {
    try {
      return names.of(tag) ?? tag
    } catch {
      return tag
    }
  }
  return [...new Set([...tags, ...also])]
    .map((tag) => ({ tag, name: nameOf(tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, reader))
}

/** What a language calls itself: the usual label of captions. */
export function ownName(tag: string): string {
  try {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    return tag
  }
}
