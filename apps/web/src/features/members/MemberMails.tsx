import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { askMailsTo } from './asks.ts'

/** Mails to one person, newest first, and why each one was or was not sent. */
export function MemberMails({ userId }: { userId: string }) {
  const { t } = useTranslation(['administration', 'members', 'common'])
  const mails = useInfiniteQuery(askMailsTo(userId))
  if (mails.isError && !mails.data) return <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />
  if (!mails.data) return <LinesSkeleton lines={8} />
  const items = mails.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState title={t('outbox.empty')} />
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((mail) => (
          <Box
            component="li"
            key={mail.id}
            sx={{
              py: 2,
              borderBottom: 1,
              borderColor: 'divider',
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1.5,
              alignItems: 'center',
            }}
          >
            <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{mail.subject}</Typography>
              <Typography variant="body2" color="textSecondary">
                <span dir="ltr">{mail.to || '–'}</span> ·{' '}
                <DateText value={mail.sentAt ?? mail.createdAt} format="minute" />
                {mail.reason && ` · ${mail.reason}`}
              </Typography>
            </Box>
            <StateChip kind="mail" state={mail.state} />
          </Box>
        ))}
      </Box>
      {mails.hasNextPage && (
        <Button sx={{ mt: 2 }} loading={mails.isFetchingNextPage} onClick={() => void mails.fetchNextPage()}>
          {t('members:tabs.more')}
        </Button>
      )}
    </>
  )
}
