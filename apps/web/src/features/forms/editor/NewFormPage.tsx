import type { Loader } from '../../../routes/route-book.ts'
import { askFacets } from '../../documents/asks.ts'
import { formKind } from '../kind.ts'
import { NewForm } from './NewForm.tsx'

export const loader: Loader = ({ client }) => client.prefetchQuery(askFacets(formKind))

/** The address of the specification that begins a form, among the administrators’ pages; the list has the same in a dialog. */
export function NewFormPage() {
  return <NewForm kind={formKind} />
}
