import { loadDocuments } from '../documents/asks.ts'
import { DocumentsPage } from '../documents/DocumentsPage.tsx'
import { eventList } from './list.ts'

export const loader = loadDocuments(eventList)

/** Events of the tenant. */
export function EventsPage() {
  return <DocumentsPage kind={eventList} />
}
