import { ownZone } from '../calendar/entry-times.ts'
import { CreateDocumentDialog } from '../documents/CreateDocumentDialog.tsx'
import { eventKind } from './kind.ts'

/** Creates an event in the planner’s time zone; its editor asks for the rest. Mount it to open it. */
export function CreateEventDialog({ onClose }: { onClose: () => void }) {
  return <CreateDocumentDialog kind={eventKind} more={{ timeZone: ownZone() }} onClose={onClose} />
}
