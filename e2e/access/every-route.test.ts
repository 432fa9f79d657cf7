import { expect, test } from 'vitest'
import { learntUrl } from '../given/learnt-url.ts'
import { listExistingRoutes, listPages } from '../pages.ts'

test('every route that exists has a page in the list', async () => {
  const listed = new Set((await listPages(learntUrl())).map((page) => page.route))
  // signing out is no page to look at
  expect((await listExistingRoutes()).filter((route) => !listed.has(route) && route !== '/logout')).toEqual([])
})
