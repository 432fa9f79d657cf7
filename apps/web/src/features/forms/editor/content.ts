import type { DocumentChange } from '@learnt/contract/documents'
import type { Choice, Field, FormContent, FormPage, FormSection } from '@learnt/contract/forms/content'
import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import { newField, newKey, newPage } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { fieldsOf, mapFields, placedFields } from '@learnt/contract/forms/walk'
import { moveItem } from '../../documents/move-item.ts'
import { same } from '../../documents/same.ts'

/** Where a field stands: numbers of its page and section, and its place in the section. */
export interface Place {
  page: number
  section: number
  index: number
}

export type Part =
  | { is: 'page'; page: FormPage; at: number }
  | { is: 'section'; section: FormSection; page: number; at: number }
  | { is: 'field'; field: Field; place: Place }

/** The page, section or field of a key; null where nothing of the form has it. */
export function findPart(form: FormContent, key: string | null): Part | null {
  if (key === null) return null
  for (const [p, page] of form.pages.entries()) {
    if (page.key === key) return { is: 'page', page, at: p }
    for (const [s, section] of page.sections.entries()) {
      if (section.key === key) return { is: 'section', section, page: p, at: s }
      const index = section.fields.findIndex((field) => field.key === key)
      const field = section.fields[index]
      if (field) return { is: 'field', field, place: { page: p, section: s, index } }
    }
  }
  return null
}

export function placeOf(form: FormContent, key: string): Place | null {
  const part = findPart(form, key)
  return part?.is === 'field' ? part.place : null
}

function changeSections(form: FormContent, change: (section: FormSection) => FormSection): FormContent {
  return { ...form, pages: form.pages.map((page) => ({ ...page, sections: page.sections.map(change) })) }
}

export function changePage(form: FormContent, key: string, change: Partial<FormPage>): FormContent {
  return { ...form, pages: form.pages.map((page) => (page.key === key ? { ...page, ...change } : page)) }
}

export function changeSection(form: FormContent, key: string, change: Partial<FormSection>): FormContent {
  return changeSections(form, (section) => (section.key === key ? { ...section, ...change } : section))
}

/** The change is checked by the schema of the draft: the editor gives only parts that the kind of the field has. */
export function changeField(form: FormContent, key: string, change: Readonly<Record<string, unknown>>): FormContent {
  return mapFields(form, (field) => [field.key === key ? ({ ...field, ...change } as Field) : field])
}

/** Adds a field at a place, or at the end of the last section; makes the first page when there is none. */
export function addField(form: FormContent, field: Field, place: Place | null = null): FormContent {
  if (form.pages.length === 0) return { ...form, pages: [newPage([field])] }
  const page = place?.page ?? form.pages.length - 1
  const section = place?.section ?? (form.pages[page]?.sections.length ?? 1) - 1
  const target = form.pages[page]?.sections[section]
  if (!target) {
    const pages = form.pages.map((one, at) =>
      at === page
        ? { ...one, sections: [...one.sections, { key: newKey(), title: newText(), showIf: null, fields: [field] }] }
        : one,
    )
    return { ...form, pages }
  }
  return changeSection(form, target.key, {
    fields: target.fields.toSpliced(place?.index ?? target.fields.length, 0, field),
  })
}

export function removeField(form: FormContent, key: string): FormContent {
  return mapFields(form, (field) => (field.key === key ? [] : [field]))
}

/** Moves a field; `index` counts in the target section after the field has been taken out. */
export function moveField(form: FormContent, key: string, to: Place): FormContent {
  const part = findPart(form, key)
  if (part?.is !== 'field' || !form.pages[to.page]?.sections[to.section]) return form
  return addField(removeField(form, key), part.field, to)
}

/** Every section of the form in the order of reading, with the numbers of its page and of itself. */
export function sectionsOf(form: FormContent): { section: FormSection; page: number; at: number }[] {
  return form.pages.flatMap((page, p) => page.sections.map((section, at) => ({ section, page: p, at })))
}

/** One place up or down, over the border of its section when it stands at its end; null where there is no way on. */
export function neighbourOf(form: FormContent, key: string, way: 'up' | 'down'): Place | null {
  const from = placeOf(form, key)
  if (!from) return null
  const all = sectionsOf(form)
  const here = all.findIndex((one) => one.page === from.page && one.at === from.section)
  const fields = all[here]?.section.fields.length ?? 0
  if (way === 'up' && from.index > 0) return { ...from, index: from.index - 1 }
  if (way === 'down' && from.index < fields - 1) return { ...from, index: from.index + 1 }
  const next = all[here + (way === 'up' ? -1 : 1)]
  return next ? { page: next.page, section: next.at, index: way === 'up' ? next.section.fields.length : 0 } : null
}

export function newSection(): FormSection {
  return { key: newKey(), title: newText(), showIf: null, fields: [] }
}

export function addSection(form: FormContent, page: number, section: FormSection, at?: number): FormContent {
  return {
    ...form,
    pages: form.pages.map((one, number) =>
      number === page ? { ...one, sections: one.sections.toSpliced(at ?? one.sections.length, 0, section) } : one,
    ),
  }
}

/** A page always keeps one section: taking out the last one leaves an empty one. */
export function removeSection(form: FormContent, key: string): FormContent {
  return {
    ...form,
    pages: form.pages.map((page) => {
      if (!page.sections.some((section) => section.key === key)) return page
      const sections = page.sections.filter((section) => section.key !== key)
      return { ...page, sections: sections.length > 0 ? sections : [newSection()] }
    }),
  }
}

export function moveSection(form: FormContent, page: number, from: number, to: number): FormContent {
  return {
    ...form,
    pages: form.pages.map((one, at) => (at === page ? { ...one, sections: moveItem(one.sections, from, to) } : one)),
  }
}

export function movePage(form: FormContent, from: number, to: number): FormContent {
  return { ...form, pages: moveItem(form.pages, from, to) }
}

/** What a new field of a kind is in this form: questions earn points in a quiz. */
export function fieldFor(form: FormContent, kind: FieldKind): Field {
  return newField(kind, '', form.kind === 'quiz') as Field
}

const lists = ['choices', 'rows', 'columns', 'items', 'targets'] as const

/** A copy with keys of its own. What its key and feedback say about choices follows the new keys. */
export function copyField(field: Field): Field {
  const keys = new Map<string, string>()
  const renew = (old: string) => {
    const known = keys.get(old) ?? newKey()
    keys.set(old, known)
    return known
  }
  const copy = structuredClone(field) as Field & Record<string, unknown>
  for (const name of lists) {
    const list = copy[name] as Choice[] | undefined
    if (list) copy[name] = list.map((one) => ({ ...one, key: renew(one.key) }))
  }
  if (copy.kind === 'gaps') {
    const gaps = copy.gaps.map((gap) => ({
      key: renew(gap.key),
      choices: gap.choices.map((one) => ({ ...one, key: renew(one.key) })),
    }))
    Object.assign(copy, { gaps, text: replaceKeys(copy.text, keys) })
  }
  const quiz = 'quiz' in copy ? copy.quiz : null
  return { ...copy, key: newKey(), ...('quiz' in copy ? { quiz: replaceKeys(quiz, keys) } : {}) } as Field
}

/** The same value with every key in it replaced, in the names of objects, in lists and in `[[key]]` of texts. */
function replaceKeys<Value>(value: Value, keys: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') {
    const known = keys.get(value)
    return (known ??
      value.replace(/\[\[([a-z0-9-]+)\]\]/g, (all, key: string) =>
        keys.has(key) ? `[[${keys.get(key)}]]` : all,
      )) as Value
  }
  if (Array.isArray(value)) return value.map((one) => replaceKeys(one, keys)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [keys.get(name) ?? name, replaceKeys(one, keys)]),
  ) as Value
}

/** The same form for another document. Its keys stay: conditions and jumps name them. */
export function copyContent(content: FormContent, title: string): FormContent {
  return { ...content, title, titles: {} }
}

/** What a part of the form is called where its author has not named it. */
export function nameOfField(field: Field): string {
  if (field.label.text.trim()) return field.label.text
  return field.kind === 'text' ? plainOf(field.html.text) : ''
}

function plainOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
}

const details = ['title', 'description', 'category', 'tags', 'imageFileId', 'language', 'minutes'] as const

/** What differs, in the order and the words of the server's own comparison (apps/server/src/features/forms/kind.ts). */
export function changesBetween(before: FormContent, after: FormContent): DocumentChange[] {
  const changes: DocumentChange[] = []
  const say = (change: string, title: string, fields: string[] = []) => changes.push({ change, title, fields })
  const fields = details.filter((field) => !same(before[field], after[field]))
  if (fields.length > 0) say('details', after.title, fields)
  if (before.kind !== after.kind || !same(before.settings, after.settings)) say('settings', after.title)
  const oldPages = new Map(before.pages.map((page) => [page.key, page]))
  const oldFields = new Map(fieldsOf(before).map((field) => [field.key, field]))
  for (const page of after.pages) {
    const was = oldPages.get(page.key)
    if (!was) say('pageAdded', page.title.text)
    else if (!same({ ...was, sections: [] }, { ...page, sections: [] })) say('pageChanged', page.title.text)
  }
  for (const field of fieldsOf(after)) {
    const was = oldFields.get(field.key)
    if (!was) say('fieldAdded', nameOfField(field))
    else if (!same(was, field)) say('fieldChanged', nameOfField(field))
  }
  const kept = new Set(fieldsOf(after).map((field) => field.key))
  for (const field of oldFields.values()) if (!kept.has(field.key)) say('fieldRemoved', nameOfField(field))
  const keptPages = new Set(after.pages.map((page) => page.key))
  for (const page of before.pages) if (!keptPages.has(page.key)) say('pageRemoved', page.title.text)
  if (changes.length === 0 && !same(before.pages, after.pages)) say('reordered', after.title)
  return changes
}

export const fieldField = (key: string, part: string) => `field/${key}/${part}`
export const pageField = (key: string, part: string) => `page/${key}/${part}`
export const sectionField = (key: string, part: string) => `section/${key}/${part}`

/** From the parts of a path into the content (`pages`, `0`, `sections`, `1`, `fields`, `2`, `choices`) to the key of the field that shows it. */
export function keyOfParts(form: FormContent, parts: readonly string[]): string {
  const [first, ...rest] = parts
  if (first === 'settings') return `settings/${rest.join('.') || 'kind'}`
  if (first !== 'pages') return first ?? ''
  const page = form.pages[Number(rest[0])]
  if (!page) return 'pages'
  if (rest[1] !== 'sections') return pageField(page.key, rest.slice(1).join('.') || 'title')
  const section = page.sections[Number(rest[2])]
  if (!section) return pageField(page.key, 'title')
  if (rest[3] !== 'fields') return sectionField(section.key, rest.slice(3).join('.') || 'title')
  const field = section.fields[Number(rest[4])]
  return field ? fieldField(field.key, rest.slice(5).join('.') || 'label') : sectionField(section.key, 'title')
}

/** The part of the form that a field of the editor belongs to, as the address names it. */
export function itemOfKey(key: string): string {
  const [first, second] = key.split('/')
  if (first === 'settings') return 'settings'
  return second ?? 'details'
}

/** Fields with the numbers that people count them by: questions alone have one. */
export function numberedFields(form: FormContent): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { field } of placedFields(form))
    if ('required' in field || field.kind === 'draw') numbers.set(field.key, numbers.size + 1)
  return numbers
}
