import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryRouter } from '../testing/memory-router.ts'
import { prepareComponents } from '../testing/show.tsx'
import { showInRouter } from '../testing/show-in-router.tsx'
import { MenuBar } from './MenuBar.tsx'
import type { NavNode } from './navigation.ts'
import * as navigation from './use-navigation.ts'

const leaf = (id: string): NavNode => ({ type: 'item', id, label: { words: id }, href: `/${id}` })
const nodes: NavNode[] = [
  leaf('Home'),
  { type: 'group', id: 'Admin', label: { words: 'Admin' }, children: [leaf('Users'), leaf('Courses')] },
  { type: 'group', id: 'Reports', label: { words: 'Reports' }, children: [leaf('Learners')] },
]
prepareComponents({ namespaces: ['common', 'shell', 'navigation'] })
beforeEach(() => {
  vi.spyOn(navigation, 'useNavigation').mockReturnValue({
    nodes,
    wordsOf: (label) => (label as { words: string }).words,
  })
  showInRouter(<MenuBar width={undefined} withPerson={false} />, memoryRouter('/Home', {}) as never)
})

const admin = () => screen.getByRole('button', { name: 'Admin' })
const isOpen = () => admin().getAttribute('aria-expanded') === 'true'

it('opens and closes a menu 150 ms after the pointer came and went', () => {
  vi.useFakeTimers()
  fireEvent.mouseEnter(admin().closest('li') as Element)
  act(() => void vi.advanceTimersByTime(149))
  expect(isOpen()).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(isOpen()).toBe(true)
  fireEvent.mouseLeave(admin().closest('li') as Element)
  act(() => void vi.advanceTimersByTime(150))
  expect(isOpen()).toBe(false)
})

it('goes along the bar and through a menu by the arrows, and back by Escape', async () => {
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  act(() => screen.getByRole('link', { name: 'Home' }).focus())
  press('ArrowRight')
  expect(document.activeElement).toBe(admin())
  press('ArrowDown')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Users'))
  press('ArrowUp')
  expect(document.activeElement?.textContent).toBe('Courses')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Users')
  press('Escape')
  expect(document.activeElement).toBe(admin())
  expect(isOpen()).toBe(false)
  press('End')
  expect(document.activeElement?.textContent).toBe('Reports')
  press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('Home')
})

it('opens by Enter, which is a click, and closes when the focus goes elsewhere', () => {
  act(() => admin().focus())
  fireEvent.click(admin())
  expect(isOpen()).toBe(true)
  expect(screen.getByRole('link', { name: 'Users' })).toBeDefined()
  act(() => screen.getByRole('link', { name: 'Home' }).focus())
  expect(isOpen()).toBe(false)
})
