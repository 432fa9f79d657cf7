import { loadReport } from './asks.ts'
import { ContainerReport } from './ContainerReport.tsx'

export const loader = loadReport('bundles')

/** Bundle report: one row for each bundle. */
export function BundleReportingPage() {
  return <ContainerReport name="bundles" />
}
