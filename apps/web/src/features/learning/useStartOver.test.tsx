import type { CatalogueCard } from '@learnt/contract/catalogues'
import type { LearnerCourse } from '@learnt/contract/learning'
import type { AnyRouter } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { DialogHost } from '../../ui/DialogHost.tsx'
import { OfferAction } from '../catalogues/OfferAction.tsx'
import { CycleNote } from './CycleNote.tsx'

const earlierId = '019a0000-0000-8000-8000-0000000000aa'
const nextId = '019a0000-0000-8000-8000-0000000000ab'

prepareComponents({ namespaces: ['common', 'cycles', 'catalogues', 'problems'] })

let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    asked.push(`${init.method} ${address}`)
    return new Response(JSON.stringify({ userCourseId: nextId }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    })
  })
})

it('asks first, says that the record stays, and goes to the new cycle', async () => {
  const router = open(<CycleNote course={aCourse()} mayStartOver />)
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  const question = await screen.findByRole('dialog', { name: 'Start “The course” over?' })
  expect(question.textContent).toContain('What you did stays on record.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual([])

  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await confirm()
  await waitFor(() => expect(router.latestLocation.pathname).toBe(`/apps/course/${nextId}`))
  expect(asked).toEqual([`POST /api/my/courses/${earlierId}/start-over`])
})

it('is not offered where the course does not allow it, nor to who only looks', () => {
  open(<CycleNote course={aCourse()} mayStartOver={false} />)
  expect(screen.getByText('1 earlier cycle')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
  open(<CycleNote course={aCourse()} mayStartOver />, { impersonation: { writes: false } })
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
})

it('begins a finished course of the catalogue again; what was failed is opened where it stands', async () => {
  const offer = { documentType: 'course', documentId: 'd', assignmentId: earlierId, title: 'The course' }
  const card = (of: object) => ({ ...offer, button: 'startAgain', ...of }) as unknown as CatalogueCard
  const router = open(
    <>
      <OfferAction offer={card({ startsOver: true })} onAsk={() => {}} />
      <OfferAction offer={card({ startsOver: false, title: 'Failed' })} onAsk={() => {}} />
    </>,
  )
  const failed = screen.getByRole('link', { name: 'Start again: Failed' })
  expect(failed.getAttribute('href')).toBe(`/apps/course/${earlierId}`)
  fireEvent.click(screen.getByRole('button', { name: 'Start again: The course' }))
  await confirm()
  await waitFor(() => expect(router.latestLocation.pathname).toBe(`/apps/course/${nextId}`))
  expect(asked).toEqual([`POST /api/my/courses/${earlierId}/start-over`])
})

function open(element: ReactElement, me: object = {}): AnyRouter {
  const router = memoryRouter('/', {}) as AnyRouter
  showSignedIn(
    <>
      {element}
      <DialogHost />
    </>,
    { router, me },
  )
  return router
}

async function confirm() {
  await screen.findByRole('dialog')
  const buttons = screen.getAllByRole('button', { name: 'Start over' })
  fireEvent.click(buttons[buttons.length - 1] as HTMLElement)
}

function aCourse() {
  return {
    userCourseId: earlierId,
    title: 'The course',
    state: 'completed',
    cycle: { number: 2, validUntil: null, opens: null, closes: null, mayRenew: false, mayStartOver: true },
    earlierCycles: [
      {
        userCourseId: 'e',
        number: 1,
        state: 'completed',
        progress: 100,
        scorePercent: null,
        assignedAt: '2026-01-01T00:00:00.000Z',
        completedAt: '2026-01-02T00:00:00.000Z',
        endedAt: '2026-01-03T00:00:00.000Z',
        validUntil: null,
      },
    ],
  } as unknown as LearnerCourse
}
