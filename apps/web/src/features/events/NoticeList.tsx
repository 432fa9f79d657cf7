import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { askNotices } from './asks.ts'

/** Which people get which notices, before anything is done. */
export function NoticeList({ eventId, act }: { eventId: string; act: 'publish' | 'move' | 'cancel' }) {
  const { t } = useTranslation('eventEditor')
  const found = useQuery(askNotices(eventId, act))
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LinesSkeleton lines={2} />
  const notices = found.data.notices.filter((one) => one.count > 0)
  if (notices.length === 0) return <Typography color="textSecondary">{t('running.nobody')}</Typography>
  return (
    <Alert severity="info">
      <Typography variant="subtitle2">{t('running.notices')}</Typography>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {notices.map((one) => (
          <li key={one.kind + one.mail}>
            {t('running.notice', {
              kind: t(`running.kinds.${one.kind as 'other'}`, { defaultValue: t('running.kinds.other') }),
              count: one.count,
            })}{' '}
            {t(`running.mails.${one.mail}`)}
            <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
              {one.count > one.people.length
                ? t('running.people', { names: one.people.join(', '), count: one.count - one.people.length })
                : one.people.join(', ')}
            </Typography>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
