// Texts of a form in the languages of its readers. Without schemas: pages of learners load this file.
import type { Answers } from './answers.ts'
import type { Field, FormContent, FormText } from './content.ts'
import { fieldsOf } from './walk.ts'

/** A text without translations. */
export function newText(text = ''): FormText {
  return { text, translations: {} }
}

/** Stands for a text: a translation keeps the mark of the text that it was made from. Not for security. */
export function textMark(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

export type TranslationState = 'none' | 'missing' | 'older' | 'current'

/** Whether a text has a translation, and whether it was made from the text as it stands now. `none`: nothing to translate. */
export function translationState(text: FormText, language: string): TranslationState {
  if (text.text.trim() === '') return 'none'
  const translation = text.translations[language]
  if (!translation || translation.text.trim() === '') return 'missing'
  return translation.of === textMark(text.text) ? 'current' : 'older'
}

/** The text with a translation written today. */
export function translate(text: FormText, language: string, translated: string): FormText {
  return {
    ...text,
    translations: { ...text.translations, [language]: { text: translated, of: textMark(text.text) } },
  }
}

/**
 * The text in the reader's language; in the form's own where there is no translation. An older translation is better
 * than none.
 */
export function textIn(text: FormText, language: string): string {
  const exact = text.translations[language] ?? text.translations[language.split('-')[0] ?? '']
  return exact && exact.text.trim() !== '' ? exact.text : text.text
}

/** What a reader's page gives to say a text. `answers` are those of resolve(): of visible fields only. */
export interface Saying {
  readonly form: FormContent
  readonly answers: Answers
  readonly language: string
  /** How the reader's page writes yes, no, days and numbers. */
  readonly words?: { yes: string; no: string }
}

const piped = /\{\{\s*([a-z][a-z0-9-]{0,39})\s*\}\}/g

/** Keys of the fields whose answers a text repeats: `{{key}}`. */
export function pipedKeys(text: FormText): string[] {
  const found = new Set<string>()
  for (const one of [text.text, ...Object.values(text.translations).map((translation) => translation.text)])
    for (const [, key] of one.matchAll(piped)) if (key) found.add(key)
  return [...found]
}

/** A plain text as the reader sees it, with the answers that it repeats. An answer that is not there leaves a dash. */
export function sayText(text: FormText, saying: Saying): string {
  return fill(textIn(text, saying.language), saying, (answer) => answer)
}

/** The same for a text with markup: answers are escaped. The markup itself is cleaned on the server. */
export function sayHtml(text: FormText, saying: Saying): string {
  return fill(textIn(text, saying.language), saying, escapeHtml)
}

function fill(text: string, saying: Saying, write: (answer: string) => string): string {
  if (!text.includes('{{')) return text
  const fields = fieldsByKey(saying.form)
  return text.replace(piped, (_, key: string) => {
    const field = fields.get(key)
    const said = field ? sayAnswer(field, saying.answers[key], saying) : ''
    return said === '' ? '–' : write(said)
  })
}

/** An answer in words, as a later text, a list or a mail repeats it; '' when there is none. */
export function sayAnswer(
  field: Field,
  answer: Answers[string] | undefined,
  saying: Pick<Saying, 'language' | 'words'>,
): string {
  if (answer === undefined || answer === null) return ''
  if (typeof answer === 'string') return answer
  if (typeof answer === 'number') return String(answer)
  if (typeof answer === 'boolean') return answer ? (saying.words?.yes ?? '✓') : (saying.words?.no ?? '✗')
  const labels = labelsOf(field, saying.language)
  const say = (key: string) => labels.get(key) ?? ''
  if (Array.isArray(answer))
    return answer
      .map((one) =>
        typeof one === 'string' ? say(one) : 'name' in one ? String(one.name) : `${percent(one.x)}, ${percent(one.y)}`,
      )
      .filter((one) => one !== '')
      .join(', ')
  if ('choices' in answer && Array.isArray(answer.choices))
    return [...answer.choices.map(say), ...(answer.other ? [String(answer.other)] : [])].filter(Boolean).join(', ')
  if ('name' in answer && typeof answer.name === 'string') return answer.name
  return Object.entries(answer as Record<string, string | string[]>)
    .map(([key, value]) => {
      const values = [value].flat().map((one) => labels.get(one) ?? one)
      return `${labels.has(key) ? `${say(key)}: ` : ''}${values.join(', ')}`
    })
    .join('; ')
}

function labelsOf(field: Field, language: string): Map<string, string> {
  const lists: { key: string; label: FormText }[] = []
  if ('choices' in field) lists.push(...field.choices)
  if ('rows' in field) lists.push(...field.rows)
  if ('columns' in field) lists.push(...field.columns)
  if ('items' in field) lists.push(...field.items)
  if ('targets' in field) lists.push(...field.targets)
  if ('gaps' in field) for (const gap of field.gaps) lists.push(...gap.choices)
  return new Map(lists.map((one) => [one.key, textIn(one.label, language)]))
}

const percent = (part: number) => `${Math.round(part * 100)} %`

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const known = new WeakMap<FormContent, Map<string, Field>>()

/** Every field of the form by its key. Counted once for a form, which nobody changes in place. */
export function fieldsByKey(form: FormContent): Map<string, Field> {
  const before = known.get(form)
  if (before) return before
  const fields = new Map(fieldsOf(form).map((field) => [field.key, field]))
  known.set(form, fields)
  return fields
}
