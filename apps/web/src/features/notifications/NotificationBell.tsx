import type { Start } from '@learnt/contract/session'
import BellIcon from '@mui/icons-material/NotificationsNone'
import IconButton from '@mui/material/IconButton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { startKey, useSession } from '../../api/SessionProvider.tsx'
import { CountBadge } from '../../shell/CountBadge.tsx'
import { usePanel } from '../../shell/use-panel.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const NotificationPanel = lazyPart(
  async () => {
    const { NotificationPanel: component, loadWords } = await import('./NotificationPanel.tsx')
    await loadWords()
    return component
  },
  { floats: true },
)

/** How much waits to be read; opens the newest. What follows from news is fetched with the first of them (hear-news.ts). */
export function NotificationBell() {
  const { t } = useTranslation('shell')
  const { me } = useSession()
  const { wanted, panel, button } = usePanel()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [since] = useState(() => client.getQueryData<Start>(startKey)?.serverTime)
  const { count } = useQuery({
    ...queryOf(api.notifications.unread),
    // the start-up answer said so: no request of its own
    initialData: { count: me?.unreadNotifications ?? 0 },
    staleTime: 60_000,
  }).data
  useChange('me', 'notification', (change) => {
    void import('./hear-news.ts').then(({ hearNews }) =>
      hearNews(client, change, { since, open: (path) => void navigate({ href: path }) }),
    )
  })
  return (
    <>
      <IconButton
        {...button}
        data-tip={t('notifications.label')}
        aria-label={t('notifications.button', { count })}
        aria-haspopup="dialog"
      >
        <CountBadge count={count}>
          <BellIcon />
        </CountBadge>
      </IconButton>
      {wanted && <NotificationPanel {...panel} />}
    </>
  )
}
