import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { preparePages, showAt } from '../testing/page-frame.tsx'
import { i18n } from '../words/i18n.ts'
import { routes } from './routes.ts'

preparePages()

const found = await Promise.all(routes.map(async (route) => ({ route, ...(await route.load?.()) })))
const pages = found.filter(({ loader }) => loader)
const id = '019a0000-0000-8000-8000-0000000000aa'
const ofList = '?search=fire&sort=title&direction=desc&limit=50&status=active&show=open'
/** As links name each page, and with what a list can be asked. */
const addresses = pages.flatMap(({ route, component: Page, loader }) => {
  const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id]))
  const pathname = route.path.replace(/:\w+/g, id)
  return ['', ofList, '?teamId=learnt'].map((search) => ({ address: pathname + search, route, params, Page, loader }))
})

test.each(addresses)('$address: what is asked ahead is what the page asks', async (one) => {
  const { address, route, params, Page, loader } = one
  await i18n.loadNamespaces([...route.namespaces])
  const keysIn = (client: QueryClient) =>
    client
      .getQueryCache()
      .getAll()
      .map((query) => query.queryHash)
  const ahead = new QueryClient()
  const { pathname, search } = new URL(address, 'http://here')
  void loader?.({ client: ahead, params, pathname, search })
  expect(keysIn(ahead).length).toBeGreaterThan(0)
  const client = new QueryClient()
  showAt(address, { path: route.path, page: Page && <Page />, client })
  await waitFor(() => expect(keysIn(client)).toEqual(expect.arrayContaining(keysIn(ahead))))
})
