import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showInRouter } from '../../testing/show-in-router.tsx'
import { ProvidersPanel } from './ProvidersPanel.tsx'

prepareComponents({ namespaces: ['common', 'providerSettings', 'problems'] })

it('keeps what can be done with a provider together, on a narrow window too', async () => {
  const provider = {
    id: 'p1',
    teamId: 'acme',
    kind: 'google',
    name: 'Google',
    color: '',
    people: 0,
    redirectUrls: [],
    isEnabled: true,
  }
  const teams = [{ teamId: 'acme', displayName: 'Acme', authMethods: ['google'] }]
  vi.stubGlobal('fetch', async () => Response.json({ items: [provider], teams, can: {} }))
  showInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <ProvidersPanel tenantId="acme" />
    </QueryClientProvider>,
  )
  const buttons = await screen.findAllByRole('button', { name: /Google/ })
  expect(buttons.map((one) => one.textContent)).toEqual(['Test', 'Edit', 'Remove'])
  expect(buttons[0]?.parentElement?.textContent).toBe('TestEditRemove')
})
