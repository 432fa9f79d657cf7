import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { askHead } from './asks.ts'
import { BelowMinimum } from './BelowMinimum.tsx'
import { ChangeEventDialog, type EventChangeAct } from './ChangeEventDialog.tsx'
import { EventTimes } from './EventTimes.tsx'
import { eventPaths } from './event-paths.ts'
import { useEventWords } from './use-event-words.ts'

/** How a published event stands: its people in numbers, its dates to be moved, and how to cancel it. */
export function RunningTab({ document }: { document: { id: string; publishedNumber: number | null } }) {
  const { t } = useTranslation(['eventEditor', 'eventPeople', 'events'])
  const { reasonOf } = useEventWords()
  const [act, setAct] = useState<EventChangeAct | null>(null)
  const head = useQuery({ ...askHead(document.id), enabled: document.publishedNumber !== null })
  if (document.publishedNumber === null) return <Alert severity="info">{t('running.notPublished')}</Alert>
  if (head.error && !head.data) return <ErrorState error={head.error} onRetry={() => void head.refetch()} />
  if (!head.data) return <LinesSkeleton lines={5} />
  const { seats, sessions, counts, others, can, isCancelled, timeZone, title } = head.data
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {isCancelled && <Alert severity="warning">{t('events:isCancelled')}</Alert>}
      <BelowMinimum head={head.data} onCancel={() => setAct({ act: 'cancel' })} />
      <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {counts
            .filter((one) => one.count > 0)
            .map((one) => (
              <Tag key={one.value}>
                {t(`events:states.${one.value}`)}: {one.count}
              </Tag>
            ))}
          {seats.free !== null && (
            <Tag>{seats.free > 0 ? t('events:free', { count: seats.free }) : t('events:full')}</Tag>
          )}
        </Box>
        {others > 0 && <Typography variant="body2">{t('eventPeople:others', { count: others })}</Typography>}
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <AppLink href={eventPaths.attendees(document.id)}>{t('running.attendees')}</AppLink>
          <AppLink href={eventPaths.waitList(document.id)}>{t('running.waitList')}</AppLink>
        </Box>
      </Card>
      <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
        <Typography variant="h2">{t('dates')}</Typography>
        {sessions.length === 0 && <Typography color="textSecondary">{t('events:noDate')}</Typography>}
        {sessions.map((session) => (
          <Box key={session.id} sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Box sx={{ flex: 1, minWidth: 220 }}>
              <Typography sx={{ fontWeight: 700 }}>
                {session.title || t('events:session', { number: session.number })}
              </Typography>
              <EventTimes startsAt={session.startsAt} endsAt={session.endsAt} timeZone={timeZone} />
            </Box>
            {!isCancelled && (
              <ActionButton
                variant="outlined"
                reasonWords={reasonOf(can.change)}
                aria-label={t('running.moveTitle', {
                  title: session.title || t('events:session', { number: session.number }),
                })}
                onClick={() => setAct({ act: 'move', session })}
              >
                {t('running.move')}
              </ActionButton>
            )}
          </Box>
        ))}
      </Card>
      {!isCancelled && (
        <Box>
          <ActionButton
            color="error"
            variant="outlined"
            reasonWords={reasonOf(can.cancelEvent)}
            onClick={() => setAct({ act: 'cancel' })}
          >
            {t('running.cancel')}
          </ActionButton>
        </Box>
      )}
      {act && (
        <ChangeEventDialog
          eventId={document.id}
          title={title}
          timeZone={timeZone}
          change={act}
          onClose={() => setAct(null)}
        />
      )}
    </Box>
  )
}
