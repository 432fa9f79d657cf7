import type { Loader } from '../../routes/route-book.ts'
import { loadFigures } from './asks.ts'
import { ContainerPeople } from './ContainerPeople.tsx'

export const loader: Loader = (page) => loadFigures(page, { documentId: page.params.documentId ?? '' })

/** The people behind a bundle's figures. */
export function BundleReportPage() {
  return <ContainerPeople name="bundles" />
}
