import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readList } from '../../lists/address.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { askAttendees, askHead, attendeeStandard } from './asks.ts'
import { EventPeople } from './EventPeople.tsx'
import { eventPaths } from './event-paths.ts'

export const loader: Loader = ({ client, params: { eventId = '' }, search }) =>
  Promise.all([
    client.prefetchQuery(askHead(eventId)),
    client.prefetchQuery(askAttendees(eventId, readList(search, attendeeStandard))),
  ])

/** Who takes part in an event, with their attendance. */
export function AttendeesPage() {
  const { t } = useTranslation('eventPeople')
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const head = useQuery(askHead(eventId))
  const title = head.data?.title ?? ''
  useDocumentTitle(title)
  return (
    <>
      <PageHeader
        title={t('attendees', { title })}
        back={{ href: eventPaths.editor(eventId), label: t('back') }}
        actions={<AppLink href={eventPaths.waitList(eventId)}>{t('toWaitList')}</AppLink>}
      />
      <EventPeople eventId={eventId} />
    </>
  )
}
