import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../../routes/route-book.ts'
import { formPaths } from '../paths.ts'
import { askAnalytics, FormAnalytics } from './FormAnalytics.tsx'

export const loader: Loader = ({ client, params: { formId = '' } }) => client.prefetchQuery(askAnalytics(formId))

/** The figures of a form, for administrators. */
export function FormAnalyticsPage() {
  const { formId = '' } = useParams({ strict: false }) as { formId?: string }
  return <FormAnalytics formId={formId} back={formPaths.adminForms} />
}
