import { type DecidedRequest, requestLimits } from '@learnt/contract/requests'
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
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import type { Decision } from './useDecisions.ts'

/** Asks once more before a decision, which cannot be undone; declining needs a reason. Mount it to open it. */
export function DecideDialog({
  decision,
  only,
  count,
  isBusy,
  done,
  error,
  onDecide,
  onClose,
}: {
  decision: Decision
  /** The one request that it is about; else there are `count` of them. */
  only: DecidedRequest | null
  count: number
  isBusy: boolean
  /** How many of them were decided already. */
  done: number
  error: string | null
  onDecide: (reason: string) => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['requests', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isDecline = decision === 'decline'
  const isMissing = isDecline && reason.trim() === ''
  const close = useCloseGuard(reason.trim() !== '' && !isBusy, onClose)
  const formatted = formatNumber(count, i18n.language)
  return (
    <Dialog open onClose={isBusy ? undefined : () => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isMissing && !isBusy) onDecide(reason.trim())
        }}
      >
        <DialogTitle id={id}>
          {only
            ? t(`decide.${decision}Title`, { name: only.name, title: only.title })
            : t(`decide.${decision}Many`, { count, formatted })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {only?.note && (
            <Box sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'action.hover' }}>
              <Typography variant="caption" color="textSecondary">
                {t('columns.note')}
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{only.note}</Typography>
            </Box>
          )}
          <Typography color="textSecondary">{t(textOf(only?.kind, decision))}</Typography>
          <TextField
            autoFocus
            multiline
            minRows={2}
            required={isDecline}
            label={t(isDecline ? 'decide.reason' : 'decide.reasonOptional')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isTried && isMissing}
            helperText={isTried && isMissing ? fieldText(problems, 'required') : t('decide.reasonHelp')}
            slotProps={{ htmlInput: { maxLength: requestLimits.reason } }}
          />
          {error && <Alert severity="error">{error}</Alert>}
          {isBusy && count > requestLimits.atOnce && (
            <Typography role="status" variant="body2">
              {t('decide.progress', { done: formatNumber(done, i18n.language), formatted })}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isBusy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={isDecline ? 'error' : 'primary'} loading={isBusy}>
            {t(`decide.${decision}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function textOf(kind: DecidedRequest['kind'] | undefined, decision: Decision) {
  if (kind === 'form') return `decide.${decision}FormText` as const
  return kind === 'order' ? (`decide.${decision}OrderText` as const) : (`decide.${decision}Text` as const)
}
