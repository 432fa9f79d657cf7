import type { PictureCrop } from '@learnt/contract/picture-crop'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Slider from '@mui/material/Slider'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { uploadFile } from '../certificates/upload-file.ts'
import { placed, placeOf, roomOf, type Size, wholeSquare, zoomed } from './crop-square.ts'

const view = 240
const mostZoom = 4

/** Chooses the square of a picture that is shown: by the pointer, or by sliders and so by keys. Mount it to open it. */
export function PictureDialog({
  file,
  onSend,
  onClose,
}: {
  file: File
  onSend: (picture: { uploadId: string; crop: PictureCrop }) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation(['picture', 'common'])
  const { t: words } = useTranslation('problems')
  const { direction } = useTheme()
  const id = useId()
  const [address, setAddress] = useState('')
  const [size, setSize] = useState<Size | null>(null)
  const [crop, setCrop] = useState<PictureCrop>({ left: 0, top: 0, side: 1 })
  const [failed, setFailed] = useState('')
  const [isBusy, setBusy] = useState(false)
  const dragged = useRef<{ x: number; y: number; crop: PictureCrop } | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const send = async () => {
    setBusy(true)
    setFailed('')
    try {
      await onSend({ uploadId: await uploadFile(file), crop })
      showToast({ variant: 'success', text: t('picture:saved') })
      onClose()
    } catch (error) {
      const [complaint] = isProblem(error) ? error.errors : []
      setFailed(complaint?.message ?? problemText(words, error))
      setBusy(false)
    }
  }
  const scale = size ? view / (Math.min(size.width, size.height) * crop.side) : 1
  // where pages run from right to left, sliders do: left stays left
  const across = (x: number) => (direction === 'rtl' ? 1 - x : x)
  const place = size ? placeOf(size, crop) : { x: 0.5, y: 0.5 }
  const room = size ? roomOf(size, crop.side) : { x: 0, y: 0 }
  const drag = (event: PointerEvent) => {
    const from = dragged.current
    if (!from || !size) return
    const moved = (start: number, now: number, whole: number) => (start - now) / (whole * scale)
    const left = from.crop.left + moved(from.x, event.clientX, size.width)
    const top = from.crop.top + moved(from.y, event.clientY, size.height)
    setCrop(placed(size, crop, room.x > 0 ? left / room.x : 0.5, room.y > 0 ? top / room.y : 0.5))
  }
  const slider = (
    name: 'zoom' | 'across' | 'down',
    of: { value: number; min: number; max: number; disabled?: boolean; set: (value: number) => void },
  ) => (
    <Box sx={{ display: 'grid', gridTemplateColumns: '112px 1fr', alignItems: 'center', columnGap: 2 }}>
      <Typography variant="body2" id={`${id}-${name}`}>
        {t(`picture:${name}`)}
      </Typography>
      <Slider
        size="small"
        aria-labelledby={`${id}-${name}`}
        value={of.value}
        min={of.min}
        max={of.max}
        step={0.01}
        disabled={!size || isBusy || Boolean(of.disabled)}
        onChange={(_event, value) => of.set(value as number)}
      />
    </Box>
  )
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('picture:title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Box
          dir="ltr"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            dragged.current = { x: event.clientX, y: event.clientY, crop }
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            dragged.current = null
          }}
          sx={{
            width: view,
            height: view,
            mx: 'auto',
            position: 'relative',
            overflow: 'hidden',
            borderRadius: '50%',
            bgcolor: 'action.hover',
            cursor: 'grab',
            touchAction: 'none',
          }}
        >
          {address && (
            <img
              src={address}
              alt={t('picture:preview')}
              draggable={false}
              onLoad={(event) => {
                const { naturalWidth: width, naturalHeight: height } = event.currentTarget
                setSize({ width, height })
                setCrop(wholeSquare({ width, height }))
              }}
              onError={() => setFailed(t('picture:unreadable'))}
              style={{
                position: 'absolute',
                maxWidth: 'none',
                visibility: size ? 'visible' : 'hidden',
                width: size ? size.width * scale : undefined,
                height: size ? size.height * scale : undefined,
                left: size ? -crop.left * size.width * scale : 0,
                top: size ? -crop.top * size.height * scale : 0,
              }}
            />
          )}
        </Box>
        {slider('zoom', {
          value: 1 / crop.side,
          min: 1,
          max: mostZoom,
          set: (value) => size && setCrop(zoomed(size, crop, 1 / value)),
        })}
        {slider('across', {
          value: across(place.x),
          min: 0,
          max: 1,
          disabled: room.x <= 0,
          set: (value) => size && setCrop(placed(size, crop, across(value), place.y)),
        })}
        {slider('down', {
          value: place.y,
          min: 0,
          max: 1,
          disabled: room.y <= 0,
          set: (value) => size && setCrop(placed(size, crop, place.x, value)),
        })}
        {failed && (
          <Typography variant="body2" color="error" role="alert">
            {failed}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" disabled={isBusy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" disabled={!size} loading={isBusy} onClick={() => void send()}>
          {t('picture:save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
