import { pageOfViews } from '@learnt/contract/report-lists'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { parseSearch } from '../../lists/address.ts'
import { paths } from '../../routes/paths.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'

/** The page that a mail’s link opens: it forwards to the report, with the rights of the person who is signed in now. */
export function OpenSchedulePage() {
  const { t } = useTranslation('schedules')
  const { scheduleId } = useParams({ strict: false }) as { scheduleId: string }
  const { day } = useSearch({ strict: false }) as { day?: string }
  const navigate = useNavigate()
  const found = useQuery({
    ...queryOf(api.schedules.open, { params: { scheduleId }, query: day ? { day } : {} }),
    staleTime: 0,
  })
  const view = found.data
  useEffect(() => {
    if (!view) return
    const to = paths.report(view.as, pageOfViews(view.list))
    void navigate({ to, search: parseSearch(view.query) as never, replace: true })
  }, [view, navigate])
  return (
    <>
      <PageHeader title={t('opening')} back={{ href: paths.reportMails, label: t('title') }} />
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <CardsSkeleton />}
    </>
  )
}
