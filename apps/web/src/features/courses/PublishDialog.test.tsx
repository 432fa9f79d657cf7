import type { CourseContent, PublishPreview, UnderWayPreview } from '@learnt/contract/courses'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareComponents } from '../../testing/show.tsx'
import { showInRouter } from '../../testing/show-in-router.tsx'
import { PublishDialog } from '../documents/PublishDialog.tsx'
import { newActivity } from './content.ts'
import { courseWorkspace } from './workspace.ts'

prepareComponents({ namespaces: ['common', 'parts', 'problems', 'courses', 'documents', 'documentKinds'] })

const activity = { ...newActivity('video', 'The film'), id: 'step' }
const content: CourseContent = {
  title: 'Fire safety',
  description: '',
  category: '',
  tags: [],
  imageFileId: null,
  sequential: false,
  reset: { kind: 'none' },
  mayStartOver: false,
  landing: { isShown: true, author: '', html: '' },
  sections: [{ id: 'section', title: 'One', activities: [activity] }],
  courseIds: [],
  prerequisites: [],
}
const nothing: PublishPreview = {
  changes: [],
  problems: [],
  warnings: [],
  learners: { assigned: 0, underWay: 0, completed: 0 },
  firstTime: false,
}

let preview: PublishPreview
let met: UnderWayPreview
let sent: { address: string; body: unknown }[]
let refusal: object | null
beforeEach(() => {
  preview = nothing
  met = {
    people: { notstarted: 7, inprogress: 2, failed: 1, completed: 10 },
    onOlder: 0,
    finishing: 1,
    steps: [
      { id: 'a', title: 'The film', effect: 'changed', fields: ['fileId'], people: 2 },
      { id: 'b', title: '<b>Old</b>', effect: 'removed', fields: [], people: 3 },
    ],
    moving: null,
  }
  sent = []
  refusal = null
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sent.push({ address, body: JSON.parse(String(init.body)) })
    const asked = address.endsWith('/under-way') ? met : preview
    const answer = init.method !== 'POST' ? asked : (refusal ?? { id: 'course', title: 'Fire safety' })
    return new Response(JSON.stringify(answer), { status: init.method === 'POST' && refusal ? 409 : 200 })
  })
})

function open({ flush = async () => true }: { flush?: () => Promise<boolean> } = {}) {
  const told = { onPublished: vi.fn(), onShow: vi.fn(), onClose: vi.fn() }
  showInRouter(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PublishDialog
        kind={courseWorkspace}
        document={{ id: 'course', status: 'publishedwithdraft' }}
        content={content}
        flush={flush}
        revision={() => 7}
        {...told}
      />
    </QueryClientProvider>,
  )
  return told
}
const button = () => screen.getByRole('button', { name: 'Publish' }) as HTMLButtonElement

describe('The publish dialog', () => {
  it('says what changes and how many people it affects', async () => {
    preview = {
      ...nothing,
      changes: [
        { change: 'details', title: 'Fire safety', fields: ['title', 'imageFileId'] },
        { change: 'activityChanged', title: 'The film', fields: ['fileId', 'captions'] },
        { change: 'sectionRemoved', title: '', fields: [] },
      ],
      learners: { assigned: 1234, underWay: 0, completed: 56 },
    }
    open()
    await screen.findByText('Details changed: title and picture')
    expect(screen.getByText('“The film” changed: file and captions')).toBeTruthy()
    expect(screen.getByText('Section “without a title” removed')).toBeTruthy()
    expect(screen.getByText('1,234 people assigned · 0 in progress · 56 done')).toBeTruthy()
    // nobody has started, so there is no choice to make
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  it('publishes the saved revision, with the choice for people in progress and the note', async () => {
    preview = { ...nothing, learners: { assigned: 20, underWay: 3, completed: 10 } }
    const { onPublished } = open()
    fireEvent.click(await screen.findByRole('radio', { name: /Start again/ }))
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: ' New film ' } })
    fireEvent.click(button())
    await waitFor(() => expect(onPublished).toHaveBeenCalledOnce())
    expect(sent).toEqual([
      { address: '/api/courses/course/publish', body: { revision: 7, underWay: 'restart', note: 'New film' } },
    ])
  })

  it('shows how carrying over affects progress, and takes a choice for each state', async () => {
    preview = { ...nothing, learners: { assigned: 20, underWay: 3, completed: 10 } }
    met = { ...met, moving: { number: 4, done: 5, people: 9 } }
    open()
    await screen.findByText('“The film” is changed (file). Progress in it is kept. Begun by 2.')
    // markup in a title is text
    expect(screen.getByText(/^“<b>Old<\/b>” is removed\..* Begun by 3\.$/)).toBeTruthy()
    expect(screen.getByText('Finished at once, because nothing is left to do: 1.')).toBeTruthy()
    expect(screen.getByText(/still being moved to version 4: 5 of 9\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /Choose by state/ }))
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Failed (1)' }))
    fireEvent.click(screen.getByRole('option', { name: 'Start again' }))
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Finished (10)' }))
    fireEvent.click(screen.getByRole('option', { name: 'Start again' }))
    fireEvent.click(button())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      underWay: { inprogress: 'carry', failed: 'restart', completed: 'restart' },
    })
  })

  it('lists the problems that prevent publishing, links to them, and does not publish', async () => {
    preview = {
      ...nothing,
      problems: [{ path: 'sections.0.activities.0.fileId', code: 'fileMissing', title: 'The film' }],
    }
    const { onShow } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'The film: The file is missing.' }))
    expect(onShow).toHaveBeenCalledWith('activity/step/fileId')
    expect(button().disabled).toBe(true)
  })

  it('lists pictures without a description, links to them, and publishes all the same', async () => {
    preview = {
      ...nothing,
      warnings: [{ path: 'sections.0.activities.0.html', code: 'picturesWithoutWords', title: 'Doors', count: 2 }],
    }
    const { onShow } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Doors: 2 pictures have no description' }))
    expect(onShow).toHaveBeenCalledWith('activity/step/html')
    expect(button().disabled).toBe(false)
  })

  it('waits until everything is saved, and says so when that fails', async () => {
    let settle: (saved: boolean) => void = () => {}
    open({ flush: () => new Promise((resolve) => (settle = resolve)) })
    expect(button().disabled).toBe(true)
    settle(false)
    await screen.findByText(/Your last changes are not saved/)
    expect(button().disabled).toBe(true)
    expect(sent).toEqual([])
  })

  it('shows a refusal and stays open', async () => {
    refusal = { type: 'x', title: 'stale', status: 409, code: 'stale', detail: 'Somebody changed this.' }
    const { onPublished } = open()
    await screen.findByText(/No changes since/)
    fireEvent.click(button())
    await screen.findByText('Somebody changed this.')
    expect(onPublished).not.toHaveBeenCalled()
  })

  it('lists only steps the first time', async () => {
    preview = {
      ...nothing,
      firstTime: true,
      changes: [
        { change: 'sectionAdded', title: 'One', fields: [] },
        { change: 'activityAdded', title: 'The film', fields: [] },
      ],
      learners: { assigned: 5, underWay: 5, completed: 0 },
    }
    open()
    await screen.findByText('“The film” added')
    expect(screen.queryByText('Section “One” added')).toBeNull()
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })
})
