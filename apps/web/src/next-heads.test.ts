import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askCourse } from './features/learning/asks.ts'
import { i18n, startI18n } from './i18n.ts'
import { drawHeadAhead, drawHeadsAhead, followHeads } from './next-heads.tsx'
import { noteHere } from './page-ready.ts'
import { paths } from './paths.ts'
import { findRoute, type Route } from './route-book.ts'
import './routes.ts'
import { readAhead, readNext } from './ui/next-page.ts'

vi.unmock('./ui/after-paint.ts')

const settings = { features: new Proxy({}, { get: () => true }), hidesToolbarOnHomepage: false }
const learner = { held: ['learner'], team: { settings, closed: false } }
let go: (from: string | null, to: string, hash?: string) => void
let stop = () => {}

beforeAll(() => startI18n('en', ['common', 'learning', 'parts', 'members']))
beforeEach(() => {
  vi.useFakeTimers()
  for (const path of [paths.home, paths.myCourses, paths.users, paths.course('a')]) noteHere(findRoute(path) as Route)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function given(person: object = learner) {
  stop()
  const subscribe = (_: string, listener: (event: object) => void) => {
    go = (from, to, hash = '') =>
      listener({
        fromLocation: from === null ? undefined : { pathname: from },
        toLocation: { pathname: to, hash },
        pathChanged: from !== to,
      })
    return () => {}
  }
  stop = followHeads({ subscribe } as never, new QueryClient(), person as never)
}

test('the head of a page that is ready is shown when somebody goes there, and tells when it is painted', async () => {
  given()
  go(paths.home, paths.myCourses)
  expect(readNext()?.pathname).toBe(paths.myCourses)
  let isPainted = false
  void readNext()?.painted.then(() => {
    isPainted = true
  })
  await Promise.resolve()
  expect(isPainted).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(isPainted).toBe(true)
  // on to a page whose head nobody knows before it: nothing of the other stays
  go(paths.myCourses, '/pages/profile')
  expect(readNext()).toBeNull()
})

test('not for whoever may not enter, or goes where nothing else is shown', () => {
  given()
  go(paths.home, paths.users)
  expect(readNext()).toBeNull()
  given({ ...learner, held: ['admin'] })
  go(paths.home, paths.users)
  expect(readNext()?.pathname).toBe(paths.users)
  const without = new Proxy({}, { get: () => false })
  given({ held: ['manager'], team: { settings: { ...settings, features: without }, closed: false } })
  go(paths.home, paths.reporting('manager'))
  expect(readNext()).toBeNull()
})

test('not on the first page, within a page, at a place of a page, in a closed team, or from other surroundings', () => {
  given()
  for (const [from, to, hash] of [
    [null, paths.myCourses, ''],
    [paths.myCourses, paths.myCourses, ''],
    [paths.home, paths.myCourses, 'recent'],
    ['/teams', paths.home, ''],
    [paths.home, paths.course('unknown'), ''],
  ] as const) {
    go(from, to, hash)
    expect(readNext(), to).toBeNull()
  }
  given({ ...learner, team: { settings, closed: true } })
  go(paths.home, paths.myCourses)
  expect(readNext()).toBeNull()
  given({ ...learner, team: { settings: { ...settings, hidesToolbarOnHomepage: true }, closed: false } })
  go(paths.home, paths.myCourses)
  expect(readNext()).toBeNull()
})

test('a page that stands again, because nothing followed or another page is awaited, stands where it was left', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const link = document.body.appendChild(document.createElement('button'))
  given()
  for (const to of [paths.home, '/pages/profile']) {
    Object.assign(window, { scrollX: 0, scrollY: 300 })
    link.focus()
    go(paths.home, paths.myCourses)
    Object.assign(window, { scrollY: 0 })
    link.blur()
    // a second click: the head is there already
    go(paths.home, paths.myCourses)
    go(paths.home, to)
    await Promise.resolve()
    expect(scrolled).toHaveBeenLastCalledWith(0, 300)
    expect(document.activeElement).toBe(link)
    scrolled.mockClear()
  }
  go(paths.home, paths.myCourses)
  go(paths.myCourses, '/pages/profile')
  await Promise.resolve()
  expect(scrolled).not.toHaveBeenCalled()
  link.remove()
})

test('not before its code and its words are here, nor for whoever comes back', () => {
  given()
  const words = vi.spyOn(i18n, 'hasLoadedNamespace').mockReturnValue(false)
  go(paths.home, paths.myCourses)
  expect(readNext()).toBeNull()
  words.mockRestore()
  go(paths.home, paths.myBundles)
  expect(readNext()).toBeNull()
  dispatchEvent(new PopStateEvent('popstate'))
  go(paths.home, paths.myCourses)
  expect(readNext()).toBeNull()
})

test('a head is drawn ahead, once and out of the document, for whoever may go there and where it would be shown', () => {
  history.replaceState(null, '', paths.home)
  const client = new QueryClient()
  given()
  for (const path of [paths.users, paths.course('unknown'), '/pages/profile', '/nowhere']) {
    drawHeadAhead(path, client, learner as never)
    expect(readAhead(), path).toEqual([])
  }
  drawHeadAhead(paths.myCourses, client, learner as never)
  expect(drawnAhead()).toEqual([[paths.myCourses, false]])
  expect(readNext()).toBeNull()
  // its styles are there from then on, until somebody else is here
  drawHeadAhead(paths.myCourses, client, learner as never)
  expect(readAhead()).toHaveLength(1)
  stop()
  expect(readAhead()).toEqual([])
  drawHeadAhead(paths.myCourses, client, learner as never)
  expect(readAhead()).toHaveLength(1)
  stop()
})

/** Of each head its route, and whether anybody can see it. */
const drawnAhead = () =>
  readAhead().map((one) => [one.key, (one as never as { containerInfo: Element }).containerInfo.isConnected])

test('heads of the pages whose code is here are drawn when the browser is idle, one at a time', async () => {
  history.replaceState(null, '', paths.home)
  given()
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(askCourse('a', null).queryKey, { title: 'A', isBundle: false } as never)
  let render = () => {}
  const subscribe = (_: string, listener: () => void) => {
    render = listener
    return () => {}
  }
  const stopDrawing = drawHeadsAhead({ subscribe } as never, client, learner as never)
  expect(readAhead()).toEqual([])
  await vi.advanceTimersToNextTimerAsync()
  // the open page has its own, those of others are not for a learner, and nothing leads to a course
  expect(drawnAhead()).toEqual([[paths.myCourses, false]])
  await vi.runAllTimersAsync()
  expect(readAhead()).toHaveLength(1)
  noteHere(findRoute(paths.myBundles) as Route)
  await vi.runAllTimersAsync()
  expect(drawnAhead().map(([path]) => path)).toEqual([paths.myCourses, paths.myBundles])
  document.body.innerHTML = `<main id="content"><a href="https://elsewhere.example/apps/course/b"></a><a href="${paths.course('a')}"></a></main>`
  render()
  await vi.runAllTimersAsync()
  expect(drawnAhead().map(([path]) => path)).toEqual([paths.myCourses, paths.myBundles, '/apps/course/:userCourseId'])
  stopDrawing()
  stop()
  document.body.innerHTML = ''
  render()
  await vi.runAllTimersAsync()
  expect(readAhead()).toEqual([])
})
