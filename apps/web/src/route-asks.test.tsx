import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { i18n } from './i18n.ts'
import { type Asked, routeAsks } from './route-asks.ts'
import { findRoute } from './route-book.ts'
import './routes.ts'
import { preparePages, showAt } from './testing/page-frame.tsx'

preparePages()

/** Addresses of each page: as links have them, and with what a list can be asked. */
const addresses = Object.keys(routeAsks).flatMap((path) => {
  const address = path.replace(/:\w+/g, '019a0000-0000-8000-8000-0000000000aa')
  if (path === '/apps/admin/users/:userId') return [address, `${address}?teamId=learnt`]
  return /homepage|\/apps\/course\/|\/admin\/courses\/|:userCourseId/.test(path)
    ? [address]
    : [address, `${address}?search=fire&sort=title&direction=desc&limit=50&status=active&show=open`]
})

test.each(addresses)('%s: what is asked ahead is what the page asks', async (address) => {
  const { pathname, search } = new URL(address, 'http://here')
  const route = findRoute(pathname)
  const ahead = routeAsks[route?.path ?? '']?.({ pathname, search, last: pathname.split('/').at(-1) ?? '' }) ?? []
  expect(ahead.length).toBeGreaterThan(0)
  await i18n.loadNamespaces([...(route?.namespaces ?? [])])
  const Page = await route?.load?.()
  if (!Page) throw new Error(`${address} has no page`)
  const client = new QueryClient()
  showAt(address, { path: route?.path ?? '', page: <Page />, client })
  const keyOf = ({ queryKey }: Asked) => JSON.stringify(queryKey)
  const activeKeys = () =>
    client
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => state.fetchStatus === 'fetching' })
      .map((query) => JSON.stringify(query.queryKey))
  // what the page asks by itself, in its own words
  await waitFor(() => expect(activeKeys()).toEqual(expect.arrayContaining(ahead.map(keyOf))))
})
