import { documentKinds } from '@learnt/contract/document-kinds'
import type { OwnEvent } from '@learnt/contract/events/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { whenOf } from '../calendar/entry-times.ts'
import { EventActions } from './EventActions.tsx'
import { EventState } from './EventState.tsx'
import { EventTimes } from './EventTimes.tsx'
import type { EventStepPlace } from './step-place.ts'
import { useEventWords } from './use-event-words.ts'

/**
 * An event as a person sees it: how they stand to it, what they may do, and all about it. `step`: it is shown in a step of a
 * course, which is narrower and by which they register.
 */
export function EventView({ event, step }: { event: OwnEvent; step?: EventStepPlace }) {
  const { t, i18n } = useTranslation('events')
  const { momentOf } = useEventWords()
  const { free, waiting } = event.seats
  const facts = [
    t(`places.${event.place}`),
    free === null ? '' : free > 0 ? t('free', { count: free }) : t('full'),
    waiting > 0 ? t('waitingPeople', { count: waiting }) : '',
    event.approval === 'none' ? '' : t(`needsApproval.${event.approval}`),
    event.opensAt && event.state === null ? t('opens', { when: momentOf(event.opensAt) }) : '',
    event.closesAt && event.state === null ? t('closes', { when: momentOf(event.closesAt) }) : '',
    event.cancelUntil && event.can.cancel === null && event.state === 'attending'
      ? t('cancelUntil', { when: momentOf(event.cancelUntil) })
      : '',
  ].filter(Boolean)
  const filesOf = (when: 'before' | 'after') => event.files.filter((one) => one.when === when)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: step ? 'minmax(0, 1fr)' : { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            {event.state && <EventState state={event.state} />}
            {event.position !== null && <Tag>{t('position', { position: event.position })}</Tag>}
            {event.category && <Tag>{event.category}</Tag>}
            {event.isOptional && <Tag>{t('optional')}</Tag>}
          </Box>
          {event.isCancelled && (
            <Alert severity="warning">
              {t('isCancelled')}
              {event.cancelReason && `. ${t('cancelReason', { reason: event.cancelReason })}`}
            </Alert>
          )}
          {event.waitsFor && (
            <Alert severity="info">
              {t('locked', { title: event.waitsFor.title })}{' '}
              {event.waitsFor.isGiven && (
                <AppLink href={documentKinds[event.waitsFor.type].learner.one(event.waitsFor.id)}>
                  {event.waitsFor.title}
                </AppLink>
              )}
            </Alert>
          )}
          {event.state === 'pending' && event.offerUntil && (
            <Alert severity="success">{t('offered', { when: momentOf(event.offerUntil) })}</Alert>
          )}
          {event.state === 'registration' && <Alert severity="info">{t('requested')}</Alert>}
          {event.state === 'cancellation' && <Alert severity="info">{t('cancelling')}</Alert>}
          {event.clashes.map((other) => (
            <Alert key={other.eventId + other.startsAt} severity="warning">
              {t('clash', { title: other.title, when: whenOf({ days: null, ...other }, i18n.language) })}
            </Alert>
          ))}
          <EventActions event={event} step={step} />
          <Typography variant="body2" color="textSecondary">
            {facts.join(' · ')}
          </Typography>
          {event.description && (
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} dir="auto">
              {event.description}
            </Typography>
          )}
        </Card>
        <Part title={t('sessions')}>
          {event.sessions.length === 0 ? (
            <Typography color="textSecondary">{t('noDate')}</Typography>
          ) : (
            <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
              {event.sessions.map((session) => (
                <Box component="li" key={session.id} sx={{ overflowWrap: 'anywhere' }}>
                  <Typography sx={{ fontWeight: 700 }}>
                    {session.title || (event.sessions.length > 1 && t('session', { number: session.number }))}
                  </Typography>
                  <Typography component="div">
                    <EventTimes startsAt={session.startsAt} endsAt={session.endsAt} timeZone={event.timeZone} />
                  </Typography>
                  <Typography variant="body2" color="textSecondary">
                    {[
                      session.room?.name,
                      session.room?.address || session.address,
                      session.isVirtual ? t('places.virtual') : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                  {session.mark && <Tag>{t(`marks.${session.mark}`)}</Tag>}
                </Box>
              ))}
            </Box>
          )}
        </Part>
        {event.files.length > 0 && (
          <Part title={t('files')}>
            {(['before', 'after'] as const).map(
              (when) =>
                filesOf(when).length > 0 && (
                  <Box key={when} sx={{ mb: 1 }}>
                    <Typography variant="subtitle2">{t(when === 'before' ? 'filesBefore' : 'filesAfter')}</Typography>
                    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
                      {filesOf(when).map(({ file, title }) => (
                        <li key={file.id}>
                          <a href={file.url} download={file.name}>
                            {title || file.name}
                          </a>
                        </li>
                      ))}
                    </Box>
                  </Box>
                ),
            )}
          </Part>
        )}
        {event.history.length > 0 && (
          <Part title={t('history')}>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
              {event.history.map((step) => (
                <Box component="li" key={step.at + step.verb}>
                  <Typography variant="body2">
                    {step.by ? t('historyBy', { what: t(`verbs.${step.verb}`), by: step.by }) : t(`verbs.${step.verb}`)}
                  </Typography>
                  <Typography variant="caption" color="textSecondary">
                    {momentOf(step.at)}
                    {step.note && ` · ${step.note}`}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Part>
        )}
      </Box>
      <Card>
        {!step && <CoverImage src={event.image} title={event.title} />}
        <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
          {event.where && (
            <div>
              <Typography variant="subtitle2">{t('where')}</Typography>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{event.where}</Typography>
            </div>
          )}
          {event.facilitators.length > 0 && (
            <div>
              <Typography variant="subtitle2">{t('facilitators')}</Typography>
              {event.facilitators.map((person) => (
                <Box key={person.userId} sx={{ mb: 1 }}>
                  <Typography>{person.name}</Typography>
                  {person.about && (
                    <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'pre-line' }}>
                      {person.about}
                    </Typography>
                  )}
                </Box>
              ))}
            </div>
          )}
          {event.tags.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
              {event.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </Box>
          )}
        </Box>
      </Card>
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Card>
  )
}
