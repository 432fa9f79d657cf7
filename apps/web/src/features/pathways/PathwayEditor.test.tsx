import type { NamedDocument } from '@learnt/contract/documents'
import type { PathwayContent, PathwayStep } from '@learnt/contract/pathways'
import { fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { keyOfParts, moveStep } from './content.ts'
import { PathwayEditor } from './PathwayEditor.tsx'

prepareComponents({ namespaces: ['common', 'pathwayEditor', 'documents', 'documentKinds', 'parts', 'problems'] })

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

it('says how much of a section is needed in a sentence, and takes another number', () => {
  const { content } = edit(aPathway())
  choose(screen.getByRole('combobox', { name: 'How much of Base is needed' }), 'a number of steps')
  expect(content().sections[0]?.rule).toEqual({ rule: 'any', count: 1 })
  expect(section('Base').textContent).toMatch(/Learners do.*any.*of the 2 steps/)
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Number of steps' }), { target: { value: '2' } })
  expect(content().sections[0]?.rule).toEqual({ rule: 'any', count: 2 })
  // what is no number is not taken
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Number of steps' }), { target: { value: '' } })
  expect(content().sections[0]?.rule).toEqual({ rule: 'any', count: 2 })
})

it('moves a step down, over the border of its section, and back by Undo after it was removed', () => {
  const { content, order } = edit(aPathway())
  menu('Title a', 'Move down')
  expect(order()).toEqual([['b', 'a'], ['c']])
  menu('Title a', 'Move to “Then”')
  expect(order()).toEqual([['b'], ['c', 'a']])
  menu('Title c', 'Remove the step')
  expect(order()).toEqual([['b'], ['a']])
  expect(content().sections).toHaveLength(2)
})

it('takes the settings of a step: optional, due some days after the step before', () => {
  const { content } = edit(aPathway())
  fireEvent.click(screen.getByRole('button', { name: 'Settings of Title b' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Required' }))
  choose(screen.getByRole('combobox', { name: 'Due' }), 'Days after the previous step')
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Days' }), { target: { value: '30' } })
  expect(content().sections[0]?.steps[1]).toMatchObject({
    isRequired: false,
    due: { kind: 'days', days: 30, from: 'previous' },
  })
  expect(section('Base').textContent).toContain('Optional · due 30 days after the previous step')
  expect(screen.queryByRole('spinbutton', { name: 'Credits' })).toBeNull()
})

it('asks for the age of earlier completions only where it matters', () => {
  const { content } = edit(aPathway())
  fireEvent.click(screen.getByRole('radio', { name: 'Count if they are not too old' }))
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Not older than, in months' }), { target: { value: '6' } })
  expect(content().earlier).toEqual({ accept: 'months', months: 6 })
})

it('shows a problem at its step and unfolds it, and at the rule of a section', () => {
  edit(aPathway(), { 'step/b/documentId': 'This document does not exist any more', 'section/one/rule': 'Too many' })
  const row = screen.getByRole('button', { name: 'Settings of Title b' })
  expect(row.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
    'Too many',
    'This document does not exist any more',
  ])
})

it('finds the field of a path, wherever its step stands by now', () => {
  const content = aPathway()
  expect(keyOfParts(content, ['sections', '0', 'steps', '1', 'due', 'days'])).toBe('step/b/due')
  expect(keyOfParts(content, ['sections', '1', 'rule', 'count'])).toBe('section/two/rule')
  expect(keyOfParts(content, ['prerequisites', '3'])).toBe('prerequisites')
  const moved = moveStep(content.sections, 'a', { section: 1, index: 0 })
  expect(moved.map((section) => section.steps.map((step) => step.id))).toEqual([['b'], ['a', 'c']])
})

function edit(first: PathwayContent, errors: Record<string, string> = {}) {
  let now = first
  showSignedIn(
    <Editor
      first={first}
      errors={errors}
      onContent={(content) => {
        now = content
      }}
    />,
  )
  return {
    content: () => now,
    order: () => now.sections.map((section) => section.steps.map((step) => step.id)),
  }
}

/** Keeps the content, as the workspace does. */
function Editor({
  first,
  errors,
  onContent,
}: {
  first: PathwayContent
  errors: Record<string, string>
  onContent: (content: PathwayContent) => void
}) {
  const [value, set] = useState(first)
  useEffect(() => {
    onContent(value)
  })
  return (
    <PathwayEditor
      document={{ id: 'p' } as never}
      value={value}
      onChange={set}
      errors={errors}
      locked={false}
      findDocument={findDocument}
      remember={() => {}}
    />
  )
}

const section = (name: string) => screen.getByRole('list', { name }).closest('li') as HTMLElement

function choose(field: HTMLElement, option: string) {
  fireEvent.mouseDown(field)
  fireEvent.click(screen.getByRole('option', { name: option }))
}

function menu(name: string, item: string) {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  fireEvent.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: item }))
}

function findDocument(id: string): NamedDocument {
  return {
    id,
    type: 'course',
    title: `Title ${id}`,
    status: 'published',
    imageSmall: '',
    isBundle: false,
    minutes: 0,
  }
}

function step(id: string): PathwayStep {
  return {
    id,
    documentType: 'course',
    documentId: id,
    isRequired: true,
    credits: 1,
    equivalents: [],
    due: { kind: 'pathway' },
  }
}

function aPathway(): PathwayContent {
  return {
    title: 'The pathway',
    description: '',
    category: '',
    tags: [],
    imageFileId: null,
    language: '',
    order: 'sequenced',
    earlier: { accept: 'always' },
    prerequisites: [],
    sections: [
      { id: 'one', title: 'Base', rule: { rule: 'all' }, steps: [step('a'), step('b')] },
      { id: 'two', title: 'Then', rule: { rule: 'all' }, steps: [step('c')] },
    ],
  }
}
