import { findLocale, type Locale, locales } from '@learnt/contract/locales'
import i18next from 'i18next'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export type Translate = (key: string, values?: Record<string, unknown>) => string

/** Texts by key. A key with dots is a path: `reason.jobEnded` is `{ reason: { jobEnded: '...' } }`. */
interface Texts {
  readonly [key: string]: string | Texts
}
/** The texts of the platform or of one feature in every language. */
export type Words = Readonly<Record<Locale, Texts>>

const catalogue = i18next.createInstance()
void catalogue.init({
  lng: 'en',
  fallbackLng: 'en',
  // Texts go into JSON, mails and files; whoever writes markup escapes for itself.
  interpolation: { escapeValue: false },
  resources: {},
  initAsync: false,
})
addWords({ en, de, ar })

/** Adds texts to the catalogue. `app.ts` adds those of every feature. A key has one place: see tools/check-catalogues.cjs. */
export function addWords(words: Words): void {
  for (const locale of locales) catalogue.addResourceBundle(locale, 'translation', words[locale], true)
}

const translators = Object.fromEntries(
  locales.map((lng) => [
    lng,
    (key: string, values?: Record<string, unknown>) => String(catalogue.t(key as never, { lng, ...values })),
  ]),
) as Record<Locale, Translate>

export function translatorFor(locale: Locale): Translate {
  return translators[locale]
}

/** The language most wanted of those that there are; else the fallback. Takes an Accept-Language header. */
export function pickLocale(header: string | undefined, fallback: Locale = 'en'): Locale {
  let picked = fallback
  let weightOfPicked = 0
  for (const part of header?.slice(0, 1000).split(',') ?? []) {
    const [tag, ...parameters] = part.split(';')
    const known = findLocale(tag)
    const stated = /^\s*q=([\d.]+)\s*$/.exec(parameters.join(';'))?.[1]
    const weight = stated === undefined ? 1 : Number(stated)
    if (known && weight > weightOfPicked) [picked, weightOfPicked] = [known, weight]
  }
  return picked
}

/** The keys right below one of the catalogue. */
export function keysBelow(key: string): string[] {
  return Object.keys(catalogue.getResource('en', 'translation', key))
}

/** True for keys of the catalogue: sentences that are already in a language pass through untouched. */
export function isKey(text: string): boolean {
  return catalogue.exists(text)
}
