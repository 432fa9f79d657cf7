import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { Choice } from './Choice.tsx'

prepareComponents({ namespaces: [] })

it('is named by its label, has its value alone as its value, and opens by the arrows', () => {
  const chosen: string[] = []
  const options = ['title', 'date'].map((value) => ({ value, label: `By ${value}` }))
  show(<Choice label="Sort" value="title" options={options} onChange={(value) => chosen.push(value)} />)
  const field = screen.getByRole('combobox', { name: 'Sort' })
  const told = field.cloneNode(true) as HTMLElement
  for (const hidden of told.querySelectorAll('[aria-hidden]')) hidden.remove()
  expect(told.textContent).toBe('By title')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('listbox', { name: 'Sort' })).toBeTruthy()
  fireEvent.click(screen.getByRole('option', { name: 'By date' }))
  expect(chosen).toEqual(['date'])
})
