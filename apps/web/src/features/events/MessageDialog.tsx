import type { AttendanceState } from '@learnt/contract/events/attendance'
import Autocomplete from '@mui/material/Autocomplete'
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
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import type { StateCounts } from './asks.ts'

/** Writes to everyone in some states. Mount it to open it. */
export function MessageDialog({
  eventId,
  title,
  counts,
  onClose,
}: {
  eventId: string
  title: string
  counts: StateCounts
  onClose: () => void
}) {
  const { t } = useTranslation(['eventPeople', 'events', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [states, setStates] = useState<AttendanceState[]>(['attending'])
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const send = useSend(api.events.message, {
    outdates: ['events'],
    onSuccess: ({ people }) => {
      showToast({ variant: 'success', text: t('sent', { count: people }) })
      onClose()
    },
    onError: (error) => {
      if (!isProblem(error) || error.errors.length === 0)
        showToast({ variant: 'error', text: problemText(problems, error) })
    },
  })
  const close = useCloseGuard(subject !== '' || text !== '', onClose)
  const wrong = (field: string, isMissing: boolean) =>
    tried && isMissing
      ? fieldText(problems, 'required')
      : isProblem(send.error)
        ? (send.error.errors.find((one) => one.path.includes(field))?.message ?? '')
        : ''
  const errors = {
    states: wrong('states', states.length === 0),
    subject: wrong('subject', subject.trim() === ''),
    text: wrong('text', text.trim() === ''),
  }
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {t('messageTitle', { title })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Autocomplete
          multiple
          sx={{ mt: 1 }}
          options={counts.filter((one) => one.count > 0).map((one) => one.value)}
          getOptionLabel={(state) => t(`events:states.${state}`)}
          value={states}
          onChange={(_, next) => setStates(next)}
          renderInput={(params) => (
            <TextField {...params} label={t('states')} error={errors.states !== ''} helperText={errors.states} />
          )}
        />
        <TextField
          required
          label={t('subject')}
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
          error={errors.subject !== ''}
          helperText={errors.subject}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          required
          label={t('text')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={errors.text !== ''}
          helperText={errors.text}
          multiline
          minRows={4}
          slotProps={{ htmlInput: { maxLength: 5000 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={send.isPending}
          onClick={() => {
            setTried(true)
            if (states.length > 0 && subject.trim() && text.trim())
              send.mutate({
                params: { documentId: eventId },
                body: { states, subject: subject.trim(), text: text.trim() },
              })
          }}
        >
          {t('send')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
