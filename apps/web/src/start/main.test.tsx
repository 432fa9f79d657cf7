import type { Me, Start } from '@learnt/contract/session'
import { noTheme } from '@learnt/contract/themes'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { rememberAttempt } from '../session/attempted-path.ts'

// What main.tsx does around its two applications, which are mere markers here.
const guests = vi.hoisted(() => ({ enter: (_: unknown) => {} }))
vi.mock('../guest/GuestApp.tsx', () => ({
  GuestApp: ({ start, onSignedIn }: { start: Start; onSignedIn: (me: unknown) => void }) => {
    guests.enter = onSignedIn
    return <h1>Sign in to {start.team.id}</h1>
  },
}))
vi.mock('./Application.tsx', () => ({ Application: ({ start }: { start: Start }) => <h1>{start.team.id}</h1> }))

const preferences = { locale: 'en', theme: null, colorScheme: 'system' }
const memberOf = (teamId: string, userId = 'anna') =>
  ({ userId, teamId, tenantId: 'learnt', roles: ['USER'], preferences }) as unknown as Me
const startOf = (id: string, favicon: string, me: Me | null = null) => {
  const settings = { analytics: false, defaultLocale: 'en', features: {} }
  return { team: { id, tenantId: 'learnt', theme: { ...noTheme, favicon }, settings }, me } as unknown as Start
}
const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')
const shows = (heading: string) => expect.poll(() => document.querySelector('h1')?.textContent).toBe(heading)

let start: Start
beforeEach(() => {
  // never runs what a page puts off until it is idle
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon.svg">')
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/api/start') ? Response.json(start) : Response.json({ teams: [] }),
  )
})
// the pages keep listening, but the next file has its own modules
afterAll(() => vi.resetModules())

/** A page starts once: this makes another one in the same window. */
async function open(path: string, first: Start): Promise<void> {
  start = first
  vi.resetModules()
  document.body.innerHTML = '<div id="root"></div>'
  history.replaceState(null, '', path)
  await import('./main.tsx')
}

/** Signs in on the page of one team and continues in another one. */
async function signIn(me: Me, favicon = ''): Promise<void> {
  await open('/login', startOf('one', '/team-files/one/1.webp'))
  await shows('Sign in to one')
  start = startOf(me.teamId, favicon, me)
  guests.enter(me)
  await shows(me.teamId)
}

it('shows the icon of the team in the browser’s tab, signed in or not', async () => {
  await open('/login', startOf('one', '/team-files/one/1.webp'))
  await shows('Sign in to one')
  expect(icon()).toBe('/team-files/one/1.webp')
  await open('/apps/homepage/myhomepage', startOf('two', '/team-files/two/2.webp', memberOf('two')))
  await shows('two')
  expect(icon()).toBe('/team-files/two/2.webp')
})

it.each([
  ['that team’s', '/team-files/two/2.webp', '/team-files/two/2.webp'],
  ['the product’s where it has none', '', '/favicon.svg'],
])('changes the icon when a person signs in to another team: %s', async (_, favicon, shown) => {
  await signIn(memberOf('two'), favicon)
  expect(icon()).toBe(shown)
})

it('returns only the same person to the page of a session that ended', async () => {
  const path = '/apps/users?search=meier'
  rememberAttempt(path, 'anna')
  await signIn(memberOf('one', 'ben'))
  expect(location.pathname + location.search).not.toBe(path)
  rememberAttempt(path, 'anna')
  await signIn(memberOf('one'))
  expect(location.pathname + location.search).toBe(path)
})

it('notifies the other tabs that a person signed in, also in the same team', async () => {
  localStorage.setItem('learnt.team', 'one')
  const removed = vi.spyOn(Storage.prototype, 'removeItem')
  await signIn(memberOf('one'))
  expect(removed).toHaveBeenCalledWith('learnt.session')
})

it('sends the page’s first requests without waiting for the application, and none of them while a factor is owed', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const paths = () => asked.mock.calls.map(([address]) => address)
  await open('/apps/homepage/myhomepage', { ...startOf('two', '', memberOf('two')), owesFactor: true })
  await shows('two')
  expect(paths()).not.toContain('/api/home')
  await open('/apps/homepage/myhomepage', startOf('two', '', memberOf('two')))
  await expect.poll(paths).toContain('/api/home')
})
