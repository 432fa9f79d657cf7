import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { MethodsForm } from './MethodsForm.tsx'

prepareComponents({ namespaces: ['common', 'providerSettings', 'problems'] })

it('shows passwords as taken where no way is chosen, so that another one does not switch them off', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ teamId: 'acme', displayName: 'Acme', authMethods: ['password', 'google'] })
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <MethodsForm tenantId="acme" team={{ teamId: 'acme', displayName: 'Acme', authMethods: [] }} />
    </QueryClientProvider>,
  )
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(box('Password').checked).toBe(true)
  expect(save().disabled).toBe(true)
  fireEvent.click(box('Google'))
  fireEvent.click(save())
  await waitFor(() => expect(sent).toEqual([{ tenantId: 'acme', teamId: 'acme', authMethods: ['password', 'google'] }]))
})

it('takes none chosen for passwords alone, which is what is taken already', () => {
  show(
    <QueryClientProvider client={new QueryClient()}>
      <MethodsForm tenantId="acme" team={{ teamId: 'acme', displayName: 'Acme', authMethods: [] }} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('checkbox', { name: 'Password' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})
