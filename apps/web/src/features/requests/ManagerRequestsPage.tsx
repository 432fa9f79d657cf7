import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { askRequests } from './asks.ts'
import { RequestsPage } from './RequestsPage.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askRequests('manager', readList(search, {})))

export function ManagerRequestsPage() {
  return <RequestsPage reader="manager" />
}
