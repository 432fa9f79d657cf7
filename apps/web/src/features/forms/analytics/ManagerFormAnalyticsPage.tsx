import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../../routes/route-book.ts'
import { formPaths } from '../paths.ts'
import { askAnalytics, FormAnalytics } from './FormAnalytics.tsx'

export const loader: Loader = ({ client, params: { formId = '' } }) => client.prefetchQuery(askAnalytics(formId))

/** The figures of a form, for managers. */
export function ManagerFormAnalyticsPage() {
  const { formId = '' } = useParams({ strict: false }) as { formId?: string }
  return <FormAnalytics as="manager" formId={formId} back={formPaths.managerForms} />
}
