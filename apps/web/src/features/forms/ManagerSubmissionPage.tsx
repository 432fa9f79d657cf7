import type { Loader } from '../../routes/route-book.ts'
import { askSubmission } from './asks.ts'
import { SubmissionPage } from './SubmissionPage.tsx'

export const loader: Loader = ({ client, params: { submissionId = '' } }) =>
  client.prefetchQuery(askSubmission(submissionId))

export function ManagerSubmissionPage() {
  return <SubmissionPage reader="manager" />
}
