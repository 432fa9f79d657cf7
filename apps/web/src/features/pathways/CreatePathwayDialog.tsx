import type { PathwayContent } from '@learnt/contract/pathways'
import { useState } from 'react'
import { CreateDocumentDialog } from '../documents/CreateDocumentDialog.tsx'
import { pathwayKind } from './kind.ts'
import { OrderField } from './OrderField.tsx'

/** Begins a pathway and opens its editor. Mount it to open it. */
export function CreatePathwayDialog({ onClose }: { onClose: () => void }) {
  const [order, setOrder] = useState<PathwayContent['order']>('sequenced')
  return (
    <CreateDocumentDialog kind={pathwayKind} more={{ order }} filled={order !== 'sequenced'} onClose={onClose}>
      <OrderField value={order} onChange={setOrder} />
    </CreateDocumentDialog>
  )
}
