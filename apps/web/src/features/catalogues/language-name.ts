/** A language by its tag, in the reader's language; the tag itself where nobody knows it. */
export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
