import { useMe, useSession } from '../api/SessionProvider.tsx'
import { ActingBanner } from './ActingBanner.tsx'
import { IdleGuard } from './IdleGuard.tsx'

/**
 * What stands over every page of a session that is watched, or of one that acts as somebody else. `onLeave` opens a path
 * afresh without asking about what is not saved: nobody is there to answer.
 */
export function Guard({ onLeave }: { onLeave: (path: string) => void }) {
  const { settings } = useSession()
  const { impersonation } = useMe()
  return (
    <>
      {impersonation && <ActingBanner impersonation={impersonation} />}
      {settings.sessionConfig.checkUserInactivity && <IdleGuard onLeave={onLeave} />}
    </>
  )
}
