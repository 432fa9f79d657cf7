import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { askQueue, queueStandard } from './asks.ts'
import { SubmissionsPage } from './SubmissionsPage.tsx'

export const loader: Loader = ({ client, params: { formId = '' }, search }) =>
  client.prefetchQuery(askQueue('manager', formId, readList(search, queueStandard)))

export function ManagerSubmissionsPage() {
  return <SubmissionsPage reader="manager" />
}
