import type { Activity, Course } from '@learnt/contract/courses'
import type { StepThread } from '@learnt/contract/step-comments'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showInRouter } from '../../testing/show-in-router.tsx'
import { type Editing, EditingProvider } from '../documents/editing.ts'
import { CoursePackages } from './CoursePackages.tsx'
import { newActivity } from './content.ts'
import { StepComments } from './StepComments.tsx'

prepareComponents({ namespaces: ['common', 'parts', 'problems', 'courses', 'documents'] })

const step: Activity = newActivity('page', 'First')
const comment = {
  id: 'c1',
  by: 'Olga Other',
  avatar: '',
  at: '2026-11-21T12:04:00.000Z',
  text: 'Still right?',
  isOwn: false,
}
let threads: StepThread[]
let sent: { method: string; path: string; body: unknown }[]
beforeEach(() => {
  threads = []
  sent = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method && init.method !== 'GET')
      sent.push({ method: init.method, path, body: init.body ? JSON.parse(String(init.body)) : null })
    if (init.method === 'DELETE') return new Response(null, { status: 204 })
    return new Response(JSON.stringify({ items: threads }), { status: init.method === 'POST' ? 201 : 200 })
  })
})

function open(locked = false) {
  const editing = { document: { id: 'course', packages: [] } as unknown as Course, locked } as unknown as Editing
  showInRouter(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <EditingProvider value={editing}>
        <CoursePackages>
          <StepComments activity={step} />
        </CoursePackages>
      </EditingProvider>
    </QueryClientProvider>,
  )
}

it('asks for words before it sends, then sends them and empties the field', async () => {
  open()
  const field = (await screen.findByLabelText('Write a comment')) as HTMLTextAreaElement
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByText('Write something first.')
  fireEvent.change(field, { target: { value: 'Shorter?' } })
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(sent).toEqual([
    { method: 'POST', path: `/api/courses/course/steps/${step.id}/comments`, body: { text: 'Shorter?' } },
  ])
})

it('offers to delete one’s own comments alone', async () => {
  threads = [
    { activityId: step.id, resolved: null, comments: [comment, { ...comment, id: 'c2', text: 'Mine', isOwn: true }] },
  ]
  open()
  await screen.findByText('Still right?')
  fireEvent.click(screen.getByRole('button', { name: 'Delete the comment' }))
  await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: '/api/courses/course/comments/c2' }]))
})

it('folds a resolved thread, and only shows it where the course is archived', async () => {
  threads = [
    { activityId: step.id, resolved: { at: '2026-11-22T12:04:00.000Z', by: 'Ada Admin' }, comments: [comment] },
  ]
  open(true)
  await screen.findByText('Resolved by Ada Admin')
  expect(screen.queryByText('Still right?')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 comment' }))
  await screen.findByText('Still right?')
  expect(screen.queryByLabelText('Write a comment')).toBeNull()
})
