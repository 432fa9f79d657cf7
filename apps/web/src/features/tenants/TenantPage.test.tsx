import type { TenantAccess } from '@learnt/contract/administration'
import type { TenantRecord } from '@learnt/contract/tenants'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../api/SessionProvider.tsx'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { DialogHost } from '../../ui/DialogHost.tsx'
import { ToastHost } from '../../ui/ToastHost.tsx'
import { TenantPage } from './TenantPage.tsx'

prepareComponents({ namespaces: ['common', 'parts', 'problems', 'administration'] })

interface Sent {
  method: string
  path: string
  body: Record<string, unknown>
}

const first = { team: { settings: {} }, me: { tenantId: 'learnt' } }
let tenant: TenantRecord
let access: TenantAccess
let client: QueryClient
let sent: Sent[]
/** What the next change is refused with. */
let refusal: { status: number; body: object } | null

beforeEach(() => {
  tenant = aTenant()
  access = anAccess()
  sent = []
  refusal = null
  vi.stubGlobal('fetch', async (asked: string, init: RequestInit = {}) => {
    const path = String(asked).split('?')[0] ?? ''
    const method = init.method ?? 'GET'
    const isAccess = path === '/api/tenants/acme/access'
    if (method === 'GET') return answer(path === '/api/tenants/acme' ? tenant : isAccess ? accessReply() : first)
    sent.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : {} })
    if (refusal) return new Response(JSON.stringify(refusal.body), { status: refusal.status })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (path.includes('/teams')) return answer(tenant.teams[0] as object)
    if (path.includes('/domains')) return answer(aDomain())
    if (isAccess) return answer(accessReply())
    return answer(tenant)
  })
})

const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const accessReply = () => ({ tenantId: 'acme', settings: access, teams: [] })

function aTenant(): TenantRecord {
  return {
    id: 'acme',
    name: 'Acme Ltd',
    status: 'active',
    suspendedReason: '',
    suspendedAt: null,
    deletedAt: null,
    undoUntil: null,
    createdAt: '2026-11-01T09:00:00.000Z',
    people: 12,
    sendsMail: true,
    administratorIsKnown: false,
    settings: {
      showSupportChatDialog: false,
      supportChatScript: '',
      rewards: false,
      marketplaceLink: '',
      defaultLocale: '',
      timeZone: 'UTC',
      isoDates: true,
      colleagues: 'name',
      homepageLayout: 'default',
      hidesToolbarOnHomepage: false,
      showsBackButton: false,
      allowsOwnBars: false,
      analytics: true,
      analyticsEmployeeId: false,
      badgeEmailHash: false,
      features: {
        bundles: true,
        pathways: true,
        resources: true,
        learningPackages: true,
        forms: true,
        events: true,
        calendar: true,
        chat: true,
        blogs: true,
        products: true,
        badges: true,
        certificates: true,
        managerReports: true,
        impersonation: true,
      },
    },
    teams: [
      {
        id: 'acme',
        displayName: 'Acme',
        supportEmail: '',
        language: '',
        domain: ['learn.acme.example'],
        mainDomain: '',
        address: 'https://learn.example:8443',
        signInAddress: 'https://learn.example:8443/login?team=acme',
        isDefault: true,
        isActive: true,
        status: 'active',
        registrationTags: [],
        featuresOff: [],
        termsAndConditionsUrl: '',
        feedHeadings: [
          { title: 'Mail', field: 'email', isUniqueAttribute: true },
          { title: 'Number', field: 'employeeId', isUniqueAttribute: false },
        ],
        theme: {
          palette: '',
          primaryColor: '',
          secondaryColor: '',
          sidebarBackgroundColor: '',
          topHeaderBackgroundColor: '',
          iconLogo: '',
          loggedOutLogo: '',
          loggedOutBackgroundImage: '',
          favicon: '',
        },
        authMethods: [],
        authProviders: [],
        hasNavigation: false,
        people: 12,
        can: { delete: 'teams.ofTenant', deactivate: 'teams.ofTenant' },
      },
    ],
    domains: [aDomain()],
    checklist: [
      { item: 'look', isDone: false },
      { item: 'address', isDone: true },
    ],
    can: { suspend: null, delete: null },
  }
}

function aDomain() {
  return {
    domain: 'acme.example',
    record: { name: '_learnt.acme.example', value: 'learnt-verification=abc' },
    verifiedAt: null,
    verifiedBy: null,
    checkedAt: null,
  }
}

function anAccess(): TenantAccess {
  return {
    usernameTitleLabel: '',
    showSelfRegistration: false,
    showTermsConditions: false,
    showPersonalTermsConditions: false,
    personalTermsAndConditionsUrl: 'https://acme.example/terms',
    explicitWording: false,
    passwordRules: { minLength: 8, refuseBreached: true, upper: false, lower: false, digit: false, special: false },
    sessionConfig: { persistUserSession: true, checkUserInactivity: false, expireSessionAfter: 30, unit: 'minutes' },
    secondFactor: { requiredFor: ['admin'], afterProvider: false },
    impersonationMayWrite: false,
    syncsUserMetadata: false,
    invitationDays: 7,
  }
}

async function open(search = '', heading = 'Acme Ltd') {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = memoryRouter(`/t/acme${search}`, { '/t/$tenantId': TenantPage })
  show(
    <QueryClientProvider client={client}>
      <SessionProvider first={first as never}>
        <RouterProvider router={router as never} />
        <DialogHost />
        <ToastHost />
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: heading })
  return router
}

const button = (name: string) => screen.getByRole('button', { name })
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const box = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement
const onOff = (name: string) => screen.getByRole('switch', { name }) as HTMLInputElement
/** As when the window has the focus again. */
const askAgain = () => act(() => client.invalidateQueries({ queryKey: ['tenants'] }))
const save = async () => {
  fireEvent.click(button('Save'))
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0] as Sent
}

describe('the page of a tenant', () => {
  it('begins with what the tenant still needs, and has an address for each part', async () => {
    const router = await open()
    expect(screen.getByText('1 of 2 done. Updates automatically.')).toBeTruthy()
    expect(screen.getByText(/^Set them here/)).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Features' }))
    await screen.findByRole('heading', { level: 2, name: 'Features' })
    expect(router.state.location.searchStr).toBe('?tab=features')
  })

  it('keeps its heading and the way back where it cannot be had', async () => {
    vi.stubGlobal('fetch', async () => answer({ type: 'about:blank', title: 'No', status: 500, code: 'internal' }, 500))
    await open('', 'acme')
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('link', { name: 'Tenants' }).getAttribute('href')).toBe('/apps/superadmin/tenants')
  })

  it('shows the address to give to the first administrator when the tenant sends no mail', async () => {
    tenant = { ...tenant, sendsMail: false, checklist: [{ item: 'administrator', isDone: false }] }
    await open()
    expect(screen.getAllByText('https://learn.example:8443/login?team=acme')).toHaveLength(2)
    // whatever host the page itself was opened under
    const host = screen.getByRole('link', { name: 'learn.acme.example' })
    expect(host.getAttribute('href')).toBe('https://learn.acme.example:8443/login')
  })

  it('speaks of no new password where the first administrator has an account already', async () => {
    tenant = {
      ...tenant,
      sendsMail: false,
      administratorIsKnown: true,
      checklist: [{ item: 'administrator', isDone: false }],
    }
    await open()
    expect(screen.getByText(/already has an account, which also works for this organisation/)).toBeTruthy()
    expect(screen.queryByText(/Tell the first administrator the password/)).toBeNull()
    expect(screen.getAllByText('https://learn.example:8443/login?team=acme')).toHaveLength(2)
  })

  it('complains at a bad link before anything is sent, and sends what is right', async () => {
    await open('?tab=settings')
    const link = screen.getByRole('textbox', { name: 'Marketplace link' })
    type(link, 'javascript:alert(1)')
    fireEvent.click(button('Save'))
    await screen.findAllByText(/Enter a path that begins with/)
    expect(sent).toEqual([])
    type(link, '/apps/optional-learning/listing')
    fireEvent.click(button('Save'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      method: 'PATCH',
      path: '/api/tenants/acme',
      body: { settings: { marketplaceLink: '/apps/optional-learning/listing' } },
    })
  })

  it('saves a feature as it is switched', async () => {
    await open('?tab=features')
    fireEvent.click(screen.getByRole('switch', { name: 'Bundles' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ settings: { features: { bundles: false } } })
  })

  it('lets one column of the feed tell people apart', async () => {
    await open('?tab=teams&team=acme')
    const columns = screen.getAllByRole('radio', { name: 'Unique identifier' }) as HTMLInputElement[]
    expect(columns.map((one) => one.checked)).toEqual([true, false])
    fireEvent.click(columns[1] as HTMLElement)
    fireEvent.click(button('Save'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ method: 'PATCH', path: '/api/tenants/acme/teams/acme' })
    expect(
      ((sent[0] as Sent).body.feedHeadings as { isUniqueAttribute: boolean }[]).map((one) => one.isUniqueAttribute),
    ).toEqual([false, true])
  })

  it('puts what the server says of a host name at its field', async () => {
    await open('?tab=teams&team=acme')
    refusal = {
      status: 422,
      body: {
        type: 'about:blank',
        title: 'Invalid',
        status: 422,
        code: 'invalid-input',
        errors: [{ path: 'body.domain.0', message: 'This host name already belongs to another team' }],
      },
    }
    type(screen.getByRole('textbox', { name: 'Name' }), 'Acme Academy')
    fireEvent.click(button('Save'))
    await screen.findAllByText('This host name already belongs to another team')
    expect(screen.getByRole('combobox', { name: 'Host names' }).getAttribute('aria-invalid')).toBe('true')
  })

  it('puts a complaint about a field that was not sent at that field, as it is stored now', async () => {
    await open('?tab=access')
    fireEvent.click(await screen.findByRole('switch', { name: 'Require people to accept terms' }))
    access = { ...access, personalTermsAndConditionsUrl: '' }
    refusal = {
      status: 422,
      body: {
        type: 'about:blank',
        title: 'Invalid',
        status: 422,
        code: 'invalid-input',
        errors: [{ path: 'body.settings.personalTermsAndConditionsUrl', message: 'Say where these can be read' }],
      },
    }
    expect((await save()).body).toEqual({ settings: { showPersonalTermsConditions: true } })
    const address = box('Address of these terms')
    await waitFor(() => expect(address.value).toBe(''))
    expect(address.getAttribute('aria-invalid')).toBe('true')
    screen.getByText('Say where these can be read')
    refusal = null
    type(address, 'https://acme.example/mine')
    fireEvent.click(button('Save'))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({
      settings: { showPersonalTermsConditions: true, personalTermsAndConditionsUrl: 'https://acme.example/mine' },
    })
  })

  it('takes the host name out of a pasted address', async () => {
    await open('?tab=teams&team=acme')
    const hosts = screen.getByRole('combobox', { name: 'Host names' })
    type(hosts, 'http://Learn2.acme.example/')
    fireEvent.blur(hosts)
    expect(screen.getByRole('button', { name: 'learn2.acme.example' })).toBeTruthy()
    fireEvent.click(button('Save'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect((sent[0] as Sent).body.domain).toEqual(['learn.acme.example', 'learn2.acme.example'])
  })

  it('takes the domain out of a pasted address', async () => {
    await open('?tab=domains')
    type(screen.getByRole('textbox', { name: 'Domain' }), 'https://acme.example/')
    fireEvent.click(button('Add domain'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect((sent[0] as Sent).body).toEqual({ domain: 'acme.example' })
  })

  it('says why a team stays, and deletes the tenant by its typed name alone', async () => {
    await open('?tab=teams')
    fireEvent.click(button('Actions for Acme'))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getByRole('menuitem', { name: /Delete/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    expect(within(menu).getAllByText(/own team/).length).toBeGreaterThan(0)
  })

  it('deletes by the typed name alone', async () => {
    await open('?tab=closing')
    fireEvent.click(button('Delete'))
    const dialog = await screen.findByRole('dialog')
    const sure = within(dialog).getByRole('button', { name: 'Delete' }) as HTMLButtonElement
    expect(sure.disabled).toBe(true)
    type(within(dialog).getByRole('textbox'), 'Acme')
    expect(sure.disabled).toBe(true)
    type(within(dialog).getByRole('textbox'), 'Acme Ltd')
    fireEvent.click(sure)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ path: '/api/tenants/acme/delete', body: { name: 'Acme Ltd' } })
  })

  it('shows the record of a domain, and offers the way back of one that is closed', async () => {
    tenant = { ...aTenant(), status: 'suspended', suspendedReason: 'The bill is open.' }
    await open('?tab=domains')
    expect(screen.getByText('_learnt.acme.example')).toBeTruthy()
    expect(screen.getByText('learnt-verification=abc')).toBeTruthy()
    expect(screen.getByText(/Reason shown to its people: The bill is open\./)).toBeTruthy()
    fireEvent.click(button('Resume'))
    await waitFor(() => expect(sent.map((one) => one.path)).toContain('/api/tenants/acme/resume'))
  })
})

describe('two who change one tenant', () => {
  it('see in the settings what the other saved, and send what they changed', async () => {
    await open('?tab=settings')
    tenant = { ...tenant, name: 'Acme Academy' }
    await askAgain()
    await waitFor(() => expect(box('Name').value).toBe('Acme Academy'))
    expect((button('Save') as HTMLButtonElement).disabled).toBe(true)
    fireEvent.click(onOff('Reward points'))
    tenant = { ...tenant, settings: { ...tenant.settings, showsBackButton: true } }
    await askAgain()
    await waitFor(() => expect(onOff('Show a back button on blogs and products').checked).toBe(true))
    expect(onOff('Reward points').checked).toBe(true)
    expect((await save()).body).toEqual({ settings: { rewards: true } })
  })

  it('see what the other saved in the answer to their own', async () => {
    await open('?tab=settings')
    fireEvent.click(onOff('Reward points'))
    tenant = { ...tenant, name: 'Acme Academy', settings: { ...tenant.settings, rewards: true } }
    await save()
    await waitFor(() => expect(box('Name').value).toBe('Acme Academy'))
    expect((button('Save') as HTMLButtonElement).disabled).toBe(true)
  })

  it('send one rule of passwords, but all of what is stored as a whole', async () => {
    await open('?tab=access')
    fireEvent.click(await screen.findByRole('switch', { name: 'Require a digit' }))
    fireEvent.click(onOff('Offer to stay signed in'))
    fireEvent.click(onOff('Also require it after a provider sign-in'))
    expect(await save()).toEqual({
      method: 'PATCH',
      path: '/api/tenants/acme/access',
      body: {
        settings: {
          passwordRules: { digit: true },
          sessionConfig: { ...anAccess().sessionConfig, persistUserSession: false },
          secondFactor: { requiredFor: ['admin'], afterProvider: true },
        },
      },
    })
  })

  it('see how people get in as the other saved it', async () => {
    await open('?tab=access')
    fireEvent.click(await screen.findByRole('switch', { name: 'Require a digit' }))
    access = {
      ...access,
      invitationDays: 14,
      passwordRules: { ...access.passwordRules, minLength: 12 },
    }
    await askAgain()
    const least = screen.getByRole('spinbutton', { name: 'Minimum length (characters)' }) as HTMLInputElement
    await waitFor(() => expect(least.value).toBe('12'))
    access = { ...access, passwordRules: { ...access.passwordRules, digit: true } }
    expect((await save()).body).toEqual({ settings: { passwordRules: { digit: true } } })
    await waitFor(() => expect((button('Save') as HTMLButtonElement).disabled).toBe(true))
    expect([onOff('Require a digit').checked, least.value]).toEqual([true, '12'])
  })

  it('send what they changed of a team, the list of columns as a whole', async () => {
    await open('?tab=teams&team=acme')
    type(screen.getAllByRole('textbox', { name: 'Column title' })[1] as HTMLElement, 'Staff number')
    const [team] = tenant.teams
    tenant = { ...tenant, teams: [{ ...(team as TenantRecord['teams'][0]), supportEmail: 'help@acme.example' }] }
    await askAgain()
    await waitFor(() => expect(box('Support email address').value).toBe('help@acme.example'))
    expect((await save()).body).toEqual({
      feedHeadings: [
        { title: 'Mail', field: 'email', isUniqueAttribute: true },
        { title: 'Staff number', field: 'employeeId', isUniqueAttribute: false },
      ],
    })
  })
})

describe('a form of a tenant that was changed', () => {
  it.each([
    ['settings', 'Reward points'],
    ['access', 'Require a digit'],
  ])('asks before another tab drops it: %s', async (tab, name) => {
    const router = await open(`?tab=${tab}`)
    fireEvent.click(await screen.findByRole('switch', { name }))
    await waitFor(() => expect((button('Save') as HTMLButtonElement).disabled).toBe(false))
    fireEvent.click(screen.getByRole('tab', { name: 'Overview' }))
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onOff(name).checked).toBe(true)
    expect(router.state.location.searchStr).toBe(`?tab=${tab}`)
    // and not once it is saved
    await save()
    await screen.findByText('Saved')
    await waitFor(() => expect((button('Save') as HTMLButtonElement).disabled).toBe(true))
    fireEvent.click(screen.getByRole('tab', { name: 'Overview' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  })
})
