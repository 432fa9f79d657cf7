/** The languages that the product speaks, in the order in which they are offered. Each one is complete. */
export const locales = ['en', 'de', 'ar'] as const
export type Locale = (typeof locales)[number]

/** The language that a wish means: `de-AT` is German, whatever its case; null for one that the product does not speak. */
export function findLocale(wish: string | null | undefined): Locale | null {
  const language = wish?.trim().toLowerCase().split('-')[0]
  return locales.find((locale) => locale === language) ?? null
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return findLocale(language) === 'ar' ? 'rtl' : 'ltr'
}
