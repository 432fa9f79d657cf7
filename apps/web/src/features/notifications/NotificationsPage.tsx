import type { Notification } from '@learnt/contract/notifications'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import ReadIcon from '@mui/icons-material/DraftsOutlined'
import UnreadIcon from '@mui/icons-material/MarkunreadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { ask } from '../../ui/table/list-state.ts'
import { groupByDay } from './group-by-day.ts'
import { NotificationLine } from './NotificationLine.tsx'
import { useMarks } from './use-marks.ts'
import { useRemoval } from './use-removal.ts'
import { wordsOf } from './words.ts'

const filters = ['all', 'unread'] as const
type Filter = (typeof filters)[number]

/** What happened for the person, by day; the address holds the filter. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const { me } = useSession()
  const [state, change] = useListState()
  const filter: Filter = state.filters.show?.[0] === 'unread' ? 'unread' : 'all'
  const list = useInfiniteQuery({
    queryKey: ['notifications', 'list', 'page', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.notifications.list,
        { query: { filter, limit: 25, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
  const { markRead, markUnread, markAllRead, isMarkingAll } = useMarks()
  const { isRemoved, remove } = useRemoval()
  const show = (next: Filter) => change(ask(state, { filters: next === 'all' ? {} : { show: [next] } }))
  const items = list.data?.pages.flatMap((page) => page.items).filter((one) => !isRemoved(one.id))
  const newest = items?.[0]
  // a person who acts as another changes nothing here
  const isOwn = !me?.impersonation
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          newest &&
          isOwn && (
            <Button
              variant="outlined"
              disabled={isMarkingAll || !items.some((one) => one.readAt === null)}
              onClick={() => markAllRead(newest)}
            >
              {t('readAll')}
            </Button>
          )
        }
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={filter}
        aria-label={t('filter')}
        onChange={(_, next: Filter | null) => next && show(next)}
        sx={{ mb: 2.5 }}
      >
        {filters.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`filters.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {!items && list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <Card sx={{ p: 2.5 }}>
          <LinesSkeleton />
        </Card>
      ) : items.length === 0 && !list.hasNextPage ? (
        filter === 'unread' ? (
          <EmptyState
            title={t('noUnread')}
            text={t('noUnreadText')}
            action={
              <Button variant="outlined" onClick={() => show('all')}>
                {t('showAll')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t('empty')} text={t('emptyText')} />
        )
      ) : (
        <Box sx={{ display: 'grid', gap: 3, maxWidth: 880 }}>
          {groupByDay(items).map((group) => (
            <Day key={group.day} day={group.day} ago={group.ago}>
              {group.items.map((one) => (
                <NotificationLine
                  key={one.id}
                  one={one}
                  onOpen={() => isOwn && markRead(one)}
                  actions={
                    isOwn && (
                      <Actions
                        one={one}
                        onMark={() => (one.readAt === null ? markRead(one) : markUnread(one))}
                        onRemove={() => remove(one)}
                      />
                    )
                  }
                />
              ))}
            </Day>
          ))}
          {list.hasNextPage && (
            <Box sx={{ display: 'grid', placeItems: 'center' }}>
              <Button variant="outlined" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('more')}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </>
  )
}

function Day({ day, ago, children }: { day: string; ago: number; children: ReactNode }) {
  const { t, i18n } = useTranslation('notifications')
  const id = useId()
  const name =
    ago === 0
      ? t('today')
      : ago === 1
        ? t('yesterday')
        : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' }).format(
            new Date(`${day}T12:00:00Z`),
          )
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="overline" component="h2" color="textSecondary">
        {name}
      </Typography>
      <Card component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 1 }}>
        {children}
      </Card>
    </Box>
  )
}

function Actions({ one, onMark, onRemove }: { one: Notification; onMark: () => void; onRemove: () => void }) {
  const { t, i18n } = useTranslation(['notifications', 'common', 'shell'])
  const text = wordsOf(t, i18n.language, one)
  const mark = one.readAt === null ? t('read') : t('unreadAgain')
  return (
    <>
      <Tooltip title={mark}>
        <IconButton size="small" aria-label={`${mark}: ${text}`} onClick={onMark}>
          {one.readAt === null ? <ReadIcon fontSize="small" /> : <UnreadIcon fontSize="small" />}
        </IconButton>
      </Tooltip>
      <Tooltip title={t('remove')}>
        <IconButton size="small" aria-label={`${t('remove')}: ${text}`} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  )
}
