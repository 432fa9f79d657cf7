import type { Me, Start } from '@learnt/contract/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellOtherTabs } from '../api/session-news.ts'
import { forgetTeam, rememberTeam } from '../api/team-hint.ts'
import { rememberAttempt, takeAttempt } from './attempted-path.ts'

const anna = { userId: 'anna', membershipId: 'anna:one' } as Me
const inOtherTeam = { userId: 'anna', membershipId: 'anna:two' } as Me
const ben = { userId: 'ben', membershipId: 'ben:one' } as Me
const here = '/apps/users?search=meier'

/** The person that the server knows; `unknown`: the server does not answer. */
let now: Me | null | 'unknown'
let asked: number
let left: string[]
let session: typeof import('./follow-session.ts')
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  // a page leaves once
  vi.resetModules()
  session = await import('./follow-session.ts')
  now = anna
  asked = 0
  left = []
  stop = () => {}
  const [pathname, search] = here.split(/(?=\?)/)
  vi.stubGlobal('location', { pathname, search, assign: (to: string) => left.push(to) })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (now === 'unknown') throw new TypeError('no answer')
    return Response.json({ me: now } as Start)
  })
})
afterEach(() => {
  stop()
})

const tell = (key: string | null, newValue: string | null = null) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
/** A browser notifies the other tabs of a change in one of them. */
function elsewhere(act: () => void): void {
  const { setItem, removeItem } = Storage.prototype
  const change = (key: string, next: string | null, write: () => void) => {
    const before = localStorage.getItem(key)
    write()
    if (before !== next) tell(key, next)
  }
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    change(key, value, () => setItem.call(this, key, value))
  })
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    change(key, null, () => removeItem.call(this, key))
  })
  act()
  set.mockRestore()
  remove.mockRestore()
}
const pass = (ms = 1000) => vi.advanceTimersByTimeAsync(ms)
const follow = () => {
  stop = session.followOtherTabs(anna)
}

it('returns to the page after a session that ended, for the same person only', async () => {
  now = null
  expect(await session.stayOrLeave(anna)).toBe(false)
  expect(left).toEqual(['/login?ended'])
  expect(takeAttempt('anna')).toBe(here)
  rememberAttempt(here, 'anna')
  expect(takeAttempt('ben')).toBeNull()
})

it.each([
  ['in another team', inOtherTeam],
  ['as somebody else', ben],
  ['acting', { ...anna, impersonation: { name: 'Ben' } } as Me],
])('keeps no way back where the session goes on %s', async (_, next) => {
  now = next
  expect(await session.stayOrLeave(anna)).toBe(false)
  expect(left).toEqual(['/login?ended'])
  expect(takeAttempt('anna')).toBeNull()
})

it.each([
  ['signed out', null, forgetTeam],
  ['signed out where no team is remembered', null, tellOtherTabs],
  ['gone on in another team', inOtherTeam, () => rememberTeam({ teamId: 'two', tenantId: 'learnt' })],
  ['signed in as somebody else of the same team', ben, tellOtherTabs],
  ['cleared everything', null, () => tell(null)],
])('leaves when another tab has %s', async (how, next, happen) => {
  if (!how.endsWith('no team is remembered')) rememberTeam({ teamId: 'one', tenantId: 'learnt' })
  follow()
  now = next
  elsewhere(happen)
  await pass()
  expect(left).toEqual(['/login?ended'])
})

it('stays when the session is the same, asks once for many events, and sends none itself', async () => {
  follow()
  elsewhere(() => {
    forgetTeam()
    tellOtherTabs()
    rememberTeam({ teamId: 'one', tenantId: 'learnt' })
  })
  const written = vi.spyOn(Storage.prototype, 'setItem')
  await pass()
  expect([asked, left]).toEqual([1, []])
  expect(written).not.toHaveBeenCalled()
  await pass(60_000)
  expect(asked).toBe(1)
})

it('ignores everything else that a tab writes', async () => {
  follow()
  rememberTeam({ teamId: 'one', tenantId: 'learnt' })
  elsewhere(() => {
    rememberTeam({ teamId: 'one', tenantId: 'learnt' })
    localStorage.setItem('learnt.scheme', 'dark')
  })
  await pass()
  expect(asked).toBe(0)
})

it('stays without an answer, and asks until there is one', async () => {
  follow()
  now = 'unknown'
  tell('learnt.team')
  await pass()
  expect(left).toEqual([])
  now = ben
  await pass(5000)
  expect(left).toEqual(['/login?ended'])
})

it('stops listening when the page is gone', async () => {
  follow()
  tell('learnt.team')
  stop()
  tell('learnt.team')
  await pass(60_000)
  expect([asked, left]).toEqual([0, []])
})
