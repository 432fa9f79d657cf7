import type { NamedDocument } from '@learnt/contract/documents'
import type { PathwayContent } from '@learnt/contract/pathways'
import { createContext, useContext } from 'react'
import type { FieldErrors } from '../documents/field-errors.ts'
import type { Outline } from './useSections.ts'

/** What every part of the editor of a pathway works with. */
export interface PathwayEditing {
  pathwayId: string
  content: PathwayContent
  edit: (change: (content: PathwayContent) => PathwayContent) => void
  errors: FieldErrors
  locked: boolean
  outline: Outline
  findDocument: (id: string) => NamedDocument | undefined
  /** Picked just now: the answer of the server does not name it yet. */
  remember: (document: NamedDocument) => void
}

const PathwayEditingContext = createContext<PathwayEditing | null>(null)
export const PathwayEditingProvider = PathwayEditingContext.Provider

export function usePathwayEditing(): PathwayEditing {
  const editing = useContext(PathwayEditingContext)
  if (!editing) throw new Error('usePathwayEditing stands outside of an editor')
  return editing
}
