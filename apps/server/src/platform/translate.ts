import i18next from 'i18next'
import { ar } from './locales/ar.ts'
import { en } from './locales/en.ts'

export const locales = ['en', 'ar'] as const
export type Locale = (typeof locales)[number]
export type Translate = (key: string, values?: Record<string, unknown>) => string

const catalogue = i18next.createInstance()
void catalogue.init({
  lng: 'en',
  fallbackLng: 'en',
  // Texts go into JSON, mails and files; whoever writes markup escapes for itself.
  interpolation: { escapeValue: false },
  resources: { en: { translation: en }, ar: { translation: ar } },
  initAsync: false,
})

const translators: Record<Locale, Translate> = {
  en: (key, values) => String(catalogue.t(key as never, { lng: 'en', ...values })),
  ar: (key, values) => String(catalogue.t(key as never, { lng: 'ar', ...values })),
}

export function translatorFor(locale: Locale): Translate {
  return translators[locale]
}

/** The first of the languages asked for that there is; else the fallback. Takes an Accept-Language header. */
export function pickLocale(header: string | undefined, fallback: Locale = 'en'): Locale {
  for (const part of header?.split(',') ?? []) {
    const language = part.split(';')[0]?.trim().toLowerCase().split('-')[0]
    const known = locales.find((locale) => locale === language)
    if (known) return known
  }
  return fallback
}

/** True for keys of the catalogue: sentences that are already in a language pass through untouched. */
export function isKey(text: string): boolean {
  return catalogue.exists(text)
}
