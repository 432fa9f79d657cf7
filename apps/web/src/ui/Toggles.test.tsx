import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { prepareComponents, show } from '../testing/show.tsx'
import { Toggles } from './Toggles.tsx'

prepareComponents({ namespaces: [] })

it('goes from one to the next by arrows, and leaves those to the browser that go back and forward', () => {
  const options = ['all', 'open', 'done'].map((value) => ({ value, label: value }))
  show(<Toggles label="Show" value="all" options={options} onChange={() => {}} />)
  const button = (name: string) => screen.getByRole('button', { name })
  button('all').focus()
  // false: what the browser does by itself was prevented
  expect(fireEvent.keyDown(button('all'), { key: 'ArrowLeft' })).toBe(false)
  expect(document.activeElement).toBe(button('done'))
  expect(fireEvent.keyDown(button('done'), { key: 'ArrowLeft', altKey: true })).toBe(true)
  expect(document.activeElement).toBe(button('done'))
  fireEvent.keyDown(button('done'), { key: 'Home' })
  expect(document.activeElement).toBe(button('all'))
})
