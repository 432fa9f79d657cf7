import type { ActivityContent, LearnerCourse, OutlineActivity } from '@learnt/contract/learning'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { parseSearch, stringifySearch } from '../../lists/address.ts'
import { showRouter } from '../../testing/page-frame.tsx'
import { prepareComponents } from '../../testing/show.tsx'
import { CoursePlayerPage } from './CoursePlayerPage.tsx'

const courseId = '019a0000-0000-7000-8000-00000000000c'
const assignmentId = '019a0000-0000-8000-8000-0000000000aa'

prepareComponents({ namespaces: ['common', 'courseStart', 'cycles', 'learning', 'steps', 'problems', 'ratings'] })

let course: LearnerCourse
/** Answers the slow page. */
let leave: () => void
let asked: { method: string; path: string; body: unknown }[]
beforeEach(() => {
  asked = []
  course = aCourse()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = String(address)
    const method = init.method ?? 'GET'
    asked.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null })
    const answer = reply(method, path)
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    })
  })
})

it('opens the step to resume when the address names none, and puts it into the address', async () => {
  course.resumeActivityId = 'b'
  const router = open(`/apps/course/${assignmentId}`)
  await heading('Title b')
  await waitFor(() => expect(router.state.location.search).toEqual({ activity: 'b' }))
  await waitFor(() => expect(current()).toContain('Title b'))
})

it('shows a course before its first start, and opens no step until the learner starts', async () => {
  Object.assign(course, {
    state: 'notstarted',
    startedAt: null,
    minutes: 40,
    rating: { average: 4.5, count: 12 },
    prerequisites: [{ id: 'p', type: 'course', title: 'The basics', isDone: true }],
  })
  const router = open(`/apps/course/${assignmentId}`)
  const contents = await screen.findByRole('region', { name: 'What it contains' })
  expect(within(contents).getAllByRole('listitem')).toHaveLength(3)
  const facts = screen.getByRole('region', { name: 'At a glance' })
  for (const words of ['40 minutes', '4.5 of 5 stars from 12 ratings', 'The basics', 'You have finished it'])
    expect(within(facts).getByText(words)).toBeTruthy()
  expect(router.state.location.search).toEqual({})
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  fireEvent.click(within(facts).getByRole('link', { name: 'Start the course' }))
  await heading('Title a')
  expect(router.state.location.search).toEqual({ activity: 'a' })
})

it('shows the start page again when the address asks for it, and leads on into the course', async () => {
  Object.assign(course, { resumeActivityId: 'b', startedAt: '2026-11-21T09:00:00.000Z' })
  course.landing.html = null
  const router = open(`/apps/course/${courseId}?view=start`)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/apps/course/${assignmentId}`))
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('?landing=true'))).toBe(true))
  const facts = await screen.findByRole('region', { name: 'At a glance' })
  expect(within(facts).getByText('Ada Lovelace')).toBeTruthy()
  expect(router.state.location.search).toEqual({ view: 'start' })
  fireEvent.click(within(facts).getByRole('link', { name: 'Go to the course' }))
  await heading('Title b')
})

it('opens the first step of a course whose author shows no start page', async () => {
  Object.assign(course, { state: 'notstarted', startedAt: null })
  course.landing.isShown = false
  open(`/apps/course/${assignmentId}`)
  await heading('Title a')
  expect(screen.queryByRole('region', { name: 'At a glance' })).toBeNull()
})

it('opens the first open step when there is none to resume', async () => {
  course.sections[0]?.activities.splice(0, 1, step('a', { lock: { reason: 'previous', waitsFor: 'Before' } }))
  open(`/apps/course/${assignmentId}`)
  await heading('Title b')
})

it('opens the step that the address names', async () => {
  course.resumeActivityId = 'a'
  open(`/apps/course/${assignmentId}?activity=c`)
  await heading('Title c')
})

it('opens the course when the address names an unknown step, and no step in its place', async () => {
  course.resumeActivityId = 'a'
  open(`/apps/course/${assignmentId}?activity=gone`)
  const way = await screen.findByRole('link', { name: 'Go to the course' })
  expect(screen.getByRole('heading', { level: 1, name: 'The course' })).toBeTruthy()
  expect(asked.filter(({ method, path }) => method === 'POST' || path.includes('/activities/'))).toEqual([])
  fireEvent.click(way)
  await heading('Title a')
})

it('leads from a course’s own id to the assignment', async () => {
  const router = open(`/apps/course/${courseId}?activity=b`)
  await heading('Title b')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/apps/course/${assignmentId}`))
  expect(router.state.location.search).toEqual({ activity: 'b' })
})

it('follows a link that was pressed before the course came', async () => {
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...of: Parameters<typeof fetch>) => late.then(() => fetch(...of)))
  const router = open(`/apps/course/${assignmentId}`)
  await waitFor(() => expect(router.state.status).toBe('idle'))
  void router.navigate({ to: '/elsewhere' as never })
  await waitFor(() => expect(router.latestLocation.pathname).toBe('/elsewhere'))
  answer()
  await heading('Title a')
  expect(router.latestLocation.pathname).toBe('/elsewhere')
  leave()
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

it('offers a returning learner to start over, but not above a first step that they are reading', async () => {
  course.cycle.mayStartOver = true
  open(`/apps/course/${assignmentId}`)
  await screen.findByRole('button', { name: 'Start over' })
  cleanup()
  course.state = 'notstarted'
  course.isAgain = true
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  open(`/apps/course/${assignmentId}`, client)
  await heading('Title a')
  course = { ...course, state: 'inprogress', progress: 40 }
  await act(() => client.invalidateQueries({ queryKey: ['learning'] }))
  await waitFor(() => expect(screen.getAllByRole('progressbar')[0]?.getAttribute('aria-valuenow')).toBe('40'))
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
})

it('shows a locked step’s reason and does not ask for its content', async () => {
  course.sections[0]?.activities.splice(2, 1, step('c', { lock: { reason: 'previous', waitsFor: 'Title b' } }))
  open(`/apps/course/${assignmentId}?activity=c`)
  await heading('Title c')
  expect(within(screen.getByRole('article')).getByText('Opens when “Title b” is done')).toBeTruthy()
  expect(asked.filter(({ path }) => path.includes('/activities/'))).toEqual([])
})

it('reports one opening and one view, updates the outline, says "Step done", and focuses the next step’s heading', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open(`/apps/course/${assignmentId}?activity=a`)
  await heading('Title a')
  const events = () => asked.filter(({ method }) => method === 'POST').map(eventOf)
  await waitFor(() => expect(events()).toEqual(['open']))
  expect(screen.queryByText('Step done')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Step done'))
  expect(events()).toEqual(['open', 'view'])
  fireEvent.click(screen.getByRole('link', { name: /^Next Title b/ }))
  await heading('Title b')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Title b'))
  expect(screen.getByRole('link', { name: /^Previous Title a/ })).toBeTruthy()
})

it('congratulates once, when the last step is done, with the score and what comes next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  course.sections[0]?.activities.splice(1, 2, step('b', { state: 'completed', scorePercent: 80 }))
  open(`/apps/course/${assignmentId}?activity=a`)
  await screen.findByText('Content a')
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  const praise = await screen.findByRole('note')
  expect(praise.textContent).toMatch(/^Course completed. Well done!.*Score: 80%/)
  const next = await within(praise).findByRole('link', { name: 'Next: What is due' })
  expect(next.getAttribute('href')).toBe('/apps/course/due')
})

it('only shows the date when the learner completed the course before', async () => {
  course = { ...course, state: 'completed', completedAt: '2026-11-21T12:04:00.000Z' }
  open(`/apps/course/${assignmentId}?activity=a`)
  await heading('Title a')
  expect(screen.getByText('Completed 2026-11-21')).toBeTruthy()
  expect(screen.queryByRole('note')).toBeNull()
})

it('gets course and step in one answer, once: on return it fetches the step again', async () => {
  course = { ...course, content: reply('GET', '/activities/a').body as ActivityContent }
  open(`/apps/course/${assignmentId}`)
  await screen.findByText('Content a')
  const steps = () => asked.filter(({ method, path }) => method === 'GET' && path.includes('/activities/'))
  expect(asked[0]?.path).toBe(`/api/my/courses/${assignmentId}?step=here`)
  expect(steps()).toEqual([])
  fireEvent.click(screen.getByRole('link', { name: /^Next Title b/ }))
  await screen.findByText('Content b')
  fireEvent.click(screen.getByRole('link', { name: /^Previous Title a/ }))
  await screen.findByText('Content a')
  expect(steps().map(({ path }) => path)).toEqual([
    `/api/my/courses/${assignmentId}/activities/b`,
    `/api/my/courses/${assignmentId}/activities/a`,
  ])
})

it('shows the heading at once when a list has the course already', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = new QueryClient()
  client.setQueryData(['learning', 'courses', {}], { pages: [{ items: [course], next: null, total: 1 }] })
  open(`/apps/course/${assignmentId}`, client)
  expect(await screen.findByRole('heading', { level: 1, name: 'The course' })).toBeTruthy()
  expect(screen.getByLabelText('Loading...').getAttribute('aria-busy')).toBe('true')
})

it('shows a bundle’s courses as a path, with one button for the first unfinished one', async () => {
  const child = (title: string, state: LearnerCourse['state']) => ({ ...aCourse(), userCourseId: title, title, state })
  const children = [child('First', 'completed'), child('Second', 'inprogress'), child('Third', 'notstarted')]
  course = { ...course, isBundle: true, sections: [], children, title: 'The bundle' }
  open(`/apps/course/${assignmentId}`)
  const path = within(await screen.findByRole('list', { name: 'Courses of this bundle' }))
  expect(path.getAllByRole('listitem').map((row) => row.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(path.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['First', '/apps/course/First'],
    ['Second', '/apps/course/Second'],
    ['Continue “Second”', '/apps/course/Second'],
    ['Third', '/apps/course/Third'],
  ])
})

it('says that a course does not exist', async () => {
  course = null as never
  open(`/apps/course/${assignmentId}`)
  expect(await screen.findByText('This does not exist')).toBeTruthy()
})

function reply(method: string, path: string): { status: number; body: unknown } {
  if (path.startsWith('/api/session')) return { status: 200, body: start }
  if (path === '/api/home') {
    const card = { ...aCourse(), documentType: 'course', documentId: 'c', assignmentId: course?.userCourseId }
    const due = { ...card, assignmentId: 'due', title: 'What is due' }
    const required = { overdue: [], soon: [card, due], upcoming: [], noDeadline: [], total: 2 }
    return {
      status: 200,
      body: {
        resume: null,
        required,
        recent: [],
        pathways: [],
        hasEvents: false,
        hasEndingCertificates: false,
        counts: {},
      },
    }
  }
  if (!course) return { status: 404, body: { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' } }
  const [, activityId] = /\/activities\/(\w+)/.exec(path) ?? []
  if (!activityId) return { status: 200, body: path.includes('?step=') ? course : { ...course, content: undefined } }
  const found = course.sections
    .flatMap((section) => section.activities)
    .find((one) => one.id === activityId) as OutlineActivity
  if (method === 'POST') {
    const isSeen = eventOf(asked.at(-1)) === 'view'
    course = structuredClone(course)
    for (const one of course.sections.flatMap((section) => section.activities))
      if (one.id === activityId && one.state !== 'completed') one.state = isSeen ? 'completed' : 'inprogress'
    if (course.sections.every((section) => section.activities.every((one) => one.state === 'completed')))
      course = { ...course, state: 'completed', completedAt: '2026-11-21T12:04:00.000Z' }
    return {
      status: 200,
      body: {
        state: isSeen ? 'completed' : 'inprogress',
        progress: isSeen ? 100 : 0,
        scorePercent: null,
        savedAt: '2026-11-21T12:04:00.000Z',
        course: { state: course.state, progress: 33, completedAt: course.completedAt },
      },
    }
  }
  const { id, title, state, progress, completion } = found
  return {
    status: 200,
    body: {
      id,
      title,
      state,
      progress,
      scorePercent: null,
      completion,
      savedAt: null,
      kind: 'page',
      html: `<p>Content ${id}</p>`,
    },
  }
}

function open(address: string, client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/apps/course/$userCourseId',
    component: CoursePlayerPage,
  })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/elsewhere',
    loader: () => new Promise<void>((resolve) => (leave = resolve)),
    component: () => 'Elsewhere',
  })
  const router = createRouter({
    routeTree: root.addChildren([page, elsewhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  showRouter(router, { first: start, client })
  return router
}

const eventOf = (one?: { body: unknown }) => (one?.body as { event?: string } | undefined)?.event
const start = { team: { settings: {} }, me: { userId: '019a0000-0000-7000-8000-00000000000b' } }
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const current = () => document.querySelector('[aria-current="step"]')?.textContent ?? ''

function step(id: string, of: Partial<OutlineActivity> = {}): OutlineActivity {
  return {
    id,
    kind: 'page',
    title: `Title ${id}`,
    description: '',
    minutes: 0,
    completion: { rule: 'view' },
    state: 'notstarted',
    progress: 0,
    scorePercent: null,
    completedAt: null,
    lock: null,
    ...of,
  }
}

function aCourse(): LearnerCourse {
  return {
    userCourseId: assignmentId,
    courseId,
    title: 'The course',
    description: '',
    category: '',
    tags: [],
    image: '',
    isBundle: false,
    isOptional: false,
    state: 'inprogress',
    progress: 0,
    activityCount: 3,
    activitiesDone: 0,
    minutes: 0,
    dueAt: null,
    dueState: 'none',
    assignedAt: '2026-11-20T09:00:00.000Z',
    startedAt: null,
    completedAt: null,
    lastActivityAt: null,
    waitsFor: null,
    within: [],
    validUntil: null,
    isAgain: false,
    cycle: { number: 1, validUntil: null, opens: null, closes: null, mayRenew: false, mayStartOver: false },
    earlierCycles: [],
    sequential: false,
    versionNumber: 1,
    sections: [{ id: 's', title: 'Basics', activities: [step('a'), step('b'), step('c')] }],
    children: [],
    resumeActivityId: null,
    sources: [],
    extension: null,
    prerequisites: [],
    rating: null,
    landing: { isShown: true, author: 'Ada Lovelace', html: '<p>Why it matters</p>' },
  }
}
