import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followIntents } from './link-intent.ts'
import { paths } from './paths.ts'
import { routeAsks } from './route-asks.ts'
import { findRoute, listRoutes } from './route-book.ts'
import './routes.ts'

const everything = new Proxy({}, { get: () => true }) as never
let asked: string[] = []
let prepared: string[] = []
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  prepared = []
  vi.stubGlobal('fetch', (address: string | URL) => {
    asked.push(new URL(address, 'http://here').pathname)
    return Promise.resolve(Response.json({ items: [], next: null, total: 0 }))
  })
  history.replaceState(null, '', '/pages/profile')
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function given(hrefs: readonly string[], held: readonly string[] = ['learner'], features = everything) {
  const client = new QueryClient()
  stop = followIntents(client, { held, features }, (pathname) => void prepared.push(pathname))
  document.body.innerHTML = hrefs.map((href) => `<a href="${href}"><b>there</b></a>`).join('')
  const links = [...document.querySelectorAll('a')]
  return { client, links, at: (n: number) => links[n]?.firstElementChild as Element }
}
/** jsdom has no PointerEvent of its own everywhere. */
const point = (target: Element, type: string, init: { pointerType?: string; ctrlKey?: boolean } = {}) => {
  const event = new MouseEvent(type, { bubbles: true, button: 0, ctrlKey: init.ctrlKey ?? false })
  Object.defineProperty(event, 'pointerType', { value: init.pointerType ?? 'mouse' })
  target.dispatchEvent(event)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('what is pressed is asked for at once, and what is there then is not asked again', async () => {
  const { at, client } = given([paths.myCourses])
  point(at(0), 'pointerdown', { pointerType: 'touch' })
  await pass(0)
  expect(asked).toEqual(['/api/my/courses'])
  expect(prepared).toEqual([paths.myCourses])
  point(at(0), 'pointerdown', { pointerType: 'touch' })
  await pass(4000)
  point(at(0), 'pointerdown')
  await pass(0)
  expect(asked).toHaveLength(1)
  const [found] = client.getQueriesData<InfiniteData<unknown>>({ queryKey: ['learning', 'courses'] })
  expect(found?.[1]?.pages).toHaveLength(1)
  await pass(2000)
  point(at(0), 'pointerdown')
  await pass(0)
  expect(asked).toHaveLength(2)
})

test('a pointer that crosses a list asks for nothing; where it rests it asks', async () => {
  const { at } = given(['a', 'b', 'c'].map((id) => paths.course(id)))
  for (const n of [0, 1, 2]) {
    point(at(n), 'pointerover')
    await pass(30)
  }
  expect([asked, prepared]).toEqual([[], []])
  await pass(65)
  expect(prepared).toEqual([paths.course('c')])
  expect(asked).toEqual(['/api/my/courses/c'])
  point(at(0), 'pointerover')
  point(document.body, 'pointerover')
  await pass(500)
  // a finger that scrolls passes over links, too
  point(at(1), 'pointerover', { pointerType: 'touch' })
  await pass(500)
  expect(asked).toHaveLength(1)
})

test('no more than two pages at a time by resting; who presses goes there', async () => {
  vi.stubGlobal('fetch', (address: string | URL) => {
    asked.push(String(address))
    return new Promise(() => {})
  })
  const { at } = given(['a', 'b', 'c'].map((id) => paths.course(id)))
  for (const n of [0, 1, 2]) {
    point(at(n), 'pointerover')
    await pass(100)
  }
  expect(asked).toHaveLength(2)
  point(at(2), 'pointerdown')
  await pass(0)
  expect(asked).toHaveLength(3)
})

test('the focus asks where it rests, by the keyboard only', async () => {
  const { links } = given([paths.home, paths.myCourses])
  const [first, second] = links as [HTMLAnchorElement, HTMLAnchorElement]
  const seen = vi.spyOn(Element.prototype, 'matches').mockImplementation(() => true)
  first.focus()
  await pass(100)
  second.focus()
  await pass(149)
  expect(asked).toEqual([])
  await pass(2)
  expect(asked).toEqual(['/api/my/courses'])
  second.blur()
  seen.mockImplementation(() => false)
  first.focus()
  await pass(500)
  expect(asked).toHaveLength(1)
  seen.mockRestore()
})

test('nothing for other sites and windows, new tabs, the open page, and pages of others', async () => {
  const { links, at } = given(
    [
      'https://elsewhere.example/apps/courses/mycourses',
      paths.home,
      paths.home,
      paths.users,
      location.pathname,
      '#x',
      'http://[',
    ],
    ['learner'],
  )
  links[1]?.setAttribute('target', '_blank')
  for (const n of [0, 1, 3, 4, 5, 6]) point(at(n), 'pointerdown')
  point(at(2), 'pointerdown', { ctrlKey: true })
  await pass(500)
  expect(asked).toEqual([])
  // who may enter is judged by what prepares
  expect(prepared).toEqual([paths.users])
})

test('nothing of a part that is switched off, and nothing for whoever saves data', async () => {
  const without = given([paths.reporting('manager')], ['manager'], { managerReports: false } as never)
  point(without.at(0), 'pointerdown')
  await pass(500)
  stop()
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const { at } = given([paths.myCourses])
  point(at(0), 'pointerdown')
  await pass(500)
  expect(asked).toEqual([])
})

test('an administrator’s list is asked for with its filters and views, by the address of the link', async () => {
  const { at, client } = given([`${paths.users}?status=active&sort=email`], ['admin'])
  point(at(0), 'pointerdown')
  await pass(0)
  expect(asked.toSorted()).toEqual(['/api/members', '/api/members/facets', '/api/views'])
  const [key] = client.getQueryCache().findAll({ queryKey: ['members', 'list'] })
  expect(key?.queryKey[2]).toEqual({ query: { status: ['active'], sort: 'email', direction: 'asc', limit: 25 } })
})

test('every page that is asked ahead exists', () => {
  const known = new Set(
    listRoutes()
      .filter((route) => route.load)
      .map((route) => route.path),
  )
  expect(Object.keys(routeAsks).filter((path) => !known.has(path))).toEqual([])
  expect(findRoute(paths.myCourses)?.path).toBe('/apps/courses/mycourses')
})
