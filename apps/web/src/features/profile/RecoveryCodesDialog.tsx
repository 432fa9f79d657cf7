import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../ui/save-text.ts'

/** Ten codes, to be kept now: they are not shown again, so the dialog does not close by the way. */
export function RecoveryCodesDialog({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('factors')
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState(false)
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="recovery-codes">
      <DialogTitle id="recovery-codes">{t('codes.heading')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('codes.text')}</Typography>
        <Box
          component="ol"
          dir="ltr"
          sx={{
            m: 0,
            p: 2,
            pl: 5,
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
            gap: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: '12px',
          }}
        >
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            onClick={() => void navigator.clipboard?.writeText(codes.join('\n')).then(() => setCopied(true))}
          >
            <span role="status">{t(copied ? 'codes.copied' : 'codes.copy')}</span>
          </Button>
          <Button variant="outlined" onClick={() => saveText(t('codes.file'), `${codes.join('\n')}\n`)}>
            {t('codes.download')}
          </Button>
        </Box>
        <FormControlLabel
          control={<Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)} />}
          label={t('codes.kept')}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" disabled={!kept} onClick={onKept}>
          {t('codes.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
