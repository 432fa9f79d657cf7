import type { DocumentType } from '@learnt/contract/document-kinds'
import { RatingsList } from './RatingsList.tsx'

/** The tab of ratings in the workspace of one kind. */
export function ratingsTab(type: DocumentType) {
  return {
    name: 'ratings',
    Content: ({ document }: { document: { id: string } }) => <RatingsList type={type} id={document.id} />,
  }
}
