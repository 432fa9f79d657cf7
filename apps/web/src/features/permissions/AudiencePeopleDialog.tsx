import type { Audience } from '@learnt/contract/audiences'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AudiencePeople } from './AudiencePeople.tsx'

/** The people in an audience now. */
export function AudiencePeopleDialog({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  const { t } = useTranslation(['audiences', 'common'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullScreen={phone} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('people.of', { title: audience.title })}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t(audience.kind === 'rule' ? 'people.ofRule' : 'people.ofList')}
        </Typography>
        <AudiencePeople audienceId={audience.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
