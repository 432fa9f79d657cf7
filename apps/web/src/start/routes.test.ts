import { describe, expect, it } from 'vitest'
import { findRoute, judge, paramsOf, works } from '../routes/route-book.ts'
import { routes } from './routes.ts'

/** Who enters what (specification, section 6; readings, "Route groups"): one page for each rule, and the neighbours. */
const people = {
  nobody: null,
  learner: ['learner'],
  manager: ['manager'],
  admin: ['admin'],
  'admin and manager': ['admin', 'manager'],
  superadmin: ['superadmin'],
} as const
type Person = keyof typeof people

const table: [path: string, enter: Person[]][] = [
  ['/apps/homepage/myhomepage', ['learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  ['/apps/courses/mycourses', ['learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  [
    '/apps/course/0198c000-0000-7000-8000-000000000000',
    ['learner', 'manager', 'admin', 'admin and manager', 'superadmin'],
  ],
  ['/teams', ['learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  ['/pages/profile', ['learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  ['/apps/home/preview', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/admin/users', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/admin/courses/x', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/admin/settings/theme', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/admin/settings/providers', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/admin/settings/billing', ['superadmin']],
  ['/apps/admin/settings/usermanagement', ['superadmin']],
  ['/apps/admin/settings/navigation', ['superadmin']],
  ['/apps/admin/settings/notifications', ['superadmin']],
  ['/apps/admin/settings/data-protection', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/admin/settings/dynamic-custom-fields', ['admin', 'admin and manager', 'superadmin']],
  ['/apps/manager/reporting', ['manager', 'admin and manager']],
  ['/apps/manager/forms', ['manager', 'admin and manager']],
  ['/apps/superadmin/tenants', ['superadmin']],
  ['/apps/superadmin/query-firestore', ['superadmin']],
  ['/login', ['nobody']],
  ['/register', ['nobody']],
  ['/resetpassword', ['nobody']],
  ['/change-password', ['nobody', 'learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  ['/action', ['nobody', 'learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  ['/callback', ['nobody']],
  ['/callback/0198c000-0000-7000-8000-000000000000', ['nobody']],
  ['/pages/errors/error-404', ['nobody', 'learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
  ['/verify/abc', ['nobody', 'learner', 'manager', 'admin', 'admin and manager', 'superadmin']],
]

describe('rules of the routes', () => {
  it.each(table)('%s', (path, enter) => {
    for (const [person, held] of Object.entries(people))
      expect(judge(path, held).enter, person).toBe(enter.includes(person as Person))
  })

  it('all of /apps/admin is for administrators, /apps/manager for managers, /apps/superadmin for superadministrators', () => {
    for (const route of routes) {
      if (route.path.startsWith('/apps/admin')) expect(['admin', 'superadmin'], route.path).toContain(route.who)
      if (route.path.startsWith('/apps/manager')) expect(route.who, route.path).toBe('manager')
      if (route.path.startsWith('/apps/superadmin')) expect(route.who, route.path).toBe('superadmin')
    }
  })

  it('sends nobody to the sign-in page, the refused to the chooser of teams, guests’ pages onwards', () => {
    expect(judge('/apps/admin/users', null)).toEqual({ enter: false, to: '/login', why: 'signIn' })
    expect(judge('/logout', null)).toEqual({ enter: false, to: '/login', why: 'signIn' })
    expect(judge('/apps/admin/users', ['learner'])).toEqual({ enter: false, to: '/teams', why: 'refused' })
    expect(judge('/login', ['learner'])).toEqual({ enter: false, to: '/teams', why: 'signedIn' })
    expect(judge('/nowhere', ['superadmin'])).toEqual({ enter: false, to: '/pages/errors/error-404', why: 'unknown' })
  })

  it('never sends anybody in a circle', () => {
    for (const held of Object.values(people)) {
      for (const route of routes) {
        let path = route.path.replace(/:\w+\??/g, 'x')
        for (let step = 0; ; step++) {
          expect(step, `${route.path} as ${held}`).toBeLessThan(4)
          const verdict = judge(path, held)
          const next = verdict.enter ? findRoute(path)?.to : verdict.to
          if (!next) break
          path = next
        }
      }
    }
  })

  it('template and demo routes are unknown', () => {
    for (const path of [
      '/apps/mail/inbox',
      '/apps/todo/all',
      '/pages/auth/login-2',
      '/ui/icons',
      '/documentation/x',
      '/apps/e-commerce/orders',
    ]) {
      expect(findRoute(path), path).toBeNull()
    }
  })
})

describe('finding a route', () => {
  it('prefers fixed words to parameters', () => {
    expect(findRoute('/apps/pathways/mypathways')?.title).toBe('myPathways')
    expect(findRoute('/apps/pathways/abc')?.title).toBe('pathway')
  })

  it('takes optional ends and a slash behind', () => {
    expect(findRoute('/apps/resource/1')?.path).toBe('/apps/resource/:resourceId/:resourceHandle?')
    expect(findRoute('/apps/resource/1/a-handle')?.path).toBe('/apps/resource/:resourceId/:resourceHandle?')
    expect(findRoute('/apps/admin/users/')?.title).toBe('users')
  })

  it('reads the parameters of an address', () => {
    const read = (path: string) => {
      const route = findRoute(path)
      return route && paramsOf(route, path)
    }
    expect(read('/apps/resource/1/two%20words')).toEqual({ resourceId: '1', resourceHandle: 'two words' })
    expect(read('/apps/resource/1')).toEqual({ resourceId: '1', resourceHandle: undefined })
  })

  it('declares every address once', () => {
    const paths = routes.map((route) => route.path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('has a component for every page that exists', async () => {
    const pages = routes.filter((route) => route.load)
    expect(pages.length).toBeGreaterThan(100)
    for (const { path, load } of pages) expect((await load?.())?.component, path).toBeTypeOf('function')
  })

  it('knows which pages exist', () => {
    expect(works(findRoute('/apps/admin/users'))).toBe(true)
    expect(works(findRoute('/apps/courses'))).toBe(true)
    expect(works(findRoute('/apps/chat'))).toBe(false)
  })
})
