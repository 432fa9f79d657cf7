import type { FormKind } from '@learnt/contract/forms/content'
import { useState } from 'react'
import { CreateDocumentDialog } from '../../documents/CreateDocumentDialog.tsx'
import type { KindPages } from '../../documents/kind.ts'
import { KindField } from './KindField.tsx'

/** Begins a form and opens its editor. Mount it to open it. */
export function NewFormDialog({ kind: pages, onClose }: { kind: KindPages; onClose: () => void }) {
  const [kind, setKind] = useState<FormKind>('survey')
  return (
    <CreateDocumentDialog kind={pages} more={{ kind }} filled={kind !== 'survey'} onClose={onClose}>
      <KindField value={kind} onChange={setKind} />
    </CreateDocumentDialog>
  )
}
