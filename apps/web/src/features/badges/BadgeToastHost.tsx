import { useEffect, useState } from 'react'
import { useChange } from '../../api/LiveProvider.tsx'
import { useMe } from '../../api/SessionProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** The first page comes first; then what was earned while no page was open. */
const askAfterMs = 4000

const BadgeToasts = lazyPart(
  async () => {
    const [{ BadgeToasts: component }] = await Promise.all([import('./BadgeToasts.tsx'), loadWords('badgeToast')])
    return component
  },
  // nobody asked for it: what does not come is asked for with the next page
  { failed: () => null },
)

/** Place of the messages about badges; their code is fetched when there may be one. None while somebody acts as the person. */
export function BadgeToastHost({ onOpen }: { onOpen: (path: string) => void }) {
  const { impersonation, unreadNotifications } = useMe()
  const [isWanted, setWanted] = useState(false)
  useChange('me', 'badge', () => setWanted(true))
  useEffect(() => {
    // a badge leaves a notice: without one there is nothing to ask for
    if (unreadNotifications === 0) return
    const want = () => (navigator.onLine ? setWanted(true) : addEventListener('online', want, { once: true }))
    const timer = setTimeout(want, askAfterMs)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', want)
    }
  }, [unreadNotifications])
  return isWanted && !impersonation ? <BadgeToasts onOpen={onOpen} /> : null
}
