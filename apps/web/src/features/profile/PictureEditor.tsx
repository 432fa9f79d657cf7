import { avatarLimits, type PictureCrop } from '@learnt/contract/picture-crop'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { PictureDialog } from './lazy-dialog.ts'

/** Somebody's picture, another one in its place, and none. */
export function PictureEditor({
  name,
  avatar,
  reason = null,
  onSend,
  onRemove,
}: {
  name: string
  avatar: string
  /** Why it cannot be changed. */
  reason?: string | null
  onSend: (picture: { uploadId: string; crop: PictureCrop }) => Promise<unknown>
  onRemove: () => Promise<unknown>
}) {
  const { t } = useTranslation('picture')
  const { t: words } = useTranslation('problems')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [said, setSaid] = useState('')
  const choose = (chosen: File | undefined) => {
    setSaid('')
    if (!chosen) return
    if (chosen.size > avatarLimits.megabytes * 1024 ** 2)
      return setSaid(t('tooLarge', { megabytes: avatarLimits.megabytes }))
    setFile(chosen)
  }
  const remove = async () => {
    if (!(await confirm({ title: t('removeTitle'), text: t('removeText'), confirmLabel: t('remove') }))) return
    try {
      await onRemove()
      showToast({ variant: 'success', text: t('removed') })
    } catch (error) {
      showToast({ variant: 'error', text: problemText(words, error) })
    }
  }
  return (
    <Box sx={{ display: 'flex', gap: 2.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <PersonAvatar key={avatar} name={name} src={avatar && `${avatar}?w=${avatarLimits.large}`} size={96} />
      <Box sx={{ display: 'grid', gap: 1, flex: '1 1 220px' }}>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <ActionButton variant="outlined" reason={reason} onClick={() => input.current?.click()}>
            {t(avatar ? 'change' : 'add')}
          </ActionButton>
          {avatar && !reason && (
            <Button color="inherit" onClick={() => void remove()}>
              {t('remove')}
            </Button>
          )}
        </Box>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('choose')}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Typography variant="caption" color={said ? 'error' : 'textSecondary'} role={said ? 'alert' : undefined}>
          {said || t('help', { megabytes: avatarLimits.megabytes })}
        </Typography>
      </Box>
      {file && (
        <PictureDialog
          file={file}
          onSend={onSend}
          onClose={() => {
            setFile(null)
          }}
        />
      )}
    </Box>
  )
}
