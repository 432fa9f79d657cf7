import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Selection } from './selection.ts'

/** Writes to people: subject and text, then how it looks and who gets none. Mount it to open it. */
export function BulkMailDialog({ selection, onClose }: { selection: Selection; onClose: (isSent: boolean) => void }) {
  const { t, i18n } = useTranslation(['members', 'common', 'shell'])
  const { t: problems } = useTranslation('problems')
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const number = (value: number) => formatNumber(value, i18n.language)
  const preview = useSend(api.members.previewMail)
  const send = useSend(api.members.mail, {
    outdates: ['jobs', 'mails'],
    onSuccess: () => {
      showToast({ variant: 'info', text: t('shell:jobs.started') })
      onClose(true)
    },
  })
  const close = useCloseGuard(subject !== '' || text !== '', () => onClose(false))
  const body = { selection, subject: subject.trim(), text: text.trim() }
  const error = send.error ?? preview.error
  const complaint = (field: 'subject' | 'text') =>
    isProblem(error) ? error.errors.find((one) => one.path === `body.${field}`)?.message : undefined
  const wrong = (field: 'subject' | 'text') =>
    isTried && body[field] === '' ? fieldText(problems, 'required') : complaint(field)
  const shown = preview.data
  const reached = shown ? shown.people - shown.skippedCount : 0
  const look = () => {
    setTried(true)
    if (body.subject !== '' && body.text !== '') preview.mutate({ body })
  }
  return (
    <Dialog open onClose={() => void close()} fullScreen={phone} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('bulk.mailTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
        {shown ? (
          <>
            <Typography>{t('bulk.mailReaches', { count: reached, formatted: number(reached) })}</Typography>
            {shown.skippedCount > 0 && (
              <Alert severity="info">
                {t('bulk.mailSkips', { count: shown.skippedCount, formatted: number(shown.skippedCount) })}
                <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
                  {shown.skipped.map((one) => (
                    <li key={one.id}>{`${one.name}: ${t(`bulk.mailReason.${one.reason}`)}`}</li>
                  ))}
                  {shown.skippedCount > shown.skipped.length && <li>{t('bulk.mailMore')}</li>}
                </Box>
              </Alert>
            )}
            <Box
              component="section"
              aria-label={t('bulk.mailPreview')}
              sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', overflow: 'hidden' }}
            >
              <Box sx={{ height: 6, bgcolor: /^#[0-9a-f]{6}$/i.test(shown.color) ? shown.color : 'primary.main' }} />
              <Box sx={{ p: 2, overflowWrap: 'anywhere' }}>
                {shown.logo ? (
                  <Box
                    component="img"
                    src={shown.logo}
                    alt={shown.teamName}
                    sx={{ height: 32, mb: 1, display: 'block' }}
                  />
                ) : (
                  <Typography sx={{ fontWeight: 700, mb: 1 }}>{shown.teamName}</Typography>
                )}
                <Typography variant="h3" component="p" sx={{ mb: 1 }}>
                  {shown.subject}
                </Typography>
                <Typography sx={{ whiteSpace: 'pre-wrap' }}>{shown.text}</Typography>
              </Box>
            </Box>
          </>
        ) : (
          <>
            <TextField
              required
              label={t('bulk.mailSubject')}
              value={subject}
              onChange={(event) => setSubject(event.target.value)}
              error={Boolean(wrong('subject'))}
              helperText={wrong('subject')}
              slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
            />
            <TextField
              required
              multiline
              minRows={6}
              label={t('bulk.mailText')}
              value={text}
              onChange={(event) => setText(event.target.value)}
              error={Boolean(wrong('text'))}
              helperText={wrong('text') ?? t('bulk.mailHelp')}
              slotProps={{ htmlInput: { maxLength: 5000, dir: 'auto' } }}
            />
          </>
        )}
        {error && !complaint('subject') && !complaint('text') && (
          <Alert severity="error">{problemText(problems, error)}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        {shown && (
          <Button color="inherit" onClick={() => preview.reset()} sx={{ marginInlineEnd: 'auto' }}>
            {t('bulk.mailChange')}
          </Button>
        )}
        <Button color="inherit" onClick={() => void close()}>
          {t('common:actions.cancel')}
        </Button>
        {shown ? (
          <Button
            variant="contained"
            loading={send.isPending}
            disabled={reached === 0}
            onClick={() => send.mutate({ body })}
          >
            {t('bulk.mailSend')}
          </Button>
        ) : (
          <Button variant="contained" loading={preview.isPending} onClick={look}>
            {t('bulk.mailLook')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
