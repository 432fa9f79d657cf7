import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dialogForm } from '../form/dialog-form.ts'

export interface PictureWords {
  alt: string
  decoration: boolean
}

/** Asks what a picture shows. Only a picture that is decoration goes without an answer. */
export function PictureDialog({
  src,
  first,
  onSave,
  onClose,
}: {
  src: string
  first: PictureWords
  onSave: (words: PictureWords) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['parts', 'common'])
  const id = useId()
  const [alt, setAlt] = useState(first.alt)
  const [decoration, setDecoration] = useState(first.decoration)
  const [asked, setAsked] = useState(false)
  const missing = !decoration && alt.trim() === ''
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <Box
        component="form"
        noValidate
        sx={dialogForm}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (missing) return setAsked(true)
          onSave(decoration ? { alt: '', decoration } : { alt: alt.trim(), decoration })
        }}
      >
        <DialogTitle id={id}>{t('parts:richText.imageTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box
            component="img"
            src={src}
            alt=""
            sx={{ maxWidth: '100%', maxHeight: 200, justifySelf: 'center', borderRadius: '10px' }}
          />
          <TextField
            autoFocus
            fullWidth
            multiline
            maxRows={4}
            disabled={decoration}
            label={t('parts:richText.imageAlt')}
            error={asked && missing}
            helperText={asked && missing ? t('parts:richText.imageAltMissing') : t('parts:richText.imageAltHelp')}
            value={alt}
            onChange={(event) => setAlt(event.target.value.replace(/\s*\n\s*/g, ' '))}
            slotProps={{ htmlInput: { maxLength: 1000, dir: 'auto' } }}
          />
          <FormControlLabel
            control={<Checkbox checked={decoration} onChange={(event) => setDecoration(event.target.checked)} />}
            label={t('parts:richText.imageDecoration')}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t('common:actions.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
