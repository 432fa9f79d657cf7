import { standardRows, type TenantNavigation } from '@learnt/contract/navigation'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../api/SessionProvider.tsx'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { DialogHost } from '../../ui/DialogHost.tsx'
import { NavigationSettingsPage } from './NavigationSettingsPage.tsx'

prepareComponents({ namespaces: ['common', 'problems', 'navigation', 'settings'] })

const first = { team: { id: 'north', tenantId: 'acme', settings: {} }, me: { tenantId: 'acme' } }
const stored: TenantNavigation = {
  tenantId: 'acme',
  teams: ['north', 'south'].map((id) => ({ id, displayName: id, rows: standardRows() })),
}
let sent: object[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (asked: string, init: RequestInit = {}) => {
    const path = String(asked).split('?')[0] ?? ''
    if (init.method === 'PATCH') sent.push(JSON.parse(String(init.body)))
    const tenants = { items: [{ id: 'acme', name: 'Acme Ltd' }] }
    const body = path === '/api/tenants' ? tenants : path.endsWith('/navigation') ? stored : first
    return new Response(JSON.stringify(body))
  })
})

async function open() {
  const router = memoryRouter('/settings?tenantId=acme&teamId=north', { '/settings': NavigationSettingsPage })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider first={first as never}>
        <RouterProvider router={router as never} />
        <DialogHost />
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('switch', { name: courses })
}

const courses = 'My courses is available'
const bundles = 'My bundles is available'
const onOff = (name: string) => screen.getByRole('switch', { name }) as HTMLInputElement

it('saves for a team nothing that was thrown away with another', async () => {
  await open()
  fireEvent.click(onOff(courses))
  const team = screen.getByRole('combobox', { name: 'Team' })
  fireEvent.mouseDown(team)
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: 'south' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Team' }).textContent).toBe('south'))
  expect(onOff(courses).checked).toBe(true)
  expect(screen.queryByText('1 change')).toBeNull()
  // the list of teams is the same one, so the focus stays in it
  expect(screen.getByRole('combobox', { name: 'Team' })).toBe(team)
  fireEvent.click(onOff(bundles))
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const [change] = sent as [{ available: object }]
  expect(change).toMatchObject({ teamIds: ['south'] })
  expect(Object.values(change.available)).toEqual([false])
  expect(onOff(courses).checked).toBe(true)
})
