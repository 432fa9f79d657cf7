import type { FieldOf, FormContent } from '@learnt/contract/forms/content'
import { newChoice, newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { expect, it } from 'vitest'
import {
  addField,
  changeField,
  changesBetween,
  copyField,
  findPart,
  itemOfKey,
  keyOfParts,
  moveField,
  neighbourOf,
  removeField,
  removeSection,
} from './content.ts'

it('moves a field over the borders of its section and page, and back', () => {
  const form = aForm()
  const [a, b, c] = fieldsOf(form).map((field) => field.key) as [string, string, string]
  expect(neighbourOf(form, a, 'up')).toBeNull()
  expect(neighbourOf(form, b, 'down')).toEqual({ page: 1, section: 0, index: 0 })
  const moved = moveField(form, b, { page: 1, section: 0, index: 0 })
  expect(orderOf(moved)).toEqual([[a], [b, c]])
  expect(orderOf(moveField(moved, b, neighbourOf(moved, b, 'up') as never))).toEqual([[a, b], [c]])
  // a place that is not there changes nothing
  expect(moveField(form, b, { page: 7, section: 0, index: 0 })).toBe(form)
})

it('makes the first page for the first field, and keeps a section on a page that loses its last one', () => {
  const empty = { ...newForm('survey', 'Empty'), pages: [] }
  const field = newField('date')
  expect(orderOf(addField(empty, field))).toEqual([[field.key]])
  const form = aForm()
  const key = form.pages[0]?.sections[0]?.key ?? ''
  expect(removeSection(form, key).pages[0]?.sections.map((section) => section.fields)).toEqual([[]])
})

it('copies a question with keys of its own, and its right answer follows them', () => {
  const choices = [newChoice('Red'), newChoice('Blue')]
  const field = {
    ...newField('singleChoice', 'Colour', true),
    choices,
  } as FieldOf<'singleChoice'>
  const [red] = choices as [(typeof choices)[number]]
  const question = {
    ...field,
    quiz: {
      ...(field.quiz as NonNullable<typeof field.quiz>),
      key: { right: [red.key], shares: { [red.key]: 50 } },
      feedback: { right: newText(), partly: newText(), wrong: newText(), choices: { [red.key]: newText('Well seen') } },
    },
  }
  const copy = copyField(question) as FieldOf<'singleChoice'>
  const newRed = copy.choices[0]?.key ?? ''
  expect(copy.key).not.toBe(question.key)
  expect(newRed).not.toBe(red.key)
  expect(copy.quiz?.key).toEqual({ right: [newRed], shares: { [newRed]: 50 } })
  expect(copy.quiz?.feedback?.choices[newRed]?.text).toBe('Well seen')
  expect(question.choices[0]?.key).toBe(red.key)
})

it('copies gaps together with their marks in the text', () => {
  const gap = { key: 'kgap', choices: [] }
  const field = {
    ...newField('gaps', 'Fill in'),
    gaps: [gap],
    text: newText('Water is [[kgap]].'),
  } as FieldOf<'gaps'>
  const copy = copyField(field) as FieldOf<'gaps'>
  expect(copy.gaps[0]?.key).not.toBe('kgap')
  expect(copy.text.text).toBe(`Water is [[${copy.gaps[0]?.key}]].`)
})

it('finds the field of a path, and the part of the form that it belongs to', () => {
  const form = aForm()
  const [, b] = fieldsOf(form)
  const page = form.pages[1]
  expect(keyOfParts(form, 'pages.0.sections.0.fields.1.choices.2.label'.split('.'))).toBe(
    `field/${b?.key}/choices.2.label`,
  )
  expect(keyOfParts(form, 'pages.1.jumps.0'.split('.'))).toBe(`page/${page?.key}/jumps.0`)
  expect(keyOfParts(form, 'settings.levels.0.who'.split('.'))).toBe('settings/levels.0.who')
  expect(keyOfParts(form, ['title'])).toBe('title')
  expect(itemOfKey(`field/${b?.key}/label`)).toBe(b?.key)
  expect(itemOfKey('settings/closesAt')).toBe('settings')
  expect(itemOfKey('title')).toBe('details')
  expect(findPart(form, 'nothing')).toBeNull()
})

it('says what changed between two contents', () => {
  const form = aForm()
  const [a, b] = fieldsOf(form).map((field) => field.key) as [string, string]
  const next = addField(
    removeField(changeField(form, a, { required: true }), b),
    newField('email', 'Where do we write to?'),
  )
  expect(changesBetween(form, { ...next, title: 'Other', settings: { ...next.settings, attempts: 3 } })).toEqual([
    { change: 'details', title: 'Other', fields: ['title'] },
    { change: 'settings', title: 'Other', fields: [] },
    { change: 'fieldChanged', title: 'A', fields: [] },
    { change: 'fieldAdded', title: 'Where do we write to?', fields: [] },
    { change: 'fieldRemoved', title: 'B', fields: [] },
  ])
  expect(changesBetween(form, moveField(form, b, { page: 0, section: 0, index: 0 }))).toEqual([
    { change: 'reordered', title: 'Form', fields: [] },
  ])
})

const orderOf = (form: FormContent) =>
  form.pages.map((page) => page.sections.flatMap((section) => section.fields.map((field) => field.key)))

/** Two pages: A and B, then C. */
function aForm(): FormContent {
  return {
    ...newForm('survey', 'Form'),
    pages: [
      newPage([newField('shortText', 'A'), newField('longText', 'B')], 'First'),
      newPage([newField('date', 'C')], 'Second'),
    ],
  }
}
