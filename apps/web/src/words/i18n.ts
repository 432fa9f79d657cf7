import { directionOf, findLocale, type Locale, locales } from '@learnt/contract/locales'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Namespace } from './catalogues.ts'
import { loadCatalogue } from './load-catalogue.ts'

/** Only for tests, by `?pseudo` in the address. */
export const pseudoLocale = 'en-XA'

const catalogues: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const source = language === pseudoLocale ? 'en' : language
    loadCatalogue(namespace, source).then(
      async (file) => {
        const catalogue = file[namespace] ?? {}
        done(null, language === pseudoLocale ? (await import('./pseudo.ts')).pseudoCatalogue(catalogue) : catalogue)
      },
      (error: Error) => done(error, null),
    )
  },
}

export const i18n = i18next.createInstance().use(catalogues).use(initReactI18next)

/** Starts the catalogues; `namespaces` are there when the promise is kept, the others come with the pages that use them. */
export async function startI18n(language: string, namespaces: Namespace[] = ['common']): Promise<void> {
  await i18n.init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: [...locales, pseudoLocale],
    nonExplicitSupportedLngs: false,
    load: 'currentOnly',
    ns: namespaces,
    defaultNS: 'common',
    // NOTE React escapes by itself
    interpolation: { escapeValue: false },
    returnNull: false,
    partialBundledLanguages: true,
  })
  markDocument()
}

/**
 * Fetches catalogues; throws when one does not come. A catalogue that did not come before is asked for again: i18next
 * keeps its absence, and shows keys.
 */
export async function loadWords(...namespaces: Namespace[]): Promise<void> {
  await i18n.loadNamespaces(namespaces)
  const missing = () => namespaces.filter((one) => !i18n.hasResourceBundle(i18n.language, one))
  if (missing().length === 0) return
  await i18n.reloadResources([i18n.language], missing())
  if (missing().length > 0) throw new Error(`No catalogue: ${missing().join(', ')}`)
}

export async function changeLanguage(language: string): Promise<void> {
  await i18n.changeLanguage(language)
  markDocument()
}

/** Language to show: the person's own choice, else the team's, else the browser's, else English. */
export function chooseLanguage(
  own: string | null | undefined,
  ofTeam: string | undefined,
  ofBrowser: readonly string[],
): Locale {
  return findLocale(own) ?? findLocale(ofTeam) ?? ofBrowser.map(findLocale).find((locale) => locale !== null) ?? 'en'
}

function markDocument(): void {
  document.documentElement.lang = i18n.language
  // a direction of the person's own stays (Application.tsx)
  document.documentElement.dir = document.documentElement.dataset.direction || directionOf(i18n.language)
}
