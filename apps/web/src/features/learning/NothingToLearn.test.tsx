import type { Start } from '@learnt/contract/session'
import { isSwitchedOff } from '@learnt/contract/team-values'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { SessionProvider } from '../../api/SessionProvider.tsx'
import { judge } from '../../routes/route-book.ts'
import { prepareComponents, show } from '../../testing/show.tsx'
import { NothingToLearn } from './NothingToLearn.tsx'

prepareComponents({ namespaces: ['common', 'parts', 'learning', 'steps'] })

const checklist = { name: 'Setup checklist', href: '/apps/superadmin/tenant/learnt' }
const courses = { name: 'Courses', href: '/apps/admin/courses' }
const people = { name: 'People', href: '/apps/admin/users' }
const catalogue = { name: 'Browse optional learning', href: '/apps/optional-learning/listing' }
const reports = { name: 'Reports on your people', href: '/apps/manager/reporting' }

function open(roles: string[], managerReports = true, hasOffers = false) {
  const features = { managerReports }
  const first = { team: { settings: { features } }, me: { tenantId: 'learnt', roles } } as unknown as Start
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const { queryKey } = queryOf(api.catalogues.list, { query: { limit: 1 } })
  client.setQueryData(queryKey, { items: [], next: null, total: 0, facets: null, isEmpty: !hasOffers })
  show(
    <QueryClientProvider client={client}>
      <SessionProvider first={first}>
        <NothingToLearn />
      </SessionProvider>
    </QueryClientProvider>,
  )
  const links = screen.queryAllByRole('link').map((link) => ({
    name: link.textContent,
    href: link.getAttribute('href') ?? '',
  }))
  for (const { href } of links) {
    expect(judge(href, roles).enter, href).toBe(true)
    expect(isSwitchedOff(href, features), href).toBe(false)
  }
  return links
}

it.each([
  { roles: ['manager'], links: [reports] },
  { roles: ['learner', 'manager'], links: [reports] },
  { roles: ['admin'], links: [courses, people] },
  { roles: ['admin', 'manager'], links: [courses, people, reports] },
  { roles: ['superadmin'], links: [checklist, courses, people] },
  { roles: ['superadmin', 'manager'], links: [checklist, courses, people, reports] },
])('leads $roles to the pages of their work, and to no other', ({ roles, links }) => {
  expect(open(roles)).toEqual(links)
  expect(screen.getByText('Next steps')).toBeTruthy()
  expect(screen.queryByText('No courses yet')).toBeNull()
})

it('tells a learner what will stand here, without a link', () => {
  expect(open(['learner'])).toEqual([])
  expect(screen.getByText('No courses yet')).toBeTruthy()
  expect(screen.getByText('Courses assigned to you appear here.')).toBeTruthy()
})

it('leads nobody to reports that the tenant does without', () => {
  expect(open(['admin', 'manager'], false)).toEqual([courses, people])
})

it('speaks to a manager without reports as to a learner', () => {
  expect(open(['manager'], false)).toEqual([])
  expect(screen.getByText('No courses yet')).toBeTruthy()
})

it('leads to the catalogue where there is something in it', () => {
  expect(open(['learner'], true, true)).toEqual([catalogue])
  expect(screen.getByText('Nothing is required of you now. You can choose something to learn.')).toBeTruthy()
})

it('leads those who run the place to the catalogue after their work', () => {
  expect(open(['admin'], true, true)).toEqual([courses, people, catalogue])
})
