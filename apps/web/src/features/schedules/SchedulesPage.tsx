import type { Schedule } from '@learnt/contract/schedules'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** Saved views of reports that go out by mail: one's own, and those that one gets. */
export function SchedulesPage() {
  const { t } = useTranslation('schedules')
  const { roles } = useMe()
  const all = useQuery(queryOf(api.schedules.list))
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null)
  const mayMake = roles.some((role) => ['admin', 'manager', 'superadmin'].includes(role))
  const mine = all.data?.items.filter((one) => one.isMine) ?? []
  const theirs = all.data?.items.filter((one) => !one.isMine) ?? []
  if (!mayMake && all.data && theirs.length === 0) return <NoPermission />
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          mayMake && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
              {t('add')}
            </Button>
          )
        }
      />
      {all.isError ? (
        <ErrorState error={all.error} onRetry={() => void all.refetch()} />
      ) : !all.data ? (
        <CardsSkeleton />
      ) : (
        <>
          {mayMake && (
            <section aria-labelledby="own-schedules">
              <Typography id="own-schedules" variant="h2" sx={{ mb: 1.5 }}>
                {t('mine')}
              </Typography>
              {mine.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
              {mine.map((one) => (
                <ScheduleCard key={one.id} schedule={one} onEdit={() => setEdited(one)} />
              ))}
            </section>
          )}
          {theirs.length > 0 && (
            <section aria-labelledby="received-schedules">
              <Typography id="received-schedules" variant="h2" sx={{ mt: 4, mb: 1.5 }}>
                {t('received')}
              </Typography>
              {theirs.map((one) => (
                <ScheduleCard key={one.id} schedule={one} />
              ))}
            </section>
          )}
        </>
      )}
      {edited && all.data && (
        <ScheduleDialog
          schedule={edited === 'new' ? null : edited}
          timeZone={all.data.timeZone}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
