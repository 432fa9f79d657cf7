import { extensionLimits } from '@learnt/contract/extensions'
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

/** Gives one person or many a later due date, with the reason. Those that could not be extended stay on the screen. Mount it to open it. */
export function ExtendDialog({
  assignmentIds,
  name,
  onClose,
  onExtended,
}: {
  assignmentIds: readonly string[]
  /** Of the one person that it is about; else there are many. */
  name?: string | undefined
  onClose: () => void
  onExtended?: () => void
}) {
  const { t, i18n } = useTranslation(['extensions', 'common'])
  const { t: problems } = useTranslation('problems')
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const counted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const extend = useSend(api.extensions.extend, {
    outdates: ['reports', 'permissions', 'pathways', 'resources', 'learning'],
    onSuccess: ({ extended, refused }) => {
      if (extended > 0) {
        showToast({ variant: 'success', text: t('done', counted(extended)) })
        onExtended?.()
      }
      if (refused.length === 0) onClose()
    },
  })
  const complaint = (field: string) =>
    isProblem(extend.error) ? extend.error.errors.find((one) => one.path.endsWith(field))?.message : undefined
  const dayWrong = tried && day === '' ? t('dayMissing') : complaint('day')
  const reasonWrong = tried && reason.trim() === '' ? fieldText(problems, 'required') : complaint('reason')
  const tooMany = assignmentIds.length > extensionLimits.atOnce
  const refused = extend.data?.refused ?? []
  const close = useCloseGuard(!extend.data && (day !== '' || reason !== ''), onClose)
  return (
    <Dialog
      open
      onClose={extend.isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (day === '' || reason.trim() === '' || tooMany) return
          extend.mutate({ body: { assignmentIds: [...assignmentIds], day, reason: reason.trim() } })
        }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {name ? t('title', { name }) : t('titleMany', counted(assignmentIds.length))}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography variant="body2">{t('text')}</Typography>
          {tooMany && <Alert severity="warning">{t('most', { count: extensionLimits.atOnce })}</Alert>}
          <TextField
            autoFocus
            required
            type="date"
            label={t('day')}
            value={day}
            onChange={(event) => setDay(event.target.value)}
            error={Boolean(dayWrong)}
            helperText={dayWrong || t('dayHelp')}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            required
            multiline
            minRows={2}
            maxRows={8}
            label={t('reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={Boolean(reasonWrong)}
            helperText={reasonWrong}
            slotProps={{ htmlInput: { maxLength: extensionLimits.reason, dir: 'auto' } }}
          />
          {extend.error && !complaint('day') && !complaint('reason') && (
            <Alert severity="error">{problemText(problems, extend.error)}</Alert>
          )}
          {refused.length > 0 && (
            <Alert severity="warning">
              <Typography sx={{ fontWeight: 700 }}>{t('left', { count: refused.length })}</Typography>
              <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
                {refused.map((one) => (
                  <Typography component="li" variant="body2" key={one.assignmentId} sx={{ overflowWrap: 'anywhere' }}>
                    {[one.name, one.title].filter(Boolean).join(', ') || t('unknown')}: {t(`why.${one.reason}`)}
                  </Typography>
                ))}
              </Box>
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={extend.isPending}>
            {t(extend.data ? 'common:actions.close' : 'common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={extend.isPending} disabled={tooMany}>
            {t('extend')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
