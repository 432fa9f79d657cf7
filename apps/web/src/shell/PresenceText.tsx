import { useTranslation } from 'react-i18next'
import { usePresence } from '../api/LiveProvider.tsx'
import { DateText } from '../ui/DateText.tsx'

/** Whether somebody on screen is there, and in which part of the product; else since when they are gone. */
export function PresenceText({ userId, lastSeenAt }: { userId: string; lastSeenAt?: string | null }) {
  const { t } = useTranslation(['shell', 'common'])
  const presence = usePresence(userId)
  if (presence?.state === 'online') {
    const area = presence.area && presence.area !== 'unknown' ? t(`presence.area.${presence.area}`) : null
    return <>{area ? t('presence.onlineIn', { area }) : t('presence.online')}</>
  }
  const seen = presence?.since ?? lastSeenAt
  return seen ? <DateText value={seen} format="ago" /> : t('common:time.never')
}
