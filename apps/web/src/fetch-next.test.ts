import { afterEach, expect, test, vi } from 'vitest'
import { fetchNext } from './fetch-next.ts'
import { i18n } from './i18n.ts'
import { keepRoutes, type Route } from './route-book.ts'
import { routes } from './routes.ts'

const fetched: string[] = []
const given = (fails?: string) =>
  keepRoutes(
    routes.map(
      (route): Route => ({
        ...route,
        ...(route.load && {
          load: async () => {
            fetched.push(route.path)
            if (route.path === fails) throw new TypeError('offline')
            return () => null
          },
        }),
      }),
    ),
  )

afterEach(() => {
  fetched.length = 0
  vi.unstubAllGlobals()
})
vi.spyOn(i18n, 'loadNamespaces').mockResolvedValue(undefined)

test('what a person may enter is fetched, one after the other', async () => {
  given()
  await fetchNext(['learner'])
  expect(fetched).toEqual(['/apps/courses/mycourses', '/apps/course/:userCourseId'])
})

test('an administrator’s lists come too', async () => {
  given()
  await fetchNext(['admin'])
  expect(fetched.slice(2)).toEqual(['/apps/admin/users', '/apps/admin/courses'])
})

test('nothing for whoever saves data, and nothing more once the network is gone', async () => {
  given('/apps/courses/mycourses')
  await fetchNext(['learner'])
  expect(fetched).toEqual(['/apps/courses/mycourses'])
  fetched.length = 0
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await fetchNext(['learner'])
  vi.stubGlobal('navigator', { connection: { effectiveType: 'slow-2g' } })
  await fetchNext(['learner'])
  expect(fetched).toEqual([])
})
