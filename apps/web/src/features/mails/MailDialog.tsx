import type { Mail } from '@learnt/contract/administration'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** One mail to read; null closes it. */
export function MailDialog({ mail, onClose }: { mail: Mail | null; onClose: () => void }) {
  const { t } = useTranslation(['mails', 'common'])
  const id = useId()
  return (
    <Dialog open={mail !== null} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{mail?.subject}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('columns.to')}: <span dir="ltr">{mail?.to}</span>
        </Typography>
        <Box
          dir="auto"
          sx={{
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            p: 2,
            borderRadius: '10px',
            bgcolor: 'action.hover',
            fontSize: '0.9375rem',
          }}
        >
          {mail && <PlainText text={mail.text} />}
        </Box>
        {mail?.text.includes(leftOutCode) && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t('codeLeftOut')}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Stands for the code of a link that the reader is not to use. */
const leftOutCode = '•••'

/** Text with its web addresses as links; one without its code leads nowhere. */
function PlainText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 && !part.includes(leftOutCode) ? (
      <a key={part} href={part} style={{ color: 'inherit' }}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
