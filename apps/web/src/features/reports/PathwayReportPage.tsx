import type { Loader } from '../../routes/route-book.ts'
import { loadFigures } from './asks.ts'
import { ContainerPeople } from './ContainerPeople.tsx'

export const loader: Loader = (page) => loadFigures(page, { documentId: page.params.documentId ?? '' })

/** The people behind the figures of a pathway or a learning package. */
export function PathwayReportPage() {
  return <ContainerPeople name="pathways" />
}
