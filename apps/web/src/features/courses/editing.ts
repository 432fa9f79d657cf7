import type { Activity, Course, CourseContent } from '@learnt/contract/courses'
import type { StoredFile } from '@learnt/contract/files'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FieldErrors } from './field-errors.ts'
import type { ImportedPackage } from './package-report.ts'
import type { UploadState, Uploads } from './uploads.ts'

/** What every part of an editor works with. */
export interface Editing {
  course: Course
  content: CourseContent
  errors: FieldErrors
  /** Archived: everything can be read, nothing changed. */
  locked: boolean
  edit: (change: (content: CourseContent) => CourseContent) => void
  /** Changes a step wherever it stands by now. */
  editActivity: <A extends Activity>(activity: A, change: Partial<A>) => void
  findFile: (fileId: string | null) => StoredFile | undefined
  findPackage: (packageId: string | null) => ImportedPackage | undefined
  rememberFile: (file: StoredFile) => void
  rememberPackage: (imported: ImportedPackage) => void
  uploads: Uploads
}

const EditingContext = createContext<Editing | null>(null)
export const EditingProvider = EditingContext.Provider

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('useEditing stands outside of an editor')
  return editing
}

/** How the upload of a place of the course stands. */
export function useUpload(slot: string): UploadState | undefined {
  const { uploads } = useEditing()
  useSyncExternalStore(uploads.listen, uploads.version)
  return uploads.find(slot)
}
