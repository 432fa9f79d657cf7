import { useMe, useSession } from '../api/SessionProvider.tsx'
import { ActingBanner } from './ActingBanner.tsx'
import { IdleGuard } from './IdleGuard.tsx'

/** What stands over every page of a session that is watched, or of one that acts as somebody else. */
export function Guard() {
  const { settings } = useSession()
  const { impersonation } = useMe()
  return (
    <>
      {impersonation && <ActingBanner impersonation={impersonation} />}
      {settings.sessionConfig.checkUserInactivity && <IdleGuard />}
    </>
  )
}
