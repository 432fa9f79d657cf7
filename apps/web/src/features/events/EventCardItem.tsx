import type { EventCard } from '@learnt/contract/events/operations'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { EventState } from './EventState.tsx'
import { EventTimes } from './EventTimes.tsx'

/** An event in a grid (CardList.tsx dresses it): the whole card is one link. */
export function EventCardItem({ event, href }: { event: EventCard; href: string }) {
  const { t } = useTranslation('events')
  const { free, waiting } = event.seats
  const facts = [
    t(`places.${event.place}`),
    event.where,
    event.sessionCount > 1 ? t('dates', { count: event.sessionCount }) : '',
    event.position !== null ? t('position', { position: event.position }) : '',
    event.state === null && free !== null ? (free > 0 ? t('free', { count: free }) : t('full')) : '',
    event.state === null && free === 0 && waiting > 0 ? t('waitingPeople', { count: waiting }) : '',
  ].filter(Boolean)
  return (
    <li className="card">
      <CoverImage src={event.image} title={event.title} />
      <div className="body">
        <div className="marks">
          {event.isCancelled ? (
            <Tag look="filled">{t('states.cancelled')}</Tag>
          ) : (
            event.state && <EventState state={event.state} />
          )}
          {event.category && <Tag>{event.category}</Tag>}
          {event.isOptional && <Tag>{t('optional')}</Tag>}
        </div>
        <AppLink href={href} underline="none" className="covering-link">
          {event.title}
        </AppLink>
        <div className="facts" style={{ fontWeight: 600 }}>
          {event.startsAt && event.endsAt ? (
            <EventTimes startsAt={event.startsAt} endsAt={event.endsAt} timeZone={event.timeZone} />
          ) : (
            t('noDate')
          )}
        </div>
        <div className="facts">{facts.join(' · ')}</div>
      </div>
    </li>
  )
}
