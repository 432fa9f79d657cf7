import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showInRouter } from '../../testing/show-in-router.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'

prepareComponents({ namespaces: ['common', 'providerSettings', 'problems'] })

it('says all that is missing at once, and how a colour is written, before anything is sent', async () => {
  const sent = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', sent)
  showInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <ProviderDialog tenantId="acme" teamId="acme" provider={null} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
  const isWrong = (name: RegExp) => box(name).getAttribute('aria-invalid') === 'true'
  fireEvent.change(box(/^Colour/), { target: { value: 'blue' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(isWrong(/^Client ID/)).toBe(true))
  expect(isWrong(/^Client secret/)).toBe(true)
  expect(screen.getAllByText(/Enter a colour as # and six digits/).length).toBeGreaterThan(0)
  expect(sent).not.toHaveBeenCalled()
})
