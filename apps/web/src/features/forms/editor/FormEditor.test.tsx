import type { FieldOf, FormContent } from '@learnt/contract/forms/content'
import { newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { newText, textMark } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../../testing/show.tsx'
import { showSignedIn } from '../../../testing/show-signed-in.tsx'
import { EditingProvider } from '../../documents/editing.ts'
import { createUploads } from '../../documents/uploads.ts'
import { formKind } from '../kind.ts'
import { FormEditor } from './FormEditor.tsx'

prepareComponents({
  namespaces: [
    'common',
    'formEditor',
    'documents',
    'documentKinds',
    'permissions',
    'parts',
    'problems',
    'questionBank',
  ],
})

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

it('adds a field of the palette after the one that is open, names it, and takes it back and again', () => {
  const { content } = edit(aForm())
  fireEvent.click(screen.getByRole('button', { name: /^\d+\. Name/ }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Add a field to Page 1' })[0] as HTMLElement)
  fireEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Multiple choice' }))
  fireEvent.change(screen.getByRole('textbox', { name: /Question/ }), { target: { value: 'Which days?' } })
  expect(fieldsOf(content()).map((field) => field.label.text)).toEqual(['Name', 'Colour', 'Which days?'])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(fieldsOf(content()).map((field) => field.label.text)).not.toContain('Which days?')
  fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
  expect(fieldsOf(content()).at(-1)?.label.text).toBe('Which days?')
})

it('writes a condition as a sentence over the answer to another question', () => {
  const { content } = edit(aForm())
  fireEvent.click(screen.getByRole('button', { name: /^\d+\. Name/ }))
  const shown = screen.getByRole('group', { name: 'When is it shown?' })
  expect(shown.textContent).toContain('Always')
  fireEvent.click(within(shown).getByRole('button', { name: 'Set a condition' }))
  const [name, colour] = fieldsOf(content()) as [FieldOf<'shortText'>, FieldOf<'singleChoice'>]
  expect(name.showIf?.tests).toEqual([{ on: 'answer', field: colour.key, part: null, is: 'isAnyOf', values: [] }])
  expect(shown.textContent).toContain('Shown if')
  choose(within(shown).getByRole('combobox', { name: 'Value' }), 'Red')
  expect(fieldsOf(content())[0]?.showIf?.tests[0]?.values).toEqual([colour.choices[0]?.key])
  choose(within(shown).getByRole('combobox', { name: 'Comparison' }), 'is not answered')
  expect(fieldsOf(content())[0]?.showIf?.tests[0]).toMatchObject({ is: 'notAnswered', values: [] })
  fireEvent.click(within(shown).getByRole('button', { name: 'Remove the condition' }))
  expect(fieldsOf(content())[0]?.showIf).toBeNull()
})

it('makes a question of a field, with points and a right answer', () => {
  const { content } = edit(aForm())
  fireEvent.click(screen.getByRole('button', { name: /^\d+\. Colour/ }))
  fireEvent.click(screen.getByRole('switch', { name: 'Earns points' }))
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Points' }), { target: { value: '2.5' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Blue' }))
  const colour = fieldsOf(content())[1] as FieldOf<'singleChoice'>
  expect(colour.quiz).toMatchObject({ points: 2.5, key: { right: [colour.choices[1]?.key], shares: null } })
  // one right answer at most
  fireEvent.click(screen.getByRole('checkbox', { name: 'Red' }))
  expect((fieldsOf(content())[1] as FieldOf<'singleChoice'>).quiz?.key?.right).toEqual([colour.choices[0]?.key])
})

it('writes a translation beside the original and marks one that is older than it', () => {
  const form = { ...aForm(), languages: ['de'] }
  const { content } = edit(form)
  choose(screen.getByRole('combobox', { name: 'Texts in' }), 'German')
  expect(screen.getAllByText('Not translated')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /^\d+\. Name/ }))
  fireEvent.change(screen.getByRole('textbox', { name: /Question/ }), { target: { value: 'Ihr Name' } })
  const label = () => fieldsOf(content())[0]?.label
  expect(label()?.translations.de).toEqual({ text: 'Ihr Name', of: textMark('Name') })
  choose(screen.getByRole('combobox', { name: 'Texts in' }), 'The form’s own language')
  fireEvent.change(screen.getByRole('textbox', { name: /Question/ }), { target: { value: 'Full name' } })
  choose(screen.getByRole('combobox', { name: 'Texts in' }), 'German')
  expect(screen.getByText('Translation is older')).toBeTruthy()
})

it('moves and removes fields without dragging', () => {
  const { content } = edit(aForm())
  menu('Colour', 'Move up')
  expect(fieldsOf(content()).map((field) => field.label.text)).toEqual(['Colour', 'Name'])
  menu('Name', 'Move to Page 2')
  expect(content().pages[1]?.sections[0]?.fields.map((field) => field.label.text)).toEqual(['Name'])
  menu('Colour', 'Duplicate')
  expect(fieldsOf(content()).map((field) => field.label.text)).toEqual(['Colour', 'Colour', 'Name'])
  menu('Name', 'Remove the field')
  expect(fieldsOf(content()).map((field) => field.label.text)).toEqual(['Colour', 'Colour'])
})

it('offers nothing that does not work yet, and lets it be removed where it is set', () => {
  const application: FormContent = { ...aForm(), kind: 'application' }
  edit(application, 'settings')
  expect(screen.getByRole('region', { name: 'Who marks' })).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Add a field to Page 1' })[0] as HTMLElement)
  expect(screen.getByRole('menuitem', { name: 'Essay' })).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: 'Questions from the bank' })).toBeTruthy()
  cleanup()
  const level = {
    key: 'klevel',
    title: newText('First'),
    who: { by: 'managers' as const },
    need: 'any' as const,
    escalateAfterDays: null,
    seesPages: null,
    mayChange: [],
  }
  edit({ ...application, settings: { ...application.settings, levels: [level] } }, 'settings')
  expect(screen.getByRole('region', { name: 'Who approves' })).toBeTruthy()
})

it('names who approves level by level, and what follows the outcome', () => {
  const { content } = edit({ ...aForm(), kind: 'application' }, 'settings')
  const approves = within(screen.getByRole('region', { name: 'Who approves' }))
  fireEvent.click(approves.getByRole('button', { name: 'Add a level' }))
  fireEvent.change(approves.getByRole('textbox', { name: 'Title of the level' }), { target: { value: 'Office' } })
  choose(approves.getByRole('combobox', { name: 'Who decides' }), 'By an attribute of the person')
  fireEvent.click(approves.getByRole('button', { name: 'Add a row' }))
  choose(approves.getByRole('combobox', { name: 'Needed' }), 'All of them')
  expect(content().settings.levels).toMatchObject([
    {
      title: { text: 'Office' },
      need: 'all',
      who: { by: 'table', attribute: 'position', rows: [{ values: [], userIds: [] }], otherwise: [] },
    },
  ])
  const follows = within(screen.getByRole('region', { name: 'What follows' }))
  fireEvent.click(follows.getByRole('button', { name: 'Set an attribute' }))
  fireEvent.change(follows.getByRole('textbox', { name: 'Value' }), { target: { value: 'Cyclist' } })
  expect(content().settings.followUps).toMatchObject([
    { on: ['approved'], action: { do: 'setAttribute', attribute: 'tags', field: null, value: 'Cyclist' } },
  ])
  fireEvent.click(follows.getByRole('button', { name: 'Remove action 1' }))
  fireEvent.click(approves.getByRole('button', { name: 'Remove Office' }))
  expect(content().settings).toMatchObject({ levels: [], followUps: [] })
})

function aForm(): FormContent {
  const colour = newField('singleChoice', 'Colour')
  const [red, blue] = colour.choices
  return {
    ...newForm('survey', 'Form'),
    pages: [
      newPage([
        newField('shortText', 'Name'),
        {
          ...colour,
          choices: [
            { ...(red as (typeof colour.choices)[number]), label: { text: 'Red', translations: {} } },
            { ...(blue as (typeof colour.choices)[number]), label: { text: 'Blue', translations: {} } },
          ],
        },
      ]),
      newPage([]),
    ],
  }
}

function edit(first: FormContent, open?: string) {
  let now = first
  const take = (content: FormContent) => {
    now = content
  }
  showSignedIn(<Editor first={first} open={open} onContent={take} />)
  return { content: () => now }
}

const uploads = createUploads({ lost: '', failed: () => '' })

/** Keeps content and open part, as the workspace does. */
function Editor(props: { first: FormContent; open?: string | undefined; onContent: (content: FormContent) => void }) {
  const { first, open = 'settings-of-nothing', onContent } = props
  const [value, set] = useState(first)
  const [item, setItem] = useState<string | null>(open)
  useEffect(() => onContent(value))
  const document = { id: 'f', files: [], documents: [] } as never
  return (
    <EditingProvider
      value={
        {
          kind: formKind,
          document,
          content: value,
          errors: {},
          locked: false,
          edit: set,
          findFile: () => undefined,
          rememberFile: () => {},
          findDocument: () => undefined,
          rememberDocument: () => {},
          uploads,
        } as never
      }
    >
      <FormEditor
        document={document}
        value={value}
        onChange={set}
        errors={{}}
        locked={false}
        item={item}
        onItem={setItem}
      />
    </EditingProvider>
  )
}

function choose(field: HTMLElement, option: string) {
  fireEvent.mouseDown(field)
  fireEvent.click(screen.getByRole('option', { name: option }))
}

function menu(name: string, item: string) {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  fireEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: item }))
}
