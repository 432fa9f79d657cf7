import type { OwnResource } from '@learnt/contract/resources'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { ResourcePage } from './ResourcePage.tsx'

prepareComponents({ namespaces: ['common', 'resources', 'problems', 'learning', 'steps', 'files'] })

const link: OwnResource = {
  resourceId: 'r1',
  assignmentId: 'a1',
  title: 'Travel policy',
  description: 'Read me first.',
  category: 'Policies',
  tags: [],
  image: '',
  type: 'link',
  isOptional: false,
  state: 'notstarted',
  minutes: 3,
  dueAt: null,
  dueState: 'none',
  assignedAt: '2026-11-20T09:00:00.000Z',
  completedAt: null,
  isLocked: false,
  versionNumber: 2,
  publishedAt: '2026-11-20T09:00:00.000Z',
  file: null,
  url: 'https://example.org/',
  waitsFor: null,
  extension: null,
}
const world = { resource: link, sent: [] as unknown[] }

beforeEach(() => {
  world.resource = link
  world.sent = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'POST') world.sent.push(JSON.parse(String(body)))
    const answer =
      method === 'POST' ? { state: 'completed', completedAt: null, savedAt: link.assignedAt } : world.resource
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
})

const open = (address: string) => {
  const router = memoryRouter(address, { '/apps/resource/$resourceId/{-$resourceHandle}': ResourcePage })
  showSignedIn(<RouterProvider router={router as never} />)
  return router
}

it('puts the title at the end of the address, and records a link when it is followed, not before', async () => {
  const router = open('/apps/resource/r1/wrong')
  const button = await screen.findByRole('link', { name: /Open the link/ })
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/resource/r1/travel-policy'))
  expect(world.sent).toEqual([])
  fireEvent.click(button)
  await waitFor(() => expect(world.sent).toMatchObject([{ event: 'open', versionNumber: 2 }]))
  await screen.findByText('Completed')
})

it('names and links what a locked one waits for, and shows nothing of its content', async () => {
  world.resource = {
    ...link,
    isLocked: true,
    url: '',
    waitsFor: { id: 'c1', type: 'course', title: 'Basics', pathway: null, isGiven: true },
  }
  open('/apps/resource/r1')
  expect((await screen.findByRole('link', { name: 'Basics' })).getAttribute('href')).toBe('/apps/course/c1')
  expect(screen.getByText('This resource is locked')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Open the link/ })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
