import type { PathwayContent } from '@learnt/contract/pathways'
import { ResetFields } from '../cycles/ResetFields.tsx'
import { DetailsForm } from '../documents/DetailsForm.tsx'
import { useDocumentEditing } from '../documents/editing.ts'
import type { ContentEditorProps } from '../documents/kind.ts'
import type { PathwayDocument } from './kind.ts'
import { PathwayEditor } from './PathwayEditor.tsx'

/** The editor as it stands in the workspace of documents. */
export function PathwayContentEditor(props: ContentEditorProps<PathwayContent, PathwayDocument>) {
  const { findDocument, rememberDocument } = useDocumentEditing()
  return (
    <PathwayEditor {...props} findDocument={findDocument} remember={rememberDocument}>
      <DetailsForm>
        <ResetFields hasSteps />
      </DetailsForm>
    </PathwayEditor>
  )
}
