const key = 'learnt.language'

/** The language that this browser was last shown. */
export function readLastLanguage(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** `loading`: what the next page says before it has a catalogue (index.html). */
export function keepLastLanguage(language: string, loading: string): void {
  try {
    localStorage.setItem(key, language)
    localStorage.setItem('learnt.loading', loading)
  } catch {
    // without storage the language is chosen anew on the next visit
  }
}
