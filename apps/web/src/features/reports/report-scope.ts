import type { CustomField } from '@learnt/contract/custom-fields'
import { useMatches } from '@tanstack/react-router'
import { api } from '../../api/operations.ts'

export type Scope = 'admin' | 'manager'

/** Whose figures a report page shows: the same pages serve administrators and managers, by their address. */
export function useReportScope(): { as: Scope; operations: typeof api.reports.admin } {
  const as = useMatches({ select: (matches) => scopeOf(matches.at(-1)?.pathname ?? '') })
  return { as, operations: operationsOf(as) }
}

export const scopeOf = (pathname: string): Scope => (pathname.startsWith('/apps/manager/') ? 'manager' : 'admin')

// NOTE: both scopes have the same shapes; only their addresses and rights differ.
export const operationsOf = (as: Scope): typeof api.reports.admin =>
  as === 'manager' ? (api.reports.manager as unknown as typeof api.reports.admin) : api.reports.admin

/** The tenant's own fields that its reports show: administrators see all, managers those shown to managers. */
export function visibleFields(as: Scope, fields: readonly CustomField[]): readonly CustomField[] {
  return as === 'admin' ? fields : fields.filter(({ access }) => access.manager !== 'none')
}
