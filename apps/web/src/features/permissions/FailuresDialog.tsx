import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** What a job on many rules could not change, and why. */
export function FailuresDialog({
  failures,
  onClose,
}: {
  failures: { reasons: readonly string[]; link: string | null }
  onClose: () => void
}) {
  const { t } = useTranslation(['permissions', 'common'])
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('bulk.resultTitle')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('bulk.resultText')}
        </Typography>
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {failures.reasons.map((reason) => (
            <Typography component="li" variant="body2" key={reason} sx={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Typography>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {failures.link && (
          <Button component="a" href={failures.link} download color="inherit">
            {t('bulk.download')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
