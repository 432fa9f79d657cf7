import type { ThemeImage } from '@learnt/contract/themes'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { startUpload } from '../../ui/upload.ts'

const largestBytes = 20 * 1024 ** 2
const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** What a picture should be for its place; a smaller or longer one is taken all the same. */
const fitting: Record<ThemeImage, { width: number; square?: true }> = {
  iconLogo: { width: 96, square: true },
  loggedOutLogo: { width: 160 },
  loggedOutBackgroundImage: { width: 1200 },
  favicon: { width: 64, square: true },
}

/** A picture of the team: uploaded at once, part of the theme when that is saved. */
export function ImageField(props: {
  name: ThemeImage
  /** Makes a picture of a finished upload; answers its address. */
  add: (uploadId: string) => Promise<string>
}) {
  const { name, add } = props
  const { t } = useTranslation(['settings', 'problems'])
  const { t: words } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const [size, setSize] = useState<{ of: string; width: number; height: number } | null>(null)
  const [broken, setBroken] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const label = t(`theme.${name}`)
  const value = String(field.value ?? '')
  const error = refused || fieldText(words, fieldState.error?.message)

  const take = async (file: File | undefined) => {
    if (!file) return
    setRefused('')
    if (file.size > largestBytes) return setRefused(t('theme.tooLarge'))
    setBusy(true)
    try {
      field.onChange(await add(await upload(file)))
    } catch (problem) {
      const said = isProblem(problem) ? problem.errors[0]?.message : undefined
      setRefused(said ?? (isProblem(problem) ? problemText(words, problem) : t('theme.uploadFailed')))
    } finally {
      setBusy(false)
    }
  }
  const known = size?.of === value ? size : null
  const { width, square } = fitting[name]
  const hints = known
    ? [
        t('theme.size', { width: known.width, height: known.height }),
        ...(known.width < width ? [t('theme.small')] : []),
        ...(square && Math.max(known.width, known.height) / Math.min(known.width, known.height) > 1.15
          ? [t('theme.notSquare')]
          : []),
      ]
    : []
  return (
    <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`} sx={{ minWidth: 0 }}>
      <Typography id={`${id}-label`} variant="subtitle2">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 1 }}>
        <Box
          sx={{
            width: 96,
            height: 72,
            flexShrink: 0,
            borderRadius: '10px',
            border: 1,
            borderColor: 'divider',
            display: 'grid',
            placeItems: 'center',
            overflow: 'hidden',
            // a chessboard behind pictures that can be seen through
            background: (theme) => `repeating-conic-gradient(${theme.line} 0 25%, transparent 0 50%) 0 0 / 16px 16px`,
          }}
        >
          {value && broken !== value ? (
            <Box
              component="img"
              src={value}
              alt=""
              onLoad={({ currentTarget }) =>
                setSize({ of: value, width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
              }
              onError={() => setBroken(value)}
              sx={{ maxWidth: '100%', maxHeight: '100%', objectFit: 'contain', display: 'block' }}
            />
          ) : (
            <Typography variant="caption" sx={{ px: 1, bgcolor: 'background.paper', borderRadius: '6px' }}>
              {t(value ? 'theme.broken' : 'theme.none')}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            size="small"
            startIcon={<UploadIcon />}
            loading={busy}
            aria-label={t('theme.uploadNamed', { label })}
            onClick={() => input.current?.click()}
          >
            {t('theme.upload')}
          </Button>
          {value && (
            <Button
              size="small"
              color="inherit"
              startIcon={<DeleteIcon />}
              aria-label={t('theme.removeNamed', { label })}
              onClick={() => field.onChange('')}
            >
              {t('theme.remove')}
            </Button>
          )}
        </Box>
      </Box>
      <Typography id={`${id}-help`} variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
        {hints.length > 0 ? hints.join(' · ') : t(`theme.${name}Help`)}
      </Typography>
      {(error || busy) && (
        <Typography
          role={error ? 'alert' : 'status'}
          variant="caption"
          component="p"
          color={error ? 'error' : 'textSecondary'}
        >
          {busy ? t('theme.uploading') : error}
        </Typography>
      )}
      <input
        ref={(element) => {
          input.current = element
          // a complaint about the picture leads the focus here
          field.ref({ focus: () => element?.parentElement?.querySelector('button')?.focus() })
        }}
        type="file"
        hidden
        accept={accepted}
        aria-label={t('theme.uploadNamed', { label })}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </Box>
  )
}

function upload(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    void startUpload(addressOf(api.files.create), file, {
      onProgress: () => {},
      onFailed: (reason) => reject(new Error(reason)),
      onDone: resolve,
    })
  })
}
