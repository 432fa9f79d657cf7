import type { Course, CourseContent } from '@learnt/contract/courses'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../api/SessionProvider.tsx'
import { RouterAnchor } from '../../routes/RouterAnchor.tsx'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { AnchorProvider } from '../../ui/AppLink.tsx'
import { DialogHost } from '../../ui/DialogHost.tsx'
import { savePause } from '../documents/draft.ts'
import { CoursePage } from './CoursePage.tsx'
import { newActivity } from './content.ts'

prepareComponents({
  namespaces: ['common', 'parts', 'problems', 'courses', 'documents', 'documentKinds', 'permissions'],
})

const userId = '019a0000-0000-7000-8000-00000000000b'
/** Another one in each test: what a page saves while it is left must not reach the next test. */
let courseId: string
let opened = 0
const [section, stepA, stepB] = [1, 2, 3].map((one) => `019a0000-0000-7000-8000-00000000010${one}`) as [
  string,
  string,
  string,
]

// what is tested here is the page; the pauses are the business of draft.test.ts
const { usual } = savePause
beforeAll(() => {
  savePause.usual = 30
})
afterAll(() => {
  savePause.usual = usual
})

let course: Course
let puts: { revision: number; content: CourseContent }[]
let answer: (put: (typeof puts)[number]) => { status: number; body: object }
beforeEach(() => {
  puts = []
  opened++
  courseId = `019a0000-0000-7000-8000-000000001${String(opened).padStart(3, '0')}`
  const address = `/api/courses/${courseId}`
  course = aCourse()
  answer = ({ revision, content }) => {
    course = { ...course, content, title: content.title, revision: revision + 1 }
    return { status: 200, body: { revision: course.revision, status: 'draft', savedAt: '2026-11-21T12:04:00.000Z' } }
  }
  vi.stubGlobal('fetch', async (asked: string, init: RequestInit = {}) => {
    const path = String(asked)
    if (init.method === 'PUT' && path.startsWith(address)) {
      const put = JSON.parse(String(init.body))
      puts.push(put)
      const { status, body } = answer(put)
      return new Response(JSON.stringify(body), { status })
    }
    if (path.endsWith('/facets')) return json({ status: [], category: [], tag: [], isBundle: [], availability: [] })
    if (path.startsWith('/api/audit')) return json({ items: [], next: null, total: 0 })
    if (path === address) return json(course)
    return new Response('{}', { status: 404 })
  })
})

describe('The editor', () => {
  it('saves by itself and says when, by the server’s clock', async () => {
    await open()
    type('Title', 'Fire safety at work')
    await screen.findByText('Unsaved changes')
    await waitFor(() => expect(puts).toHaveLength(1))
    await screen.findByText(/^Saved .*\d\d:04$/)
    expect(puts[0]).toMatchObject({ revision: 3, content: { title: 'Fire safety at work' } })
  })

  it('moves a step by Alt and an arrow, and says where it stands', async () => {
    await open()
    const step = screen.getByRole('button', { name: /^Second PAGE/ })
    act(() => step.focus())
    fireEvent.keyDown(step, { key: 'ArrowUp', altKey: true })
    await screen.findByText('Second is in One at position 1')
    await waitFor(() => expect(puts).toHaveLength(1))
    expect(puts[0]?.content.sections[0]?.activities.map((one) => one.title)).toEqual(['Second', 'First'])
  })

  it('moves a step to another section by its menu', async () => {
    course.content.sections.push({ id: '019a0000-0000-7000-8000-000000000109', title: 'Two', activities: [] })
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Actions for First' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to Two' }))
    await waitFor(() => expect(puts).toHaveLength(1))
    expect(puts[0]?.content.sections.map((one) => one.activities.map((step) => step.title))).toEqual([
      ['Second'],
      ['First'],
    ])
  })

  it('puts the server’s complaint at the field of the step', async () => {
    answer = () => ({
      status: 422,
      body: {
        type: 'x',
        title: 'No',
        status: 422,
        code: 'invalid-input',
        errors: [{ path: 'body.content.sections.0.activities.1.title', message: 'Second: too bold' }],
      },
    })
    await open()
    type('Title', 'New')
    await screen.findByText(/^Not saved: one field needs attention$/)
    // the step is not on the screen: it is named, and a press leads to it
    fireEvent.click(screen.getByRole('button', { name: 'Second' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByLabelText(/^Title/, { selector: `[data-field="activity/${stepB}/title"] input` }),
      ),
    )
    expect(screen.getByText('Second: too bold')).toBeTruthy()
  })

  it('does not save what is not right, and says so at once', async () => {
    await open()
    type('Title', '')
    await screen.findByText('Please fill this in')
    expect(puts.filter((put) => put.content.title === '')).toEqual([])
  })

  it('shows both sides when somebody else was quicker, and takes theirs', async () => {
    answer = () => {
      course = { ...course, revision: 9, content: { ...course.content, description: 'By them' } }
      const saved = { savedBy: 'Zed Quick', savedAt: '2026-11-21T08:00:00.000Z' }
      return { status: 409, body: { type: 'x', title: 'stale', status: 409, code: 'stale', ...saved } }
    }
    await open()
    type('Title', 'Mine')
    await screen.findByRole('dialog', { name: 'Someone else made changes' })
    expect(screen.getByText(/^Zed Quick saved “.+” on .+ at .+, while you were editing it\.$/)).toBeTruthy()
    expect(screen.getByText('Details changed: description')).toBeTruthy()
    expect(screen.getByText('Details changed: title')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Use theirs, discard mine' }))
    await waitFor(() => expect((screen.getByLabelText('Description') as HTMLTextAreaElement).value).toBe('By them'))
    expect(kept()).toBeNull()
  })

  it('offers again what an earlier visit could not save', async () => {
    const earlier = { content: { ...course.content, title: 'Kept' }, revision: 3, at: '2026-11-21T10:00:00.000Z' }
    localStorage.setItem(`learnt.draft.${userId}.${courseId}`, JSON.stringify(earlier))
    await open('Kept')
    await waitFor(() => expect(puts[0]?.content.title).toBe('Kept'))
    await waitFor(() => expect(kept()).toBeNull())
  })

  it('asks before it is left with words that cannot be saved', async () => {
    answer = () => ({ status: 422, body: { type: 'x', title: 'No', status: 422, code: 'invalid-input', errors: [] } })
    const router = await open()
    type('Title', 'New')
    fireEvent.click(screen.getByRole('link', { name: 'Back to courses' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(router.state.location.pathname).toBe(`/apps/admin/courses/${courseId}`)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('link', { name: 'Back to courses' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/apps/admin/courses'))
  })

  it('is only for reading when the course is archived', async () => {
    course = { ...course, status: 'archived', can: { edit: 'courses.archived', restore: null } }
    await open()
    expect(screen.getByText(/This is archived/)).toBeTruthy()
    expect((screen.getByRole('textbox', { name: 'Title' }) as HTMLInputElement).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /Add a step/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
  })
})

async function open(heading = 'Fire safety') {
  const router = memoryRouter(`/apps/admin/courses/${courseId}`, {
    '/apps/admin/courses/$courseId': CoursePage,
    '/apps/admin/courses': () => 'the list',
  })
  const start = { team: { settings: { features: {} } }, me: { userId } }
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionProvider first={start as never}>
        <AnchorProvider value={RouterAnchor}>
          <RouterProvider router={router as never} />
          <DialogHost />
        </AnchorProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: heading })
  return router
}

function kept() {
  return localStorage.getItem(`learnt.draft.${userId}.${courseId}`)
}

function type(label: string, value: string) {
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
}

function aCourse(): Course {
  const activity = (id: string, title: string) =>
    ({ ...newActivity('page', title), id, html: '<p>Text</p>' }) as Course['content']['sections'][0]['activities'][0]
  return {
    id: courseId,
    title: 'Fire safety',
    imageSmall: '',
    status: 'draft',
    isBundle: false,
    category: '',
    tags: [],
    availability: { required: 0, optional: 0 },
    activityCount: 2,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    can: { edit: null, publish: null, archive: null, duplicate: null },
    description: '',
    createdBy: 'Ada Lovelace',
    publishedAt: null,
    publishedNumber: null,
    revision: 3,
    content: {
      title: 'Fire safety',
      description: '',
      category: '',
      tags: [],
      imageFileId: null,
      sequential: false,
      reset: { kind: 'none' },
      mayStartOver: false,
      landing: { isShown: true, author: '', html: '' },
      sections: [{ id: section, title: 'One', activities: [activity(stepA, 'First'), activity(stepB, 'Second')] }],
      courseIds: [],
      prerequisites: [],
    },
    files: [],
    packages: [],
    children: [],
    documents: [],
  }
}

function json(body: object): Response {
  return new Response(JSON.stringify(body), { status: 200 })
}
