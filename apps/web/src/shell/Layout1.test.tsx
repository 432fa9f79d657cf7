import { usualLayout } from '@learnt/contract/layout'
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryRouter } from '../testing/memory-router.ts'
import { showRouter } from '../testing/page-frame.tsx'
import { prepareComponents } from '../testing/show.tsx'
import { Layout1 } from './Layout1.tsx'

prepareComponents({ namespaces: ['common', 'shell', 'navigation'] })
let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return new Promise(() => {})
  })
})

const layout = { ...usualLayout, toolbar: { ...usualLayout.toolbar, display: false } }
const first = {
  environment: 'prod',
  team: { displayName: 'Team', theme: { iconLogo: '', iconBase: '' }, settings: { features: {} } },
  me: { userId: 'u', roles: ['learner'], sideNavigation: null },
}

function open(foldsNavigation: boolean) {
  const page = () => (
    <Layout1 layout={layout} foldsNavigation={foldsNavigation} small={false} drawer={false} onDrawer={() => {}}>
      The page
    </Layout1>
  )
  showRouter(memoryRouter('/', { '/': page }), { first, client: new QueryClient() })
}

it('folds the navigation on a page for learning until it is unfolded, which is no choice for all pages', async () => {
  open(true)
  expect(await screen.findByText('The page')).toBeTruthy()
  const navigation = screen.getByRole('navigation', { name: 'Main navigation' })
  expect(screen.queryByRole('button', { name: 'Collapse navigation' })).toBeNull()
  fireEvent.mouseEnter(navigation.parentElement as Element)
  fireEvent.click(screen.getByRole('button', { name: 'Keep navigation open' }))
  expect(screen.getByRole('button', { name: 'Collapse navigation' })).toBeTruthy()
  expect(asked.filter((address) => address.includes('preferences'))).toEqual([])
})

it('leaves it as the person has it elsewhere', async () => {
  open(false)
  expect(await screen.findByRole('button', { name: 'Collapse navigation' })).toBeTruthy()
})

it('closes over the page when the focus has moved on, even from an entry that was removed', async () => {
  open(true)
  expect(await screen.findByText('The page')).toBeTruthy()
  const navigation = screen.getByRole('navigation', { name: 'Main navigation' })
  const entry = document.createElement('button')
  navigation.append(entry)
  vi.spyOn(entry, 'matches').mockReturnValue(true)
  act(() => entry.focus())
  expect(screen.getByRole('button', { name: 'Keep navigation open' })).toBeTruthy()
  entry.remove()
  const main = document.querySelector('main') as HTMLElement
  act(() => main.focus())
  expect(screen.queryByRole('button', { name: 'Keep navigation open' })).toBeNull()
})
