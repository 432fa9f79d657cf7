import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
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

interface PartProps {
  open?: boolean
  onClose?: () => void
}
function Part({ open = true }: PartProps) {
  return open && <p>The part</p>
}

/** A part whose file comes only when the network is there. */
function givenPart(options?: Parameters<typeof lazyPart>[1]) {
  const network = { isOnline: false }
  const Lazy = lazyPart(async () => {
    if (!network.isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  }, options)
  return { network, Lazy: Lazy as typeof Part }
}

function Opener({ part: Lazy }: { part: typeof Part }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Lazy open={open} onClose={() => setOpen(false)} />
    </>
  )
}
const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

it('fails alone, and comes when the user tries again', async () => {
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
  // after a new version was deployed the file never comes: only a fresh page has the new one
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeTruthy()
  network.isOnline = true
  retry()
  expect(await screen.findByText('The part')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is fetched again when it is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { network, Lazy } = givenPart()
  const first = show(<Lazy />)
  await screen.findByRole('alert')
  first.unmount()
  network.isOnline = true
  show(<Lazy />)
  expect(await screen.findByText('The part')).toBeTruthy()
})

it('a failed dialog can be closed, and is fetched again when it is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { network, Lazy } = givenPart({ floats: true })
  show(<Opener part={Lazy} />)
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
  network.isOnline = true
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('The part')).toBeTruthy()
})

it('passes any other error to the boundary around it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = lazyPart(async () => () => {
    throw new Error('Our mistake')
  })
  await expect(async () => {
    show(<Broken />)
    await act(async () => {})
  }).rejects.toThrow('Our mistake')
})

it('Ctrl+K without a network shows the failure and keeps the page', async () => {
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

it('every lazy part is made with lazyPart', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const others = Object.entries(sources).filter(([, source]) => /\b(lazy|lazyRouteComponent)[(<]/.test(source))
  // NOTE the notice of a new version shows nothing when it cannot be fetched
  expect(others.map(([path]) => path)).toEqual(['../shell/NewVersionHost.tsx', './lazy-part.tsx'])
})
