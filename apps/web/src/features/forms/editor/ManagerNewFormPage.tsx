import type { Loader } from '../../../routes/route-book.ts'
import { askFacets } from '../../documents/asks.ts'
import { managerFormKind } from '../kind.ts'
import { NewForm } from './NewForm.tsx'

export const loader: Loader = ({ client }) => client.prefetchQuery(askFacets(managerFormKind))

/** The address of the specification that begins a form, among the managers’ pages; the list has the same in a dialog. */
export function ManagerNewFormPage() {
  return <NewForm kind={managerFormKind} />
}
