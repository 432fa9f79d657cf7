import { player as arabic } from '../locales/ar/player.ts'
import { player as english } from '../locales/en/player.ts'

export type Words = typeof arabic

export function wordsFor(language: string): Words {
  return language.startsWith('ar') ? arabic : english
}

export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
