import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { askRequests } from './asks.ts'
import { RequestsPage } from './RequestsPage.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askRequests('admin', readList(search, {})))

export function AdminRequestsPage() {
  return <RequestsPage reader="admin" />
}
