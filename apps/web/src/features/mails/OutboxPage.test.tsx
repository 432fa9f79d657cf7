import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { OutboxPage } from './OutboxPage.tsx'

prepareComponents({ namespaces: ['common', 'mails', 'parts', 'problems'] })

const address = 'https://learn.example/change-password?code='

async function openMail(code: string) {
  const mail = {
    id: 'm1',
    to: 'nora@acme.example',
    subject: 'Your account',
    text: `Choose: ${address}${code}\n\nLater: https://learn.example/login`,
    kind: 'invitation',
    state: 'kept',
    reason: '',
    createdAt: '2026-11-20T09:00:00.000Z',
    sentAt: null,
  }
  vi.stubGlobal('fetch', async () => Response.json({ items: [mail], next: null, total: 1, totalIsExact: true }))
  const router = memoryRouter('/', { '/': OutboxPage })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Your account' }))
  await screen.findByText(/Choose:/)
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
}

it('links the addresses of a mail', async () => {
  expect(await openMail('abc')).toEqual([`${address}abc`, 'https://learn.example/login'])
  expect(screen.queryByText(/The code in the link is hidden/)).toBeNull()
})

it('links none whose code is left out, and says why', async () => {
  expect(await openMail('•••')).toEqual(['https://learn.example/login'])
  expect(screen.getByText(/The code in the link is hidden/)).toBeTruthy()
})
