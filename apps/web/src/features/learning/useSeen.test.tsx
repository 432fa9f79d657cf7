import type { ActivityContent, Launch } from '@learnt/contract/learning'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareComponents, show } from '../../testing/show.tsx'
import { ActivityView } from './ActivityView.tsx'
import { secondsToRead } from './useSeen.ts'

prepareComponents({ namespaces: ['common', 'files', 'learning', 'steps', 'problems', 'parts'] })

let told: string[]
let scrollTo: (atEnd: boolean) => void
beforeEach(() => {
  told = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (changes: { isIntersecting: boolean }[]) => void) {
        scrollTo = (isIntersecting) => act(() => tell([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    told.push(JSON.parse(String(body)).event)
    const progress = { state: 'inprogress', progress: 0, scorePercent: null, savedAt: '2026-11-21T12:04:00.000Z' }
    return Response.json({ ...progress, course: { state: 'inprogress', progress: 0, completedAt: null } })
  })
})
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

const base = {
  id: 'a',
  title: 'Title',
  state: 'notstarted',
  progress: 0,
  scorePercent: null,
  savedAt: null,
  completion: { rule: 'view' },
} as const
const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const page = (count: number): ActivityContent => ({ ...base, kind: 'page', html: words(count) })
const file = { id: 'f', name: 'a.png', size: 1, url: '/a.png', contentType: 'image/png' } as never

function visit(content: ActivityContent, isPreview = false) {
  show(
    <>
      <ActivityView
        content={content}
        record={!isPreview && { userId: 'u', userCourseId: 'c', onProgress: () => {} }}
        launch={() => new Promise<Launch>(() => {})}
      />
      <a href="#next" rel="next">
        Next
      </a>
    </>,
  )
}

describe('a page', () => {
  it('is only opened by being opened, even when all of it fits on the screen', async () => {
    visit(page(40))
    scrollTo(true)
    await pass(9)
    expect(told).toEqual(['open'])
  })

  it('counts as seen after its reading time', async () => {
    visit(page(400))
    scrollTo(false)
    await pass(99)
    expect(told).toEqual(['open'])
    await pass(1)
    expect(told).toEqual(['open', 'view'])
  })

  it('counts as seen once the reader has reached its end', async () => {
    visit(page(400))
    scrollTo(false)
    await pass(2)
    scrollTo(true)
    await pass(2)
    expect(told).toEqual(['open', 'view'])
  })

  it('counts as seen by going on from its end, but not from its middle', async () => {
    visit(page(400))
    scrollTo(false)
    await pass(1)
    fireEvent.click(screen.getByRole('link'))
    expect(told).toEqual(['open'])
    scrollTo(true)
    fireEvent.click(screen.getByRole('link'))
    await pass(1)
    expect(told).toEqual(['open', 'view'])
  })

  it('does not count while another tab is in front', async () => {
    visit(page(40))
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(100)
    expect(told).toEqual(['open'])
  })

  it('takes at least five seconds, and counts words in any script', () => {
    expect(secondsToRead('')).toBe(5)
    expect(secondsToRead('word '.repeat(400))).toBe(100)
    expect(secondsToRead('安全培训'.repeat(100))).toBeGreaterThan(40)
  })
})

it('a picture counts as seen after a while on the screen', async () => {
  visit({ ...base, kind: 'document', file })
  await pass(60)
  expect(told).toEqual([])
  fireEvent.load(screen.getByRole('img'))
  await pass(19)
  expect(told).toEqual(['open'])
  await pass(1)
  expect(told).toEqual(['open', 'view'])
})

it('a document without a preview counts as seen when it is downloaded', async () => {
  visit({ ...base, kind: 'document', file: { ...(file as object), contentType: 'application/zip' } as never })
  await pass(60)
  expect(told).toEqual([])
  fireEvent.click(screen.getByRole('link', { name: 'Download' }))
  await pass(1)
  expect(told).toEqual(['view'])
})

it('a link counts as seen when it is followed', async () => {
  visit({ ...base, kind: 'link', url: 'https://example.org/' })
  await pass(60)
  expect(told).toEqual(['open'])
  fireEvent.click(screen.getByRole('link', { name: /^Open the link/ }))
  await pass(1)
  expect(told).toEqual(['open', 'view'])
})

it.each(['video', 'audio'] as const)('%s is only opened while nothing plays', async (kind) => {
  visit({ ...base, kind, file, captions: [], transcript: '', position: 0, segments: [] })
  await pass(600)
  expect(told).toEqual(['open'])
})

it.each([
  page(40),
  { ...base, kind: 'document', file },
  { ...base, kind: 'link', url: 'https://example.org/' },
] as const)('a preview of $kind reports nothing', async (content) => {
  visit(content, true)
  const [picture] = screen.queryAllByRole('img')
  if (picture) fireEvent.load(picture)
  await pass(600)
  expect(told).toEqual([])
})
