import type { CourseCard, Home, RequiredCard } from '@learnt/contract/learning'
import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { memoryRouter } from '../../testing/memory-router.ts'
import { showRouter } from '../../testing/page-frame.tsx'
import { prepareComponents } from '../../testing/show.tsx'
import { askHome } from './asks.ts'
import { HomePage } from './HomePage.tsx'

prepareComponents({ namespaces: ['common', 'parts', 'learning', 'steps', 'documentKinds', 'problems'] })

const card = (title: string, of: Partial<CourseCard> = {}): CourseCard => ({
  userCourseId: title,
  courseId: title,
  title,
  description: '',
  category: '',
  tags: [],
  image: '',
  isBundle: false,
  isOptional: false,
  state: 'notstarted',
  progress: 0,
  activityCount: 3,
  activitiesDone: 0,
  minutes: 0,
  dueAt: null,
  dueState: 'overdue',
  assignedAt: '2026-11-20T09:00:00.000Z',
  startedAt: null,
  completedAt: null,
  lastActivityAt: null,
  waitsFor: null,
  within: [],
  validUntil: null,
  isAgain: false,
  ...of,
})

function required(title: string, of: Partial<RequiredCard> = {}): RequiredCard {
  const { userCourseId, courseId, ...shown } = card(title)
  return { ...shown, documentType: 'course', assignmentId: userCourseId, documentId: courseId, ...of }
}

function open(of: Partial<Home>) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = new QueryClient()
  const home: Home = {
    resume: null,
    required: { overdue: [required('Longest'), required('Later')], soon: [], upcoming: [], noDeadline: [], total: 2 },
    recent: [],
    pathways: [],
    hasEvents: false,
    hasEndingCertificates: false,
    counts: { required: 7, done: 4, inProgress: 1, overdue: 2 },
    ...of,
  }
  client.setQueryData(askHome().queryKey, home)
  const first = { team: { settings: { features: {} } }, me: { userId: 'u', roles: ['learner'], firstName: 'Ada' } }
  showRouter(memoryRouter('/', { '/': HomePage }), { first, client })
}

it('gives the large card to the course that is overdue for longest where nothing is begun', async () => {
  open({})
  const large = await screen.findByRole('region', { name: 'Start with this one' })
  expect(within(large).getByText('Longest')).toBeTruthy()
  expect(within(large).getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/apps/course/Longest')
})

it('gives it to what is begun, whatever is overdue', async () => {
  const begun = card('Begun', { startedAt: '2026-11-21T09:00:00.000Z', state: 'inprogress' })
  open({ resume: { ...begun, activityId: 'step', activityTitle: 'Second step' } })
  const large = await screen.findByRole('region', { name: 'Resume where you left off' })
  expect(within(large).getByText('Begun')).toBeTruthy()
  expect(screen.queryByText('Start with this one')).toBeNull()
})

it('opens the courses that each figure counts', async () => {
  open({})
  const figures = within(await screen.findByRole('list', { name: 'My figures' }))
  expect(figures.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Required7', '/apps/courses/mycourses?show=required'],
    ['Done4', '/apps/courses/mycourses?show=requiredDone'],
    ['In progress1', '/apps/courses/mycourses?show=begun'],
    ['Overdue2', '/apps/courses/mycourses?show=overdue'],
  ])
})

it('has other documents among what is required, with a link where they have a page', async () => {
  const overdue = [
    required('Manual', { documentType: 'resource', activityCount: 0, category: 'Safety' }),
    required('Onboarding', { documentType: 'learningPackage', progress: 40 }),
    required('Course'),
  ]
  open({ required: { overdue, soon: [], upcoming: [], noDeadline: [], total: 3 } })
  const list = within(await screen.findByRole('list', { name: 'Overdue' }))
  expect(await list.findByText('Resource')).toBeTruthy()
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Manual', '/apps/resource/Manual'],
    ['Course', '/apps/course/Course'],
  ])
  expect(list.getByText('Learning package')).toBeTruthy()
  // Only a course is gone on with here.
  expect(within(screen.getByRole('region', { name: 'Start with this one' })).getByText('Course')).toBeTruthy()
})
