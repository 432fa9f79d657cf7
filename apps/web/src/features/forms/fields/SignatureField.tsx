import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'
import { PlainInput } from './PlainInput.tsx'
import { SignatureImage } from './SignatureImage.tsx'

/** Strokes over all may have so many points (formLimits.strokePoints); a stroke is thinned as it is drawn. */
const mostPoints = 4000
const least = 4

/** A signature, drawn by finger, pen or mouse; or by keyboard alone, by typing the name. */
export function SignatureField(props: FieldProps<'signature'>) {
  const { field, answer, onChange, onLeave, isRequired, hasError, id, labelId, describedBy } = props
  const { t } = useTranslation('formFields')
  const ownName = useFilling().nameOf(field)
  const [drawing, setDrawing] = useState<number[] | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const strokes = answer?.strokes ?? []
  const name = answer?.name ?? ''
  const send = (nextName: string, nextStrokes: number[][]) =>
    onChange(nextName.trim() === '' && nextStrokes.length === 0 ? null : { name: nextName, strokes: nextStrokes })
  const placeOf = (event: PointerEvent): [number, number] => {
    const box = area.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return [0, 0]
    return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)]
  }
  const end = () => {
    if (!drawing) return
    setDrawing(null)
    // a tap is a dot
    const stroke = drawing.length === 2 ? [...drawing, ...drawing] : drawing
    const used = strokes.reduce((sum, one) => sum + one.length / 2, 0)
    if (used + stroke.length / 2 > mostPoints) return
    send(name || ownName, [...strokes, stroke])
  }
  return (
    <Box onBlur={onLeave} sx={{ maxWidth: 560 }}>
      <Box
        ref={area}
        dir="ltr"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.preventDefault()
          area.current?.setPointerCapture?.(event.pointerId)
          setDrawing(placeOf(event))
        }}
        onPointerMove={(event) => {
          if (!drawing) return
          const [x, y] = placeOf(event)
          const [beforeX = 0, beforeY = 0] = drawing.slice(-2)
          if (Math.hypot(x - beforeX, y - beforeY) >= least) setDrawing([...drawing, x, y])
        }}
        onPointerUp={end}
        onPointerCancel={end}
        sx={(theme) => ({
          position: 'relative',
          aspectRatio: '5 / 2',
          border: '2px dashed',
          borderColor: hasError ? 'error.main' : theme.fieldLine,
          borderRadius: '12px',
          // ink is dark on white paper in every theme, as it is in the file
          bgcolor: '#fff',
          touchAction: 'none',
          cursor: 'crosshair',
          overflow: 'hidden',
        })}
      >
        <SignatureImage strokes={drawing ? [...strokes, drawing] : strokes} label={t('signature.drawn', { name })} />
        {strokes.length === 0 && !drawing && (
          <Typography
            aria-hidden
            variant="body2"
            sx={{
              position: 'absolute',
              inset: 0,
              display: 'grid',
              placeItems: 'center',
              color: '#5b6470',
              pointerEvents: 'none',
              px: 2,
              textAlign: 'center',
            }}
          >
            {t('signature.draw')}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, mt: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 220 }}>
          <Typography component="label" id={`${id}-name`} htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
            {t('signature.name')}
          </Typography>
          <PlainInput
            id={id}
            value={name}
            hasError={hasError}
            onChange={(event) => send(event.target.value, strokes)}
            // two people may sign: which signature it is belongs to the name of the field
            aria-labelledby={`${id}-name ${labelId}`}
            aria-describedby={[`${id}-how`, describedBy].filter(Boolean).join(' ')}
            aria-required={isRequired || undefined}
            maxLength={200}
            autoComplete="name"
            dir="auto"
          />
          <Typography id={`${id}-how`} variant="caption" component="p" color="textSecondary">
            {t('signature.orType')}
          </Typography>
        </Box>
        <Button color="inherit" disabled={strokes.length === 0} onClick={() => send(name, [])}>
          {t('signature.clear')}
        </Button>
      </Box>
    </Box>
  )
}

const part = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1000)
