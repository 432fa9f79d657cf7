import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { hasNewVersion, onNewVersion } from '../installation/new-version.ts'
import { i18n } from '../words/i18n.ts'

const fetchAheadMs = 10_000
const load = () => import('./NewVersionNotice.tsx')
const NewVersionNotice = lazy<() => ReactNode>(() =>
  load().then(
    ({ NewVersionNotice: component }) => ({ default: component }),
    // NOTE above every error page: a part that cannot be fetched must not take the application away
    () => ({ default: () => null }),
  ),
)

/** Place of the notice. Its look is fetched while the server still has this build: when there is something to say it is gone. */
export function NewVersionHost() {
  useEffect(() => {
    const timer = setTimeout(() => {
      void load().catch(() => {})
      void i18n.loadNamespaces('guard')
    }, fetchAheadMs)
    return () => clearTimeout(timer)
  }, [])
  return useSyncExternalStore(onNewVersion, hasNewVersion) ? (
    <Suspense>
      <NewVersionNotice />
    </Suspense>
  ) : null
}
