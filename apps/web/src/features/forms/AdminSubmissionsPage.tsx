import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { askQueue, queueStandard } from './asks.ts'
import { SubmissionsPage } from './SubmissionsPage.tsx'

export const loader: Loader = ({ client, params: { formId = '' }, search }) =>
  client.prefetchQuery(askQueue('admin', formId, readList(search, queueStandard)))

export function AdminSubmissionsPage() {
  return <SubmissionsPage reader="admin" />
}
