import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { prepareComponents, show } from '../../testing/show.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { FigureTiles } from './FigureTiles.tsx'
import { behind } from './figure-columns.tsx'

prepareComponents({ namespaces: ['common', 'reports'] })

let filters: Record<string, string[]>
function Table({ begun = {} }: { begun?: Record<string, string[]> }) {
  const [state, change] = useState({ ...plainList, filters: begun })
  filters = state.filters
  const ids = ['assigned', 'completed', 'overdue'] as const
  return (
    <>
      <FigureTiles
        label="Learning"
        tiles={ids.map((id) => ({ id, label: id, value: 3, filter: behind[id] }))}
        state={state}
        onChange={change}
      />
      <AsOfField state={state} onChange={change} history={{ historyFrom: '2026-10-20', historyTo: '2026-11-24' }} />
    </>
  )
}
const tile = (name: string) => screen.getByRole('button', { name: new RegExp(name) })

it('narrows the table to what a figure counts, and widens it when pressed again', () => {
  show(<Table begun={{ asOf: ['2026-11-01'], state: ['failed'] }} />)
  fireEvent.click(tile('completed'))
  expect(filters).toEqual({ asOf: ['2026-11-01'], state: ['completed', 'passed'] })
  expect(tile('completed').getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(tile('overdue'))
  expect(filters).toEqual({ asOf: ['2026-11-01'], overdue: ['true'] })
  fireEvent.click(tile('overdue'))
  expect(filters).toEqual({ asOf: ['2026-11-01'] })
})

it('says “Today”, and offers the last kept day and the last month', async () => {
  show(<Table />)
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  const choices = () => screen.getAllByRole('button', { hidden: false }).map((button) => button.textContent)
  await screen.findByRole('dialog')
  expect(choices()).toEqual(['Today', expect.stringContaining('24'), expect.stringContaining('31')])
  fireEvent.click(screen.getByRole('button', { name: /31/ }))
  expect(filters).toEqual({ asOf: ['2026-10-31'] })
})
