import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryRouter } from '../testing/memory-router.ts'
import { showRouter } from '../testing/page-frame.tsx'
import { prepareComponents } from '../testing/show.tsx'
import { Toolbar } from './Toolbar.tsx'

prepareComponents({ namespaces: ['common', 'shell', 'navigation', 'problems'], wide: false })
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

it('has few buttons on a phone, and the rest in the person’s menu', async () => {
  const me = { userId: 'u', roles: ['learner'], firstName: 'Ada', lastName: 'L', email: 'a@b.example', avatar: '' }
  const first = { team: { settings: { features: {}, marketplaceLink: 'https://shop.example/' } }, me }
  const page = () => <Toolbar small bare={false} fixed onMenu={() => {}} />
  showRouter(memoryRouter('/', { '/': page }), { first, client: new QueryClient() })
  const bar = await screen.findByRole('banner', { name: 'Toolbar' })
  const buttons = within(bar).getAllByRole('button')
  // the bell hangs itself in, and is the fourth
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Open navigation',
    'Search for an app or page',
    'Your account: Ada L',
  ])
  fireEvent.click(buttons[2] as Element)
  const tools = within(await screen.findByRole('menu', { name: 'Toolbar' }))
  expect(tools.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Favourites',
    'Jobs',
    'Quick panel',
    'Marketplace',
  ])
  expect(tools.getByRole('menuitem', { name: 'Marketplace' }).getAttribute('href')).toBe('https://shop.example/')
})
