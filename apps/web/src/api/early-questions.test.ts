import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { findRoute } from '../route-book.ts'
import '../routes.ts'
import { addressOf } from './call.ts'
import type { Early } from './early.ts'
import { readTeamHint, rememberTeam } from './team-hint.ts'

// The script in the head of index.html, which no bundler sees, must ask what the application will ask.

const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
const script = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
  .map(([, text]) => text)
  .find((text) => text?.includes('early'))
const holder = globalThis as { early?: Early; picture?: { drawn?: Promise<unknown> } }

function open(path: string, signedIn = 'yes', picture: typeof holder.picture = {}): string[] {
  const asked: string[] = []
  document.querySelector('meta[name="signed-in"]')?.remove()
  document.head.insertAdjacentHTML('beforeend', `<meta name="signed-in" content="${signedIn}">`)
  history.replaceState(null, '', path)
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.reject(new TypeError('offline'))
  })
  holder.picture = picture
  new Function(script ?? '')()
  return asked
}

afterEach(() => {
  delete holder.early
  delete holder.picture
})

const start = addressOf(api.session.start)
const home = addressOf(api.learning.home)
const teams = addressOf(api.session.teams)

test('what the homepage needs is asked on the way there and on the homepage itself', () => {
  expect(open('/')).toEqual([start, home, teams])
  expect(open('/teams')).toEqual([start, home, teams])
  expect(open('/apps/homepage/myhomepage')).toEqual([start, home])
  expect(findRoute('/apps/homepage/myhomepage')?.title).toBe('home')
})

test('every other page asks only who is there', () => {
  for (const path of ['/apps/courses/mycourses', '/pages/profile', '/login', '/teams/x'])
    expect(open(path)).toEqual([start])
})

test('a guest asks who is there and whose page it is, and nothing that needs a session', () => {
  for (const path of ['/', '/login', '/register', '/apps/homepage/myhomepage'])
    expect(open(path, 'no')).toEqual([start])
  expect(open('/', '__SIGNED_IN__')).toEqual([start])
})

test('where a picture of the last visit is on its way, it is asked when that is painted', async () => {
  let paint = () => {}
  const drawn = new Promise<void>((resolve) => {
    paint = resolve
  })
  const asked = open('/', 'yes', { drawn })
  await Promise.resolve()
  expect(asked).toEqual([])
  expect(holder.early).toBeUndefined()
  paint()
  await Promise.resolve()
  expect(asked).toEqual([start, home, teams])
  expect(holder.early?.answers.size).toBe(3)
})

test('the browser’s team and tenant are named as the application names them', () => {
  rememberTeam({ teamId: 'a b', tenantId: 'c&d' })
  expect(open('/pages/profile')).toEqual([addressOf(api.session.start, { query: readTeamHint() })])
})

test('leaving the page forgets what it asked', () => {
  open('/')
  expect(holder.early?.answers.size).toBe(3)
  dispatchEvent(new Event('pagehide'))
  expect(holder.early).toBeUndefined()
})
