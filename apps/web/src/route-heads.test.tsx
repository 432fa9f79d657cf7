import type { CourseCard } from '@learnt/contract/learning'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { i18n } from './i18n.ts'
import { findRoute } from './route-book.ts'
import { routeHeads } from './route-heads.tsx'
import './routes.ts'
import { preparePages, showAt } from './testing/page-frame.tsx'

const id = '019a0000-0000-8000-8000-0000000000aa'
const card = {
  userCourseId: id,
  title: 'Fire safety',
  state: 'inprogress',
  dueState: 'soon',
  dueAt: '2030-01-01T00:00:00.000Z',
  activityCount: 3,
  minutes: 20,
  isBundle: false,
} as Partial<CourseCard>
preparePages()

test.each(Object.keys(routeHeads))('%s: what is drawn ahead is what the page begins with', async (path) => {
  const address = path.replace(/:\w+/g, id)
  const route = findRoute(address)
  await i18n.loadNamespaces([...(route?.namespaces ?? [])])
  const Page = await route?.load?.()
  if (!Page) throw new Error(`${address} has no page`)
  const client = new QueryClient()
  client.setQueryData(['learning', 'courses', {}], { pages: [{ items: [card], next: null }], pageParams: [''] })
  const headOf = async (element: ReactNode) => {
    const { container } = showAt(address, { path: route?.path ?? '', page: element, client })
    await waitFor(() => expect(container.querySelector('.page-head')).toBeTruthy())
    const head = container.querySelector('.page-head')?.outerHTML
    cleanup()
    return head
  }
  const ahead = await headOf(routeHeads[path]?.({ last: id, client }))
  expect(ahead).toContain('data-page-heading')
  expect(ahead).toBe(await headOf(<Page />))
})

test('a course that no list has shown begins with its answer', () => {
  expect(routeHeads['/apps/course/:userCourseId']?.({ last: id, client: new QueryClient() })).toBeNull()
})
