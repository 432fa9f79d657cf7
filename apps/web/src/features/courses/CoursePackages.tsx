import { type ReactNode, useMemo, useState } from 'react'
import { PackagesProvider } from './editing.ts'
import type { ImportedPackage } from './package-report.ts'

/** Holds the packages that were uploaded while the editor is open. */
export function CoursePackages({ children }: { children: ReactNode }) {
  const [packages, setPackages] = useState<ReadonlyMap<string, ImportedPackage>>(new Map())
  const [replacing, setReplacing] = useState<ReadonlyMap<string, ImportedPackage>>(new Map())
  const value = useMemo(
    () => ({
      packages,
      replacing,
      askToReplace: (activityId: string, imported: ImportedPackage | null) =>
        setReplacing((before) => {
          const after = new Map(before)
          if (imported) after.set(activityId, imported)
          else after.delete(activityId)
          return after
        }),
      rememberPackage: (imported: ImportedPackage) =>
        setPackages((before) => new Map([...before, [imported.id, imported]])),
    }),
    [packages, replacing],
  )
  return <PackagesProvider value={value}>{children}</PackagesProvider>
}
