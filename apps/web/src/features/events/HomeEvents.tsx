import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { EventTimes } from './EventTimes.tsx'
import { eventPaths } from './event-paths.ts'

const shown = 3

/** The person’s next events, with a link to enter the ones that are open; nothing when there are none. */
export function HomeEvents() {
  const { t } = useTranslation('events')
  const Anchor = useAnchor()
  const found = useQuery(queryOf(api.events.mine, { query: { when: 'coming', limit: shown } }))
  const events = found.data?.items ?? []
  if (events.length === 0) return null
  return (
    <Box component="section" aria-labelledby="home-events">
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 2 }}>
        <Typography variant="h2" id="home-events" sx={{ flex: 1 }}>
          {t('homeTitle')}
        </Typography>
        <AppLink href={eventPaths.mine}>{t('mine')}</AppLink>
      </Box>
      <Card component="ul" aria-labelledby="home-events" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.map((event) => (
          <Box
            component="li"
            key={event.eventId}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 2,
              alignItems: 'center',
              p: { xs: 1.5, md: 2 },
              '& + &': { borderTop: '1px solid', borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
              <AppLink href={eventPaths.mineOne(event.eventId)}>{event.title}</AppLink>
              <Typography variant="body2" color="textSecondary" component="div">
                {event.startsAt && event.endsAt && (
                  <EventTimes startsAt={event.startsAt} endsAt={event.endsAt} timeZone={event.timeZone} />
                )}
                {event.where}
              </Typography>
            </Box>
            {event.canJoin && (
              <Button component={Anchor} href={eventPaths.join(event.eventId)} variant="contained">
                {t('join')}
              </Button>
            )}
          </Box>
        ))}
      </Card>
    </Box>
  )
}
