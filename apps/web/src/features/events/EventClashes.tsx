import type { EventContent } from '@learnt/contract/events/content'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { whenOf } from '../calendar/entry-times.ts'

/** Warns where a room or a facilitator of the draft is taken at the same time. A warning: nothing is refused. */
export function EventClashes({ eventId, content }: { eventId: string; content: EventContent }) {
  const { t, i18n } = useTranslation('eventEditor')
  const { timeZone, roomId, facilitators, sessions, capacity } = useDeferredValue(content)
  const body = { timeZone, roomId, facilitators, sessions, seats: capacity.max }
  const found = useQuery({
    queryKey: ['events', 'clashes', eventId, body],
    queryFn: ({ signal }) => call(api.events.clashes, { params: { documentId: eventId }, body }, { signal }),
    enabled: sessions.length > 0,
    // half-typed dates are refused, and say so at their fields
    retry: false,
    placeholderData: (before) => before,
    staleTime: 10_000,
  })
  const clashes = found.data?.items ?? []
  if (clashes.length === 0 || sessions.length === 0) return null
  return (
    <Alert severity="warning" role="status">
      <Typography variant="subtitle2">{t('clashes.title', { count: clashes.length })}</Typography>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {clashes.map(({ what, name, title, eventId: other, startsAt, endsAt, sessionId }) => (
          <li key={`${what}${name}${sessionId}${other}${startsAt}`}>
            {what === 'capacity'
              ? t('clashes.capacity', { name })
              : other === eventId
                ? t('clashes.itself', { name })
                : t(`clashes.${what}`, {
                    name,
                    title,
                    when: startsAt && endsAt ? whenOf({ days: null, startsAt, endsAt }, i18n.language) : '',
                  })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
