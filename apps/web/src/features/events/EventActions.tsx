import type { OwnEvent } from '@learnt/contract/events/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { whenOf } from '../calendar/entry-times.ts'
import { eventPaths } from './event-paths.ts'
import type { EventStepPlace } from './step-place.ts'
import { useEventWords } from './use-event-words.ts'

/** Ways into an event and out of it; the first that is allowed stands there. */
const ways = ['register', 'wait', 'ask'] as const
const exits = ['takeBack', 'declineOffer', 'leave', 'cancel', 'askToCancel'] as const
const outdates = ['events', 'calendar', 'quickPanel', 'learning']

type Asked = { way: (typeof ways)[number] } | { exit: (typeof exits)[number] }

/** What the person may do with an event just now. `step`: of a course, by which they register. */
export function EventActions({ event, step }: { event: OwnEvent; step?: EventStepPlace | undefined }) {
  const { t } = useTranslation('events')
  const { t: problems } = useTranslation('problems')
  const { reasonOf, momentOf } = useEventWords()
  const Anchor = useAnchor()
  const [asked, setAsked] = useState<Asked | null>(null)
  const params = { documentId: event.eventId }
  const onError = (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) })
  const onSuccess = ({ state }: OwnEvent) => {
    setAsked(null)
    const key = state === 'attending' || state === 'registration' || state === 'waiting' ? state : 'other'
    showToast({ variant: 'success', text: t(`done.${key}`) })
  }
  const alone = useSend(api.events.register, { outdates, onSuccess, onError })
  const inCourse = useSend(api.events.inCourse.register, {
    outdates,
    onSuccess: (done) => onSuccess(done.event),
    onError,
  })
  const register = {
    isPending: alone.isPending || inCourse.isPending,
    send: (note: string) =>
      step ? inCourse.mutate({ params: step, body: { note } }) : alone.mutate({ params, body: { note } }),
  }
  const cancel = useSend(api.events.cancel, { outdates, onSuccess, onError })
  const accept = useSend(api.events.accept, { outdates, onSuccess, onError })
  const keep = useSend(api.events.keep, { outdates, onSuccess, onError })
  const interest = useSend(api.events.interest, { outdates, onError })
  const may = (verb: string) => verb in event.can && event.can[verb] === null
  const way = ways.find(may)
  const exit = exits.find(may)
  const isOutside = event.state === null || event.state === 'cancelled' || event.state === 'waiting-cancelled'
  const isPending = register.isPending || cancel.isPending || accept.isPending || keep.isPending
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {event.canJoin && (
          <Button component={Anchor} href={eventPaths.join(event.eventId)} variant="contained" size="large">
            {t('join')}
          </Button>
        )}
        {may('accept') && (
          <Button variant="contained" size="large" loading={accept.isPending} onClick={() => accept.mutate({ params })}>
            {t('accept')}
          </Button>
        )}
        {way ? (
          <Button
            variant="contained"
            size="large"
            loading={register.isPending}
            onClick={() => (way === 'ask' || event.clashes.length > 0 ? setAsked({ way }) : register.send(''))}
          >
            {t(way)}
          </Button>
        ) : (
          isOutside &&
          !may('interest') &&
          'register' in event.can && (
            <ActionButton variant="contained" size="large" reasonWords={reasonOf(event.can.register)}>
              {t('register')}
            </ActionButton>
          )
        )}
        {may('refuseCancellation') && (
          <Button variant="contained" loading={keep.isPending} onClick={() => keep.mutate({ params })}>
            {t('keep')}
          </Button>
        )}
        {may('interest') && (
          <Button
            variant={event.isInterested ? 'outlined' : 'contained'}
            loading={interest.isPending}
            onClick={() => interest.mutate({ params, body: { isInterested: !event.isInterested } })}
          >
            {t(event.isInterested ? 'noInterest' : 'interest')}
          </Button>
        )}
        {exit && (
          <Button variant="outlined" color="inherit" disabled={isPending} onClick={() => setAsked({ exit })}>
            {t(exit)}
          </Button>
        )}
        {event.startsAt && !isOutside && (
          <Button variant="outlined" href={addressOf(api.events.calendarFile, { params })} download>
            {t('addToCalendar')}
          </Button>
        )}
      </Box>
      {!event.canJoin && event.state === 'attending' && event.joinFrom && (
        <Typography variant="body2" color="textSecondary">
          {t('joinFrom', { when: momentOf(event.joinFrom) })}
        </Typography>
      )}
      {event.isInterested && may('interest') && <Alert severity="info">{t('interested')}</Alert>}
      {asked && (
        <AskDialog
          event={event}
          asked={asked}
          isPending={isPending}
          onDone={(words) =>
            'way' in asked ? register.send(words) : cancel.mutate({ params, body: { reason: words } })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  )
}

/** Asks once more, with what has to be known before: what is at the same time, who gets the seat. */
function AskDialog({
  event,
  asked,
  isPending,
  onDone,
  onClose,
}: {
  event: OwnEvent
  asked: Asked
  isPending: boolean
  onDone: (words: string) => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['events', 'common'])
  const id = useId()
  const [words, setWords] = useState('')
  const isExit = 'exit' in asked
  const { title } = event
  return (
    <Dialog open onClose={isPending ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {isExit ? t('cancelTitle', { title }) : t('registerTitle', { title })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {isExit && asked.exit === 'cancel' && event.hasWaitingList && <Typography>{t('cancelText')}</Typography>}
        {!isExit &&
          event.clashes.map((other) => (
            <Alert key={other.eventId + other.startsAt} severity="warning">
              {t('clash', { title: other.title, when: whenOf({ days: null, ...other }, i18n.language) })}
            </Alert>
          ))}
        <TextField
          label={t(isExit ? 'reason' : 'note')}
          helperText={isExit ? undefined : t('noteHelp')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          multiline
          minRows={2}
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isExit ? 'error' : 'primary'}
          loading={isPending}
          onClick={() => onDone(words.trim())}
        >
          {t(isExit ? asked.exit : asked.way)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
