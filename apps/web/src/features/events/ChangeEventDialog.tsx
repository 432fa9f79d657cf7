import { wallTimeAt } from '@learnt/contract/zoned-times'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { ClockDraft } from './ClockDraft.tsx'
import { NoticeList } from './NoticeList.tsx'

interface Moved {
  id: string
  number: number
  title: string
  startsAt: string
  endsAt: string
}
export type EventChangeAct = { act: 'cancel' } | { act: 'move'; session: Moved }

/** Moves a date or cancels the event, and first shows which people get which notice. Mount it to open it. */
export function ChangeEventDialog({
  eventId,
  title,
  timeZone,
  change,
  onClose,
}: {
  eventId: string
  title: string
  timeZone: string
  change: EventChangeAct
  onClose: () => void
}) {
  const { t } = useTranslation(['eventEditor', 'events', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const isMove = change.act === 'move'
  const clock = (moment: string | undefined) => (moment ? wallTimeAt(new Date(moment), timeZone) : '')
  const [start, setStart] = useState(clock(isMove ? change.session.startsAt : undefined))
  const [end, setEnd] = useState(clock(isMove ? change.session.endsAt : undefined))
  const [words, setWords] = useState('')
  const done = (text: string) => ({
    outdates: ['events', 'calendar'],
    onSuccess: () => {
      showToast({ variant: 'success', text })
      onClose()
    },
    onError: (error: Error) => {
      if (!isProblem(error) || error.errors.length === 0)
        showToast({ variant: 'error', text: problemText(problems, error) })
    },
  })
  const move = useSend(api.events.move, done(t('running.moved')))
  const cancel = useSend(api.events.cancelEvent, done(t('running.cancelled')))
  const sent = isMove ? move : cancel
  const errorOf = (field: string) =>
    isProblem(sent.error) ? sent.error.errors.find((one) => one.path.endsWith(field))?.message : undefined
  const nameOf = isMove ? change.session.title || t('events:session', { number: change.session.number }) : title
  return (
    <Dialog open onClose={sent.isPending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {t(isMove ? 'running.moveTitle' : 'running.cancelTitle', { title: nameOf })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {isMove && (
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
              mt: 1,
            }}
          >
            <ClockDraft
              field="start"
              label={t('starts')}
              help={timeZone}
              value={start}
              timeZone={timeZone}
              error={errorOf('start')}
              locked={false}
              onChange={setStart}
            />
            <ClockDraft
              field="end"
              label={t('ends')}
              help={timeZone}
              value={end}
              timeZone={timeZone}
              error={errorOf('end')}
              locked={false}
              onChange={setEnd}
            />
          </Box>
        )}
        <TextField
          label={t(isMove ? 'running.note' : 'running.reason')}
          helperText={errorOf('reason') ?? errorOf('note') ?? t('running.reasonHelp')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          multiline
          minRows={2}
          sx={{ mt: isMove ? 0 : 1 }}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
        <NoticeList eventId={eventId} act={change.act} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={sent.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isMove ? 'primary' : 'error'}
          loading={sent.isPending}
          onClick={() =>
            isMove
              ? move.mutate({
                  params: { documentId: eventId, sessionId: change.session.id },
                  body: { start, end, note: words.trim() },
                })
              : cancel.mutate({ params: { documentId: eventId }, body: { reason: words.trim() } })
          }
        >
          {t(isMove ? 'running.move' : 'running.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
