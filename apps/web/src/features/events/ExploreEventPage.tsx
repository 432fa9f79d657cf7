import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askOwnEvent } from './asks.ts'
import { EventView } from './EventView.tsx'
import { eventPaths } from './event-paths.ts'

export const loader: Loader = ({ client, params: { itemId = '' } }) => client.prefetchQuery(askOwnEvent(itemId))

/** An event among those that the person may take part in. */
export function ExploreEventPage() {
  const { t } = useTranslation('events')
  const { itemId = '' } = useParams({ strict: false }) as { itemId?: string }
  const result = useQuery(askOwnEvent(itemId))
  useDocumentTitle(result.data?.title)
  useLive('me', () => void result.refetch())
  const back = { href: eventPaths.explore, label: t('backToAll') }
  if (result.error && !result.data)
    return (
      <>
        <PageHeader title={t('event')} back={back} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  if (!result.data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={result.data.title} back={back} />
      <EventView event={result.data} />
    </>
  )
}
