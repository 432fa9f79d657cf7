import { playerAddress } from '@learnt/contract/video-hosts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dialogForm } from '../form/dialog-form.ts'

/** Whose videos may be embedded. `null`: not known yet. */
export interface VideoSource {
  hosts: readonly string[] | null
  /** Where the list is changed, for those who may. */
  change?: ReactNode
}

export interface VideoFields {
  address: string
  title: string
}

/** Asks for the address and the name of a video from elsewhere. */
export function VideoDialog({
  source,
  first,
  onSave,
  onClose,
}: {
  source: VideoSource
  first: VideoFields
  onSave: (video: VideoFields) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['parts', 'common'])
  const id = useId()
  const [address, setAddress] = useState(first.address)
  const [title, setTitle] = useState(first.title)
  const [asked, setAsked] = useState(false)
  const { hosts } = source
  const player = playerAddress(address)
  const host = player && new URL(player).hostname
  const wrong = !player
    ? t('parts:richText.videoNoAddress')
    : hosts && host && !hosts.includes(host)
      ? t('parts:richText.videoForeign', { host })
      : ''
  const nameless = title.trim() === ''
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <Box
        component="form"
        noValidate
        sx={dialogForm}
        onSubmit={(event) => {
          // a dialog that this one opened lies within it for React
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          event.stopPropagation()
          if (wrong || nameless || !player) return setAsked(true)
          onSave({ address: player, title: title.trim() })
        }}
      >
        <DialogTitle id={id}>{t('parts:richText.video')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <Typography variant="body2" color="textSecondary">
            {t('parts:richText.videoText')}
          </Typography>
          <TextField
            autoFocus
            fullWidth
            label={t('parts:richText.videoAddress')}
            value={address}
            error={asked && wrong !== ''}
            helperText={asked ? wrong : ''}
            onChange={(event) => setAddress(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 2000, dir: 'ltr', inputMode: 'url' } }}
          />
          <TextField
            fullWidth
            label={t('parts:richText.videoTitle')}
            value={title}
            error={asked && nameless}
            helperText={asked && nameless ? t('parts:richText.videoTitleMissing') : t('parts:richText.videoTitleHelp')}
            onChange={(event) => setTitle(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
          {hosts && (
            <Alert severity={hosts.length === 0 ? 'warning' : 'info'} action={source.change}>
              {hosts.length === 0
                ? t('parts:richText.videoNoHosts')
                : t('parts:richText.videoHosts', { hosts: hosts.join(', ') })}
            </Alert>
          )}
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
