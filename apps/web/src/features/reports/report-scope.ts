import { useLocation } from '@tanstack/react-router'
import { api } from '../../api/operations.ts'

/** Whose figures a report page shows: the same pages serve administrators and managers, by their address. */
export function useReportScope(): { as: 'admin' | 'manager'; operations: typeof api.reports.admin } {
  const as = useLocation({
    select: (location) => (location.pathname.startsWith('/apps/manager/') ? 'manager' : 'admin'),
  })
  // NOTE: both scopes have the same shapes; only their addresses and rights differ.
  const operations = as === 'manager' ? (api.reports.manager as unknown as typeof api.reports.admin) : api.reports.admin
  return { as, operations }
}
