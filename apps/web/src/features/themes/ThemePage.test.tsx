import { noTheme, type TeamThemeReply } from '@learnt/contract/themes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../api/SessionProvider.tsx'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { colorsOf } from '../../ui/theme/colors.ts'
import { TenantThemePage } from './TenantThemePage.tsx'
import { ThemePage } from './ThemePage.tsx'

prepareComponents({ namespaces: ['common', 'problems', 'navigation', 'settings', 'administration'] })

let stored: TeamThemeReply
let sent: { path: string; revision: number; primaryColor: string }[]
let refuse: { status: number; body: object } | null
const first = { team: { id: 'learnt', tenantId: 'learnt', settings: {} }, me: { roles: ['admin'], preferences: {} } }
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
beforeEach(() => {
  stored = {
    teamId: 'learnt',
    displayName: 'Learnt',
    theme: { ...noTheme, palette: 'learnt', primaryColor: '#1f5c46' },
    revision: 3,
    teams: [
      { id: 'learnt', displayName: 'Learnt' },
      { id: 'other', displayName: 'Other' },
    ],
  }
  sent = []
  refuse = null
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (String(address).startsWith('/api/start')) return json(first)
    if (init.method !== 'PUT') return json(stored)
    const { revision, ...theme } = JSON.parse(String(init.body))
    sent.push({ path: String(address), revision, ...theme })
    if (refuse) return json(refuse.body, refuse.status)
    stored = { ...stored, theme, revision: revision + 1 }
    return json(stored)
  })
})

async function open({ path = '/', address = '/', component = ThemePage } = {}) {
  const router = memoryRouter(address, { [path]: component })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider first={first as never}>
        <RouterProvider router={router as never} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return screen.findByRole('textbox', { name: 'Primary colour' })
}
const saveButton = () => screen.getByRole('button', { name: 'Save changes' })

describe('The theme page', () => {
  it('holds saving back while a pair cannot be read, and takes the nearest colour', async () => {
    const primary = (await open()) as HTMLInputElement
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.change(primary, { target: { value: '#ffd400' } })
    await screen.findByText('3 pairs are not readable. Choose other colours before you save.')
    fireEvent.click(saveButton())
    expect(sent).toEqual([])
    fireEvent.click(screen.getAllByRole('button', { name: /^Use #\w+ as Primary colour$/ })[0] as HTMLElement)
    await screen.findByText('All text is readable.')
    fireEvent.click(saveButton())
    await waitFor(() => expect(sent).toMatchObject([{ revision: 3, primaryColor: primary.value }]))
    expect(primary.value).toMatch(/^#[0-9a-f]{6}$/)
    // and the product shows it as it was chosen
    expect(colorsOf({ ...noTheme, palette: 'learnt', primaryColor: primary.value }, 'light').primary.main).toBe(
      primary.value,
    )
  })

  it('keeps what was typed when it is refused, with the complaint at the field', async () => {
    const primary = (await open()) as HTMLInputElement
    const message = 'Links on the page: not enough'
    refuse = {
      status: 422,
      body: { code: 'invalid-input', title: 'No', status: 422, errors: [{ path: 'body.primaryColor', message }] },
    }
    fireEvent.change(primary, { target: { value: '#5a24b4' } })
    fireEvent.click(saveButton())
    await screen.findByText(message)
    expect(primary.value).toBe('#5a24b4')
    fireEvent.change(primary, { target: { value: 'purple' } })
    fireEvent.blur(primary)
    await screen.findByText('Enter a colour as # and six digits or letters from a to f')
    fireEvent.change(primary, { target: { value: 'ABC' } })
    fireEvent.blur(primary)
    expect(primary.value).toBe('#aabbcc')
  })

  it('offers both ways on when somebody else was faster', async () => {
    const primary = (await open()) as HTMLInputElement
    refuse = {
      status: 409,
      body: { code: 'stale', title: 'Stale', status: 409, savedBy: 'Bea', savedAt: '2026-11-21T12:04:00.000Z' },
    }
    fireEvent.change(primary, { target: { value: '#5a24b4' } })
    fireEvent.click(saveButton())
    await screen.findByText(/Bea saved this on/)
    expect(primary.value).toBe('#5a24b4')
    refuse = null
    stored = { ...stored, revision: 7 }
    fireEvent.click(screen.getByRole('button', { name: 'Overwrite with mine' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ revision: 7, primaryColor: '#5a24b4' }))
  })
  it('saves a team of another tenant over there', async () => {
    const path = '/apps/superadmin/tenant/$tenantId/theme/$teamId'
    const primary = await open({
      path,
      address: '/apps/superadmin/tenant/acme/theme/learnt',
      component: TenantThemePage,
    })
    screen.getByRole('heading', { level: 1, name: 'Theme of Learnt' })
    fireEvent.change(primary, { target: { value: '#5a24b4' } })
    fireEvent.click(saveButton())
    await waitFor(() =>
      expect(sent).toMatchObject([
        { path: '/api/tenants/acme/teams/learnt/theme', revision: 3, primaryColor: '#5a24b4' },
      ]),
    )
  })
})
