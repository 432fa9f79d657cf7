import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EncodingField, TellingRows } from '../../files/EncodingField.tsx'
import { type TextFile, tellingTexts, textOf } from './text-of-file.ts'

/** Asks how a file is encoded that does not say it. */
export function EncodingDialog({
  file,
  onTake,
  onClose,
}: {
  file: TextFile
  onTake: (text: string, encoding: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['questionBank', 'common'])
  const [chosen, setChosen] = useState('')
  const id = useId()
  const encoding = chosen || file.found.encoding
  const text = textOf(file, encoding)
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{file.name}</bdi>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
        <EncodingField encoding={encoding} basis={chosen === '' ? file.found.basis : 'chosen'} onChange={setChosen} />
        <TellingRows rows={tellingTexts(text)} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" onClick={() => onTake(text, encoding)}>
          {t('file.import')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
