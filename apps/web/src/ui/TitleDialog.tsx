import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText, problemText } from './problem-text.ts'

interface TitleDialogProps {
  title: string
  label: string
  help: string
  submitLabel: string
  maxLength: number
  /** What stands in the field at first. */
  suggested: string
  sending: { isPending: boolean; error: Error | null }
  onSubmit: (title: string) => void
  onClose: () => void
}

/** Asks what something new is called, which begins empty or as a copy. Mount it to open it. */
export function TitleDialog(props: TitleDialogProps) {
  const { title, label, help, submitLabel, maxLength, suggested, sending, onSubmit, onClose } = props
  const { t } = useTranslation()
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [typed, setTyped] = useState(suggested.slice(0, maxLength))
  const [isTried, setTried] = useState(false)
  const isMissing = isTried && typed.trim() === ''
  const complaint = isMissing ? fieldText(problems, 'required') : sending.error && problemText(problems, sending.error)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (typed.trim()) onSubmit(typed.trim())
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            fullWidth
            required
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={Boolean(complaint)}
            helperText={complaint || help}
            slotProps={{ htmlInput: { maxLength, dir: 'auto' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={sending.isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
