import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { SessionList } from './SessionList.tsx'

export function SessionsPage() {
  const { t } = useTranslation(['profile', 'problems'])
  const { t: words } = useTranslation('problems')
  const sessions = useQuery(queryOf(api.session.list))
  const revokeOthers = useSend(api.session.revokeOthers, {
    onSuccess: ({ ended }) => showToast({ variant: 'success', text: t('sessions.endedOthers', { count: ended }) }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const feed = useQuery(queryOf(api.calendar.feed))
  const [endsFeed, setEndsFeed] = useState(false)
  const hasFeed = Boolean(feed.data?.feed)
  const alone = sessions.data?.items.every((session) => session.isCurrent)
  return (
    <>
      <PageHeader
        title={t('sessions.title')}
        text={t('sessions.text')}
        back={{ href: paths.profile, label: t('title') }}
        actions={
          <ActionButton
            variant="outlined"
            color="error"
            loading={revokeOthers.isPending}
            reasonWords={alone ? t('sessions.noOthers') : undefined}
            onClick={async () => {
              if (
                await confirm({
                  title: t('sessions.endOthersTitle'),
                  text: t('sessions.endOthersText'),
                  confirmLabel: t('sessions.endOthers'),
                  danger: true,
                })
              ) {
                revokeOthers.mutate({ query: endsFeed && hasFeed ? { calendarFeed: 'end' } : {} })
              }
            }}
          >
            {t('sessions.endOthers')}
          </ActionButton>
        }
      />
      <Card sx={{ p: { xs: 2.5, sm: 3 } }}>
        <SessionList />
        {hasFeed && !alone && (
          <FormControlLabel
            sx={{ mt: 2 }}
            control={<Checkbox checked={endsFeed} onChange={(_, checked) => setEndsFeed(checked)} />}
            label={t('sessions.endsFeed')}
          />
        )}
      </Card>
    </>
  )
}
