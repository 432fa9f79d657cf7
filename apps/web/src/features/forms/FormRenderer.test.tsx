import type { Answers } from '@learnt/contract/forms/answers'
import type { Condition, Field, FieldOf, FormContent } from '@learnt/contract/forms/content'
import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import { newChoice, newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { FormRenderer, type FormRendererProps } from './FormRenderer.tsx'
import { preloadFields } from './fields/FieldView.tsx'

prepareComponents({ namespaces: ['common', 'formFields'] })
// as a page does that is filled in
await preloadFields(['hotSpot', 'signature'])

const field = <K extends FieldKind>(kind: K, of: Partial<FieldOf<K>> = {}) =>
  ({ ...newField(kind, 'Question'), key: 'q', ...of }) as Field
const choices = (...labels: string[]) => labels.map((label) => ({ ...newChoice(label), key: label.toLowerCase() }))
const formOf = (...fields: Field[]): FormContent => ({ ...newForm('survey', 'Form'), pages: [newPage(fields)] })

type Given = Partial<FormRendererProps> & Pick<FormRendererProps, 'form'>

/** The renderer with the state of a page around it. */
function Page({ onAnswers, ...of }: Given & { onAnswers: (answers: Answers) => void }) {
  const [answers, setAnswers] = useState<Answers>(of.answers ?? {})
  onAnswers(answers)
  return (
    <FormRenderer
      member={{}}
      errors={{}}
      mode="fill"
      nameOf={() => 'Ada Lovelace'}
      today="2026-11-25"
      {...of}
      answers={answers}
      onChange={(key, answer) =>
        setAnswers(({ [key]: _, ...rest }) => (answer === null ? rest : { ...rest, [key]: answer }))
      }
    />
  )
}

/** Shows a form; `answer` is what stands in the field q. */
function fill(form: FormContent, of: Partial<FormRendererProps> = {}) {
  let given: Answers = {}
  show(
    <Page
      {...of}
      form={form}
      onAnswers={(answers) => {
        given = answers
      }}
    />,
  )
  return { answer: () => given.q }
}
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const tick = (role: 'radio' | 'checkbox', name: string | RegExp) => fireEvent.click(screen.getByRole(role, { name }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const pick = (box: HTMLElement, option: string) =>
  type(box, (within(box).getByRole('option', { name: option }) as HTMLOptionElement).value)

it.each([
  ['shortText', 'Ada', 'Ada'],
  ['longText', 'Two\nlines', 'Two\nlines'],
  ['email', 'a@b.example', 'a@b.example'],
  ['phone', '+44 20 7946 0018', '+44 20 7946 0018'],
  ['date', '2026-11-25', '2026-11-25'],
  ['time', '09:30', '09:30'],
  ['dateTime', '2026-11-25T09:30', '2026-11-25T09:30'],
  ['shortAnswer', 'Paris', 'Paris'],
  ['essay', 'It was dark.', 'It was dark.'],
  ['number', '12', 12],
  ['number', '٣', 3],
] as const)('%s: %s is answered by typing, and emptied it is no answer', (kind, typed, kept) => {
  const { answer } = fill(formOf(field(kind)))
  const line = screen.getByLabelText(/^Question/)
  type(line, typed)
  expect(answer()).toBe(kept)
  type(line, '')
  expect(answer()).toBeUndefined()
})

it('number: words are said to be no number, stay in the field and are not sent', () => {
  const { answer } = fill(formOf(field('number', { decimals: 2 })))
  const line = screen.getByRole('textbox', { name: /Question/ })
  type(line, 'twelve')
  expect(answer()).toBeUndefined()
  expect(line).toHaveProperty('value', 'twelve')
  expect(line.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('This is not a valid answer.')).toBeTruthy()
  type(line, '1,5')
  expect(answer()).toBe(1.5)
})

it('numeric: the answer is kept as it was written, with its unit', () => {
  const { answer } = fill(formOf(field('numeric', { units: ['m', 'cm'] })))
  pick(screen.getByRole('combobox', { name: 'Unit' }), 'cm')
  type(screen.getByRole('textbox', { name: /Question/ }), '3,5')
  expect(answer()).toBe('3,5 cm')
})

it('singleChoice: one of the choices, or another in the own words', () => {
  const { answer } = fill(formOf(field('singleChoice', { choices: choices('Red', 'Blue'), other: true })))
  expect(screen.getByRole('radiogroup', { name: /Question/ })).toBeTruthy()
  tick('radio', 'Blue')
  expect(answer()).toEqual({ choices: ['blue'] })
  tick('radio', 'Other')
  type(screen.getByRole('textbox', { name: 'Other, in your own words' }), 'Green')
  expect(answer()).toEqual({ choices: [], other: 'Green' })
})

it('multipleChoice: several, each taken back by a second press', () => {
  const { answer } = fill(formOf(field('multipleChoice', { choices: choices('Red', 'Blue'), min: 1, max: 2 })))
  expect(screen.getByText('Choose 1 to 2.')).toBeTruthy()
  tick('checkbox', 'Red')
  tick('checkbox', 'Blue')
  expect(answer()).toEqual({ choices: ['red', 'blue'] })
  tick('checkbox', 'Red')
  expect(answer()).toEqual({ choices: ['blue'] })
})

it('dropDown: one of a list', () => {
  const { answer } = fill(formOf(field('dropDown', { choices: choices('Red', 'Blue') })))
  pick(screen.getByRole('combobox', { name: /Question/ }), 'Blue')
  expect(answer()).toEqual({ choices: ['blue'] })
})

it('pictureChoice: pictures are chosen by what they show', () => {
  const pictures = choices('Helmet', 'Gloves').map((one) => ({ ...one, fileId: null }))
  const { answer } = fill(formOf(field('pictureChoice', { choices: pictures, several: true })))
  tick('checkbox', 'Gloves')
  expect(answer()).toEqual({ choices: ['gloves'] })
})

it.each([
  ['yesNo', 'No', false],
  ['trueFalse', 'True', true],
  ['scale', '4', 4],
  ['nps', '0', 0],
  ['stars', '3 stars', 3],
] as const)('%s: %s', (kind, name, kept) => {
  const { answer } = fill(formOf(field(kind)))
  tick('radio', name)
  expect(answer()).toBe(kept)
  press('Take the answer back')
  expect(answer()).toBeUndefined()
})

it('consent: required means agreed', () => {
  const { answer } = fill(formOf(field('consent', { text: newText('<p>We keep it.</p>'), required: true })))
  tick('checkbox', 'I agree')
  expect(answer()).toBe(true)
})

it('matrix: each row names its own columns', () => {
  const { answer } = fill(
    formOf(field('matrix', { rows: choices('Food', 'Room'), columns: choices('Good', 'Bad'), several: false })),
  )
  tick('radio', 'Room: Bad')
  tick('radio', 'Food: Good')
  tick('radio', 'Room: Good')
  expect(answer()).toEqual({ food: ['good'], room: ['good'] })
})

it('ranking: things are put in order by buttons, and every move is said', () => {
  const { answer } = fill(formOf(field('ranking', { choices: choices('Tea', 'Milk', 'Water') })))
  press('Put Water in place 1')
  press('Put Tea in place 2')
  press('Move Tea up')
  expect(answer()).toEqual(['tea', 'water'])
  expect(screen.getByText('Tea is at place 1 of 2.')).toBeTruthy()
  press('Take Water out of the order')
  expect(answer()).toEqual(['tea'])
})

it('ordering: has no answer before somebody moves or keeps it', () => {
  const { answer } = fill(formOf(field('ordering', { items: choices('One', 'Two', 'Three') })))
  expect(answer()).toBeUndefined()
  press('Keep this order')
  expect(answer()).toEqual(['one', 'two', 'three'])
  press('Move Three up')
  expect(answer()).toEqual(['one', 'three', 'two'])
})

it('matching: each thing has a list of what it belongs to', () => {
  const { answer } = fill(
    formOf(field('matching', { items: choices('Saw', 'Hammer'), targets: choices('Wood', 'Nail') })),
  )
  pick(screen.getByRole('combobox', { name: /Hammer/ }), 'Nail')
  expect(answer()).toEqual({ hammer: 'nail' })
})

it('gaps: are filled in where they stand, and say their number', () => {
  const gaps = [
    { key: 'g1', choices: [] },
    { key: 'g2', choices: choices('Mon', 'Fri') },
  ]
  const { answer } = fill(formOf(field('gaps', { text: newText('The [[g1]] jumps on [[g2]].'), gaps })))
  type(screen.getByRole('textbox', { name: 'Gap 1 of 2' }), 'fox')
  type(screen.getByRole('combobox', { name: 'Gap 2 of 2' }), 'fri')
  expect(answer()).toEqual({ g1: 'fox', g2: 'fri' })
})

it('hotSpot: a place is marked by keyboard, and taken away again', () => {
  const { answer } = fill(formOf(field('hotSpot', { fileId: 'f', alt: newText('A machine'), points: 2 })), {
    services: { fileAddress: () => '/picture.png' },
  })
  const picture = screen.getByRole('application')
  fireEvent.keyDown(picture, { key: 'ArrowRight' })
  fireEvent.keyDown(picture, { key: 'ArrowUp', shiftKey: true })
  fireEvent.keyDown(picture, { key: 'Enter' })
  expect(answer()).toEqual([{ x: 0.52, y: 0.4 }])
  press('Remove place 1')
  expect(answer()).toBeUndefined()
})

it('signature: is drawn, or typed by keyboard', () => {
  const { answer } = fill(formOf(field('signature')))
  const name = screen.getByRole('textbox', { name: /Your name/ })
  type(name, 'Ada L.')
  expect(answer()).toEqual({ name: 'Ada L.', strokes: [] })
  const area = screen.getByText('Sign here with finger, pen or mouse').parentElement as HTMLElement
  area.getBoundingClientRect = () => ({ left: 0, top: 0, width: 500, height: 200 }) as DOMRect
  fireEvent.pointerDown(area, { button: 0, clientX: 50, clientY: 20, pointerId: 1 })
  fireEvent.pointerMove(area, { clientX: 100, clientY: 40, pointerId: 1 })
  fireEvent.pointerUp(area, { pointerId: 1 })
  expect(answer()).toEqual({ name: 'Ada L.', strokes: [[100, 100, 200, 200]] })
  press('Clear the drawing')
  expect(answer()).toEqual({ name: 'Ada L.', strokes: [] })
})

it('person: is found by name', async () => {
  const findPeople = vi.fn(() =>
    Promise.resolve({ items: [{ id: 'p1', name: 'Grace Hopper', teams: [] }], shows: 'name' as const }),
  )
  const { answer } = fill(formOf(field('person')), { services: { fileAddress: () => '', findPeople } })
  const box = await screen.findByRole('combobox', { name: /Question/ })
  fireEvent.focus(box)
  type(box, 'grace')
  fireEvent.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
  expect(answer()).toEqual([{ id: 'p1', name: 'Grace Hopper' }])
})

it('file: what does not arrive is said, and what arrives can be removed', async () => {
  const upload = vi
    .fn()
    .mockRejectedValueOnce(new Error('The line broke.'))
    .mockResolvedValueOnce({ fileId: 'f1', name: 'plan.pdf', size: 10 })
  const { answer } = fill(formOf(field('file')), { services: { fileAddress: () => '', upload } })
  const input = document.querySelector('input[type="file"]') as HTMLInputElement
  const send = () => fireEvent.change(input, { target: { files: [new File(['x'], 'plan.pdf')] } })
  send()
  expect(await screen.findByText(/could not be uploaded. The line broke./)).toBeTruthy()
  send()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove plan.pdf' }))
  expect(answer()).toBeUndefined()
})

it('content: heading, text and film stand between the questions', async () => {
  fill(
    formOf(
      field('heading', { key: 'a', label: newText('Part one') }),
      field('text', { key: 'b', label: newText(), html: newText('<p>Read <strong>this</strong>.</p>') }),
      field('video', { key: 'c', label: newText('A film') }),
    ),
  )
  expect(screen.getByRole('heading', { name: 'Part one' })).toBeTruthy()
  expect(await screen.findByText('this')).toBeTruthy()
  expect(screen.getByText('There is no film yet.')).toBeTruthy()
})

const when = (key: string, value: string): Condition => ({
  match: 'all',
  tests: [{ on: 'answer', field: key, part: null, is: 'isAnyOf', values: [value] }],
  groups: [],
})

it('shows and hides as the answers say, and repeats an answer in a later text', () => {
  fill(
    formOf(
      field('yesNo', { key: 'child', label: newText('Children?') }),
      field('shortText', { key: 'name', label: newText('Name of the child'), showIf: when('child', 'true') }),
      field('shortText', { key: 'toy', label: newText('Toy of {{name}}'), showIf: when('child', 'true') }),
    ),
  )
  expect(screen.queryByLabelText(/Name of the child/)).toBeNull()
  tick('radio', 'Yes')
  type(screen.getByLabelText(/Name of the child/), 'Tim')
  expect(screen.getByLabelText(/Toy of Tim/)).toBeTruthy()
  tick('radio', 'No')
  expect(screen.queryByLabelText(/Toy/)).toBeNull()
})

const twoPages = (navigation: 'free' | 'pages' | 'forward'): FormContent => {
  const form = newForm('survey', 'Form')
  return {
    ...form,
    settings: { ...form.settings, navigation },
    pages: [
      { ...newPage([field('email', { key: 'mail', label: newText('Mail'), required: true })]), title: newText('You') },
      { ...newPage([field('shortText', { key: 'more', label: newText('More') })]), title: newText('Rest') },
    ],
  }
}

it('lets nobody leave a page with a fault where pages follow each other, and says what is wrong', () => {
  fill(twoPages('pages'), { footer: <button type="button">Submit</button> })
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  press('Next')
  expect(screen.getByText('Please answer this.')).toBeTruthy()
  type(screen.getByLabelText(/Mail/), 'no address')
  fireEvent.blur(screen.getByLabelText(/Mail/))
  expect(screen.getByText('Email is invalid')).toBeTruthy()
  type(screen.getByLabelText(/Mail/), 'a@b.example')
  press('Next')
  expect(screen.getByRole('heading', { name: 'Rest' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy()
  press('Back')
  expect(screen.getByLabelText(/Mail/)).toHaveProperty('value', 'a@b.example')
})

it('goes only forward where the author wants it', () => {
  fill(twoPages('forward'), { answers: { mail: 'a@b.example' } })
  press('Next')
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

it('lists what stands in the way, and leads to the field on its page', async () => {
  fill(twoPages('free'), { errors: { mail: { code: 'required' }, more: { code: 'tooShort', value: 3 } }, refusals: 1 })
  const list = screen.getByRole('alert')
  expect(within(list).getByText('2 answers need attention')).toBeTruthy()
  press('2. Rest')
  fireEvent.click(within(list).getByRole('button', { name: 'Mail: Please answer this.' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Mail/)))
})

it('shows the answers where they cannot be changed', () => {
  fill(
    formOf(
      field('singleChoice', { choices: choices('Red', 'Blue') }),
      field('shortText', { key: 'open', label: newText('Open') }),
    ),
    { answers: { q: { choices: ['blue'] } }, open: new Set(['open']) },
  )
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText('Blue')).toBeTruthy()
  expect(screen.getByLabelText(/Open/)).toBeTruthy()
})
