import type { Activity, Course, CourseContent } from '@learnt/contract/courses'
import { createContext, useContext } from 'react'
import { type Editing as DocumentEditing, useDocumentEditing } from '../documents/editing.ts'
import { changeActivity, findActivity } from './content.ts'
import type { ImportedPackage } from './package-report.ts'

interface Packages {
  packages: ReadonlyMap<string, ImportedPackage>
  rememberPackage: (imported: ImportedPackage) => void
  /** Packages that are to replace another one once the author has said so, by step. */
  replacing: ReadonlyMap<string, ImportedPackage>
  askToReplace: (activityId: string, imported: ImportedPackage | null) => void
}

const PackagesContext = createContext<Packages | null>(null)
export const PackagesProvider = PackagesContext.Provider

/** What every part of a course's editor works with. */
export interface Editing extends DocumentEditing<CourseContent, Course> {
  /** Changes a step wherever it stands by now. */
  editActivity: <A extends Activity>(activity: A, change: Partial<A>) => void
  findPackage: (packageId: string | null) => ImportedPackage | undefined
  rememberPackage: (imported: ImportedPackage) => void
  /** The package that is to replace the step's, while nobody has said so yet. */
  replacing: ReadonlyMap<string, ImportedPackage>
  askToReplace: (activityId: string, imported: ImportedPackage | null) => void
}

export function useEditing(): Editing {
  const editing = useDocumentEditing<CourseContent, Course>()
  const packages = useContext(PackagesContext)
  if (!packages) throw new Error('useEditing stands outside of an editor')
  return {
    ...editing,
    editActivity: (activity, change) =>
      editing.edit((now) => {
        const present = findActivity(now, activity.id)
        return present?.kind === activity.kind ? changeActivity(now, { ...present, ...change } as typeof present) : now
      }),
    findPackage: (packageId) =>
      packageId
        ? (editing.document.packages.find((one) => one.id === packageId) ?? packages.packages.get(packageId))
        : undefined,
    rememberPackage: packages.rememberPackage,
    replacing: packages.replacing,
    askToReplace: packages.askToReplace,
  }
}
