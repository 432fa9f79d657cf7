import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showInRouter } from '../../testing/show-in-router.tsx'
import { readToasts } from '../../ui/toasts.ts'
import { NewTenant } from './NewTenant.tsx'

prepareComponents({ namespaces: ['common', 'administration', 'problems'] })

it.each([
  [false, /^Acme Ltd was created$/],
  [true, /Olive Owner already has an account, .*The password you entered has no effect/],
])('says whether the typed password opens anything (known: %s)', async (administratorIsKnown, said) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ id: 'acme', name: 'Acme Ltd', administratorIsKnown }, { status: 201 }),
  )
  showInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <NewTenant open onClose={() => {}} />
    </QueryClientProvider>,
  )
  const values = {
    name: 'Acme Ltd',
    id: 'acme',
    'administrator.firstName': 'Olive',
    'administrator.lastName': 'Owner',
    'administrator.email': 'olive@acme.example',
    'administrator.password': 'A-lantern-of-7',
  }
  for (const [name, value] of Object.entries(values)) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (field) fireEvent.change(field, { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create tenant' }))
  await waitFor(() => expect(readToasts()[0]?.text).toMatch(said))
})
