import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { VerifyPage } from './VerifyPage.tsx'

prepareComponents({ namespaces: ['common', 'credentials', 'problems'] })

it('shows a badge with its signature, and what somebody altered in a file', async () => {
  const badge = {
    kind: 'badge',
    holderName: 'Maria Müller',
    title: 'First aider',
    issuer: 'Acme',
    issuedDay: '2026-11-20',
    validUntil: null,
    state: 'valid',
    serial: null,
    replacedBy: null,
    pictureUrl: 'http://localhost/badge.png',
    isSigned: true,
  }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json(badge)
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ outcome: 'differs', parts: ['holderName', 'title'] })
  })
  const page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <VerifyPage />
    </QueryClientProvider>
  )
  show(<RouterProvider router={memoryRouter('/verify/acme.1', { '/verify/$credentialId': page }) as never} />)
  await screen.findByRole('heading', { name: 'This badge is valid' })
  expect(screen.getByText('The signature is valid')).toBeTruthy()
  expect(screen.queryByText('Serial')).toBeNull()
  const input = screen.getByLabelText('Choose a file', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['{}'], 'badge.json')] } })
  await screen.findByText('This file is not the one that was issued. Altered: holder and title')
  expect(sent).toEqual([{ kind: 'badge', credential: '{}' }])
  fireEvent.change(input, { target: { files: [new File(['nothing'], 'x.svg')] } })
  await screen.findByText('There is no certificate and no badge in this file.')
  fireEvent.change(input, { target: { files: [new File([new Uint8Array(3 * 1024 * 1024 + 1)], 'big.png')] } })
  await screen.findByText('This file is larger than 3 MB. What was issued is smaller.')
  expect(sent).toHaveLength(1)
})
