import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../routes/route-book.ts'
import { askDocument } from '../documents/asks.ts'
import { DocumentPage } from '../documents/DocumentPage.tsx'
import { eventKind } from './kind.ts'
import { eventWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { eventId = '' } }) =>
  client.prefetchQuery(askDocument(eventKind, eventId))

/** The editor of an event with its people, how it runs, and its versions. */
export function EventEditorPage() {
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  return <DocumentPage kind={eventWorkspace} id={eventId} />
}
