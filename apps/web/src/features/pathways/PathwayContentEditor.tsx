import type { PathwayContent } from '@learnt/contract/pathways'
import { DetailsForm } from '../documents/DetailsForm.tsx'
import type { ContentEditorProps } from '../documents/kind.ts'
import type { PathwayDocument } from './kind.ts'
import { PathwayEditor } from './PathwayEditor.tsx'

/** The editor as it stands in the workspace of documents. */
export function PathwayContentEditor(props: ContentEditorProps<PathwayContent, PathwayDocument>) {
  return (
    <PathwayEditor {...props}>
      <DetailsForm />
    </PathwayEditor>
  )
}
