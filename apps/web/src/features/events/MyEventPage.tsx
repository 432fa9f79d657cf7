import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askOwnEvent } from './asks.ts'
import { CheckIn } from './CheckIn.tsx'
import { EventView } from './EventView.tsx'
import { eventPaths } from './event-paths.ts'

const EventPeople = lazyPart(async () => (await import('./EventPeople.tsx')).EventPeople, {
  fallback: <PageSkeleton />,
})

export const loader: Loader = ({ client, params: { itemId = '' } }) => client.prefetchQuery(askOwnEvent(itemId))

/** An event of the person: the event itself, check-in, and for those who lead it the attendance. */
export function MyEventPage() {
  const { t } = useTranslation('events')
  const { itemId = '' } = useParams({ strict: false }) as { itemId?: string }
  const { tab = 'event' } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const result = useQuery({ ...askOwnEvent(itemId), networkMode: 'offlineFirst' as const })
  const event = result.data
  useDocumentTitle(event?.title)
  useLive('me', () => void result.refetch())
  const back = { href: eventPaths.mine, label: t('back') }
  if (result.error && !event) {
    return (
      <>
        <PageHeader title={t('event')} back={back} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  }
  if (!event) return <PageSkeleton />
  const holdsSeat = ['attending', 'cancellation', 'attended', 'not attended'].includes(event.state ?? '')
  const tabs = [
    { value: 'event', label: t('pageTabs.event') },
    ...(holdsSeat && event.startsAt ? [{ value: 'check-in', label: t('pageTabs.checkIn') }] : []),
    ...(event.isFacilitator ? [{ value: 'attendance', label: t('pageTabs.attendance') }] : []),
  ]
  const shown = tabs.find((one) => one.value === tab)?.value ?? 'event'
  return (
    <>
      <PageHeader title={event.title} back={back} />
      {tabs.length > 1 && (
        <Tabs
          value={shown}
          aria-label={event.title}
          onChange={(_, next: string) =>
            void navigate({
              to: next === 'event' ? eventPaths.mineOne(itemId) : eventPaths.mineOne(itemId, next as 'attendance'),
              replace: true,
            })
          }
          sx={{ mb: 3 }}
        >
          {tabs.map((one) => (
            <Tab key={one.value} {...one} id={`tab-${one.value}`} aria-controls="panel-event" />
          ))}
        </Tabs>
      )}
      <div {...(tabs.length > 1 ? { role: 'tabpanel', id: 'panel-event', 'aria-labelledby': `tab-${shown}` } : {})}>
        {shown === 'check-in' ? (
          <CheckIn eventId={itemId} />
        ) : shown === 'attendance' ? (
          <EventPeople eventId={itemId} />
        ) : (
          <EventView event={event} />
        )}
      </div>
    </>
  )
}
