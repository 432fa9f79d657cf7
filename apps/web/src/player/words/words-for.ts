import { findLocale, type Locale } from '@learnt/contract/locales'
import { player as ar } from './player.ar.ts'
import { player as de } from './player.de.ts'
import { player as en } from './player.en.ts'

export type Words = typeof ar

const words: Record<Locale, Words> = { en, de, ar }

export function wordsFor(language: string): Words {
  return words[findLocale(language) ?? 'en']
}

export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
