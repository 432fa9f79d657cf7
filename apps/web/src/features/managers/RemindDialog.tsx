import type { MyPerson } from '@learnt/contract/my-people'
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
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'

/** Reminds people of what is late or due soon. Who could not be reminded stays on the screen. Mount it to open it. */
export function RemindDialog({
  people,
  onClose,
}: {
  people: readonly Pick<MyPerson, 'userId' | 'name'>[]
  onClose: (done: boolean) => void
}) {
  const { t, i18n } = useTranslation(['managers', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [message, setMessage] = useState('')
  const remind = useSend(api.myPeople.remind, {
    outdates: ['myPeople'],
    onSuccess: ({ reminded, refused }) => {
      if (reminded > 0)
        showToast({
          variant: 'success',
          text: t('remind.done', { count: reminded, formatted: formatNumber(reminded, i18n.language) }),
        })
      if (refused.length === 0) onClose(true)
    },
  })
  const refused = remind.data?.refused ?? []
  const [only] = people
  return (
    <Dialog open onClose={() => onClose(remind.isSuccess)} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        {people.length === 1 && only
          ? t('remind.titleOne', { name: only.name })
          : t('remind.title', { count: people.length, formatted: formatNumber(people.length, i18n.language) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <Typography color="textSecondary">{t('remind.text')}</Typography>
        <TextField
          label={t('remind.message')}
          value={message}
          onChange={(event) => setMessage(event.target.value.replace(/\s*\n\s*/g, ' '))}
          multiline
          minRows={2}
          disabled={remind.isSuccess}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {remind.error && <Alert severity="error">{problemText(problems, remind.error)}</Alert>}
        {refused.length > 0 && (
          <Alert severity="info">
            {t('remind.refused')}
            <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
              {refused.map((one) => (
                <li key={one.userId}>{t(`remind.reason.${one.reason}`, { name: one.name })}</li>
              ))}
            </Box>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onClose(remind.isSuccess)}>
          {t(remind.isSuccess ? 'common:actions.close' : 'common:actions.cancel')}
        </Button>
        {!remind.isSuccess && (
          <Button
            variant="contained"
            loading={remind.isPending}
            onClick={() =>
              remind.mutate({ body: { userIds: people.map((person) => person.userId), message: message.trim() } })
            }
          >
            {t('team.remind')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
