import { findLocale, type Locale } from '@learnt/contract/locales'

const key = 'learnt.chosen-language'

/** A guest chose a language: it holds for this tab, through any way of signing in that leaves the page. */
export function chooseForNow(locale: Locale): void {
  try {
    sessionStorage.setItem(key, locale)
  } catch {
    // without storage the choice lasts as long as the page
  }
}

/** What was chosen as a guest, once: after that the account knows it. */
export function takeChosenLanguage(): Locale | null {
  try {
    const chosen = findLocale(sessionStorage.getItem(key))
    sessionStorage.removeItem(key)
    return chosen
  } catch {
    return null
  }
}
