import { listOperations } from '@learnt/contract'
import { expect, test } from 'vitest'
import { routes } from '../start/routes.ts'
import { type Asked, decide, isOutage, tooOld } from './decide.ts'

const origin = 'https://learn.example'
const asked = (path: string, change: Partial<Asked> = {}): Asked => ({
  method: 'GET',
  mode: 'cors',
  destination: '',
  url: origin + path,
  hasRange: false,
  ...change,
})
const opened = (path: string, change: Partial<Asked> = {}) =>
  decide(asked(path, { mode: 'navigate', destination: 'document', ...change }), origin)
const fetched = (path: string, change: Partial<Asked> = {}) => decide(asked(path, change), origin)

test('no operation of the contract is touched, however it is asked', () => {
  const paths = listOperations().map(({ path }) => path.replace(/:\w+/g, 'x1'))
  expect(paths.length).toBeGreaterThan(100)
  for (const path of paths) {
    expect(opened(path), path).toBe('leave')
    expect(fetched(path), path).toBe('leave')
    expect(fetched(path, { method: 'POST' }), path).toBe('leave')
  }
})

test('every page is watched over, but for those that end a sign-in', () => {
  const left = routes.map(({ path }) => path.replace(/:\w+\??/g, 'x1')).filter((path) => opened(path) === 'leave')
  expect(left.filter((path) => !path.startsWith('/callback') && !path.startsWith('/auth/'))).toEqual([])
  expect(left).toEqual(expect.arrayContaining(['/callback', '/callback/x1']))
  expect(opened('/login?team=a')).toBe('page')
  expect(opened('/auth/signin?code=secret')).toBe('leave')
  expect(opened('/callback?code=secret')).toBe('leave')
  expect(opened('/callback/x1?code=secret')).toBe('leave')
})

test('a page is opened by reading it in a window of its own, from here', () => {
  expect(opened('/apps/courses/mycourses')).toBe('page')
  expect(opened('/apps/courses/mycourses', { method: 'POST' })).toBe('leave')
  expect(opened('/apps/courses/mycourses', { destination: 'iframe' })).toBe('leave')
  expect(opened('', { url: 'https://content.example/apps' })).toBe('leave')
  expect(opened('', { url: 'https://learn.example:8443/apps' })).toBe('leave')
  expect(fetched('/apps/courses/mycourses')).toBe('leave')
})

test('kept are scripts, styles and fonts of the build, and nothing else', () => {
  for (const name of ['app-bGkhRVFv.js', 'start-C8hW_kWb.css', 'mulish-latin-a-bGk-RVFv.woff2', 'pdf-bGkhRVFv.mjs'])
    expect(fetched(`/assets/${name}`), name).toBe('asset')
  for (const path of [
    '/assets/app.js',
    '/assets/app-bGkhRVFv.js?x=1',
    '/assets/app-bGkhRVFv.js.br',
    '/assets/78-H-CSvm1opZ.bcmap',
    '/assets/deep/app-bGkhRVFv.js',
    '/assets/../api/app-bGkhRVFv.js',
    '/files/x/y/app-bGkhRVFv.js',
    '/api/app-bGkhRVFv.js',
  ])
    expect(fetched(path), path).toBe('leave')
  expect(fetched('/assets/app-bGkhRVFv.js', { hasRange: true })).toBe('leave')
  expect(fetched('/assets/app-bGkhRVFv.js', { method: 'HEAD' })).toBe('leave')
  expect(fetched('', { url: 'https://other.example/assets/app-bGkhRVFv.js' })).toBe('leave')
})

test('what a proxy says for a server that is not there counts as no answer; what the server says never', () => {
  expect([502, 503, 504].every(isOutage)).toBe(true)
  expect([200, 302, 401, 404, 421, 429, 500].some(isOutage)).toBe(false)
})

test('the oldest go first when too much is kept', () => {
  expect(tooOld(['a', 'b', 'c'], 2)).toEqual(['a'])
  expect(tooOld(['a', 'b'], 2)).toEqual([])
})
