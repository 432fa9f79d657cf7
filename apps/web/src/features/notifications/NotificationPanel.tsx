import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { Panel, type PanelProps } from '../../shell/Panel.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { NotificationLine } from './NotificationLine.tsx'
import { notificationPaths } from './paths.ts'
import { useMarks } from './use-marks.ts'

export { loadWords } from './load-words.ts'

const newest = { query: { limit: 10 } }

/** The newest ten, below the bell. */
export function NotificationPanel({ anchor, onClose }: PanelProps) {
  const { t } = useTranslation('notifications')
  const { me } = useSession()
  const list = useQuery({ ...queryOf(api.notifications.list, newest), enabled: anchor !== null })
  const { markRead, markAllRead, isMarkingAll } = useMarks()
  const items = list.data?.items
  const first = items?.[0]
  const hasUnread = items?.some((one) => one.readAt === null) ?? false
  // a person who acts as another changes nothing here
  const isOwn = !me?.impersonation
  return (
    <Panel anchor={anchor} onClose={onClose} label={t('title')} width={420}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          paddingInlineStart: 2.5,
          paddingInlineEnd: 1.5,
          pt: 1.5,
        }}
      >
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        {first && isOwn && (
          <Button size="small" disabled={!hasUnread || isMarkingAll} onClick={() => markAllRead(first)}>
            {t('readAll')}
          </Button>
        )}
      </Box>
      {!items && list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <Box sx={{ p: 2.5 }} aria-busy="true">
          <LinesSkeleton />
        </Box>
      ) : items.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, maxHeight: '60vh', overflowY: 'auto' }}>
          {items.map((one) => (
            <NotificationLine
              key={one.id}
              one={one}
              onOpen={() => {
                if (isOwn) markRead(one)
                if (one.link) onClose()
              }}
            />
          ))}
        </Box>
      )}
      <Divider />
      <Box sx={{ px: 2.5, py: 1.5, textAlign: 'center' }}>
        <AppLink href={notificationPaths.myNotifications} onClick={onClose}>
          {t('seeAll')}
        </AppLink>
      </Box>
    </Panel>
  )
}
