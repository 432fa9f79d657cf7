import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../routes/paths.ts'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { TeamsPage } from './TeamsPage.tsx'

prepareComponents({ namespaces: ['common', 'session', 'shell', 'problems'] })

const team = (id: string) => ({
  membershipId: `u:${id}`,
  teamId: id,
  tenantId: 'learnt',
  displayName: `Team ${id}`,
  tenantName: 'Learnt',
  iconLogo: '',
  address: '',
  isCurrent: id === 'one',
  isDefault: false,
})
let asked = 0
let works = false
beforeEach(() => {
  asked = 0
  works = false
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return works
      ? Response.json({ teams: [team('one'), team('two')] })
      : Response.json({ type: 'about:blank', title: 'No', status: 500, code: 'internal' }, { status: 500 })
  })
})

function open() {
  const router = memoryRouter(paths.teams, { [paths.teams]: TeamsPage })
  router.update({ context: { justSignedIn: false } as never })
  showSignedIn(<RouterProvider router={router as never} />)
}

it('says that loading the teams failed, does not retry by itself, and shows them on request', async () => {
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked).toBe(1)
  expect(screen.getByRole('heading', { level: 1 })).not.toBe(document.activeElement)
  works = true
  fireEvent.click(again)
  await screen.findByText('Team two')
  expect(asked).toBe(2)
})

it('gives the focus to the heading when it was asked again, whatever comes of it', async () => {
  open()
  for (const next of [false, true]) {
    const again = await screen.findByRole('button', { name: 'Try again' })
    works = next
    again.focus()
    fireEvent.click(again)
    // the button goes and takes the focus with it
    await waitFor(() => expect(again.isConnected).toBe(false))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement))
  }
  await screen.findByText('Team two')
})
