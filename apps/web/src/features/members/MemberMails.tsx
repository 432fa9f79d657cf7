import type { Mail } from '@learnt/contract/administration'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { MailDialog } from '../mails/MailDialog.tsx'
import { wordsOf } from '../notifications/words.ts'
import { askMailsTo, askNoticesTo } from './asks.ts'

/** Everything that the product sent to a person: mails, with the reason for each that was not sent, and notices. */
export function MemberMails({ userId }: { userId: string }) {
  const { t } = useTranslation('members')
  return (
    <>
      <Card component="section" aria-labelledby="person-mails" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
        <Typography id="person-mails" variant="h2">
          {t('mails.mails')}
        </Typography>
        <Mails userId={userId} />
      </Card>
      <Card component="section" aria-labelledby="person-notices" sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography id="person-notices" variant="h2">
          {t('mails.notices')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('mails.noticesText')}
        </Typography>
        <Notices userId={userId} />
      </Card>
    </>
  )
}

/** Newest first. */
function Mails({ userId }: { userId: string }) {
  const { t } = useTranslation(['members', 'common'])
  const mails = useInfiniteQuery(askMailsTo(userId))
  const [open, setOpen] = useState<Mail | null>(null)
  if (mails.isError && !mails.data) return <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />
  if (!mails.data) return <LinesSkeleton lines={8} />
  const items = mails.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Typography color="textSecondary">{t('members:mails.none')}</Typography>
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
              <Link
                component="button"
                onClick={() => setOpen(mail)}
                sx={{
                  display: 'block',
                  textAlign: 'start',
                  font: 'inherit',
                  fontWeight: 700,
                  overflowWrap: 'anywhere',
                }}
              >
                <bdi>{mail.subject}</bdi>
              </Link>
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
      <MailDialog mail={open} onClose={() => setOpen(null)} />
    </>
  )
}

/** The person’s notices, newest first, and whether they read them. */
function Notices({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation(['notifications', 'common', 'shell'])
  const { t: words } = useTranslation('members')
  const notices = useInfiniteQuery(askNoticesTo(userId))
  if (notices.isError && !notices.data)
    return <ErrorState error={notices.error} onRetry={() => void notices.refetch()} />
  if (!notices.data) return <LinesSkeleton lines={6} />
  const items = notices.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Typography color="textSecondary">{words('mails.noNotices')}</Typography>
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((one) => (
          <Box component="li" key={one.id} sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{wordsOf(t, i18n.language, one)}</Typography>
            <Typography variant="body2" color="textSecondary">
              <DateText value={one.createdAt} format="minute" />
              {' · '}
              {one.readAt ? (
                <>
                  {words('mails.read')} <DateText value={one.readAt} format="minute" />
                </>
              ) : (
                words('mails.unread')
              )}
            </Typography>
          </Box>
        ))}
      </Box>
      {notices.hasNextPage && (
        <Button sx={{ mt: 2 }} loading={notices.isFetchingNextPage} onClick={() => void notices.fetchNextPage()}>
          {words('tabs.more')}
        </Button>
      )}
    </>
  )
}
