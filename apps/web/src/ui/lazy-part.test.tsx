import { act, fireEvent, screen } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { PanelHost } from '../shell/PanelHost.tsx'
import { openPanel } from '../shell/panels.ts'
import { prepareComponents, show } from '../testing/show.tsx'
import { lazyPart } from './lazy-part.tsx'

prepareComponents({ namespaces: ['common'] })

const files = vi.hoisted(() => ({ isOnline: true }))
vi.mock('../shell/SearchDialog.tsx', () => {
  if (!files.isOnline) throw new TypeError('Failed to fetch dynamically imported module')
  return { SearchDialog: ({ open }: { open: boolean }) => open && <p>Search</p> }
})

/** A part whose file comes only when the network is there. */
function givenPart(options?: Parameters<typeof lazyPart>[1]) {
  const network = { isOnline: false }
  const Part: ComponentType<{ open?: boolean; onClose?: () => void }> = ({ open = true }) => open && <p>The part</p>
  const Lazy = lazyPart(async () => {
    if (!network.isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  }, options)
  return { network, Lazy: Lazy as typeof Part }
}
const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

it('fails alone, and is there when it is tried again with the network', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { network, Lazy } = givenPart()
  show(
    <>
      <Lazy />
      <p>The rest</p>
    </>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.')
  expect(screen.getByText('The rest')).toBeTruthy()
  retry()
  // after a new version has been deployed the file never comes: a fresh page has another
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeTruthy()
  network.isOnline = true
  retry()
  expect(await screen.findByText('The part')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is tried anew when it is shown anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { network, Lazy } = givenPart()
  const first = show(<Lazy />)
  await screen.findByRole('alert')
  first.unmount()
  network.isOnline = true
  show(<Lazy />)
  expect(await screen.findByText('The part')).toBeTruthy()
})

it('over the page it can be put away, and is tried anew when it is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { network, Lazy } = givenPart({ floats: true })
  let setOpen = (_: boolean) => {}
  function Host() {
    const [open, set] = useState(true)
    setOpen = set
    return <Lazy open={open} onClose={() => set(false)} />
  }
  show(<Host />)
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
  network.isOnline = true
  act(() => setOpen(true))
  expect(await screen.findByText('The part')).toBeTruthy()
})

it('leaves what breaks otherwise to whoever stands around it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = lazyPart(async () => () => {
    throw new Error('Our mistake')
  })
  await expect(async () => {
    show(<Broken />)
    await act(async () => {})
  }).rejects.toThrow('Our mistake')
})

it('Ctrl+K without network says so and leaves the page as it is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  files.isOnline = false
  show(
    <>
      <p>The page</p>
      <PanelHost />
    </>,
  )
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.')
  expect(screen.getByText('The page')).toBeTruthy()
  act(() => openPanel(null))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is the only way to a part that comes later', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const others = Object.entries(sources).filter(([, source]) => /\b(lazy|lazyRouteComponent)\(/.test(source))
  // what tells of a new version shows nothing where it cannot be fetched
  expect(others.map(([path]) => path)).toEqual(['../shell/NewVersionHost.tsx'])
})
