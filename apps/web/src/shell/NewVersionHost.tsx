import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hasNewVersion, onNewVersion } from '../installation/new-version.ts'

const NewVersionNotice = lazy(async () => ({ default: (await import('./NewVersionNotice.tsx')).NewVersionNotice }))

/** Place of the notice; its look is fetched when there is something to say. */
export function NewVersionHost() {
  return useSyncExternalStore(onNewVersion, hasNewVersion) ? (
    <Suspense>
      <NewVersionNotice />
    </Suspense>
  ) : null
}
