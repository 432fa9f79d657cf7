import type { PointAnswer } from '@learnt/contract/forms/answers'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'

export interface PointPictureProps {
  src: string
  alt: string
  points: readonly PointAnswer[]
  /** How many may be set. */
  most: number
  /** Absent: they are shown only. */
  onChange?: (points: PointAnswer[]) => void
  labelledBy?: string
  describedBy?: string | undefined
}

const step = 0.02
const bigStep = 0.1

/**
 * Places on a picture: by pointer, or by keyboard: the arrow keys move a cross over the picture and Enter sets a point.
 * The places count from the left in every language, for a picture is not mirrored.
 */
export function PointPicture({ src, alt, points, most, onChange, labelledBy, describedBy }: PointPictureProps) {
  const { t } = useTranslation('formFields')
  const id = useId()
  const [cross, setCross] = useState<PointAnswer | null>(null)
  const [said, setSaid] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const percent = (part: number) => Math.round(part * 100)
  const sayPlace = ({ x, y }: PointAnswer) => t('hotSpot.place', { x: percent(x), y: percent(y) })

  const add = (point: PointAnswer) => {
    if (!onChange) return
    // the only place moves; of several, the next one has to be taken away first
    if (most === 1) onChange([point])
    else if (points.length < most) onChange([...points, point])
    else return setSaid(t('hotSpot.full', { count: most }))
    setSaid(t('hotSpot.set', { place: sayPlace(point) }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? bigStep : step
    const from = cross ?? { x: 0.5, y: 0.5 }
    const moves: Record<string, PointAnswer> = {
      ArrowLeft: { x: from.x - by, y: from.y },
      ArrowRight: { x: from.x + by, y: from.y },
      ArrowUp: { x: from.x, y: from.y - by },
      ArrowDown: { x: from.x, y: from.y + by },
    }
    const moved = moves[event.key]
    if (moved) {
      event.preventDefault()
      const next = { x: within(moved.x), y: within(moved.y) }
      setCross(next)
      setSaid(sayPlace(next))
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      setCross(from)
      add(from)
    } else if ((event.key === 'Backspace' || event.key === 'Delete') && points.length > 0) {
      event.preventDefault()
      onChange?.(points.slice(0, -1))
      setSaid(t('hotSpot.removed'))
    }
  }
  return (
    <Box sx={{ maxWidth: 720 }}>
      <Box
        ref={frame}
        dir="ltr"
        {...(onChange
          ? {
              role: 'application',
              tabIndex: 0,
              'aria-roledescription': t('hotSpot.role'),
              'aria-labelledby': labelledBy,
              'aria-describedby': `${id}-how ${describedBy ?? ''}`.trim(),
              onKeyDown,
              onBlur: () => setCross(null),
              onClick: (event: MouseEvent) => {
                const area = frame.current?.getBoundingClientRect()
                if (!area || area.width === 0 || area.height === 0) return
                add({
                  x: within((event.clientX - area.left) / area.width),
                  y: within((event.clientY - area.top) / area.height),
                })
              },
            }
          : {})}
        sx={{
          position: 'relative',
          lineHeight: 0,
          borderRadius: '10px',
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
          cursor: onChange ? 'crosshair' : 'default',
          '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '2px' },
        }}
      >
        <Box
          component="img"
          src={src}
          alt={alt}
          draggable={false}
          sx={{ width: '100%', height: 'auto', minHeight: 80 }}
        />
        {points.map((point, at) => (
          <Marker key={`${point.x} ${point.y}`} point={point} text={String(at + 1)} />
        ))}
        {cross && <Cross point={cross} />}
      </Box>
      {onChange && (
        <Typography id={`${id}-how`} variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
          {t('hotSpot.how', { count: most })}
        </Typography>
      )}
      {onChange && points.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {points.map((point, at) => (
            <Box
              component="li"
              key={`${point.x} ${point.y}`}
              sx={{ display: 'inline-flex', alignItems: 'center', bgcolor: 'action.hover', borderRadius: '10px' }}
            >
              <Typography variant="body2" sx={{ paddingInlineStart: 1.5 }}>
                {`${at + 1}: ${sayPlace(point)}`}
              </Typography>
              <IconButton
                size="small"
                aria-label={t('hotSpot.remove', { number: at + 1 })}
                onClick={() => {
                  onChange(points.filter((_, other) => other !== at))
                  setSaid(t('hotSpot.removed'))
                }}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
          {points.length > 1 && (
            <li>
              <Button size="small" color="inherit" onClick={() => onChange([])}>
                {t('hotSpot.clear')}
              </Button>
            </li>
          )}
        </Box>
      )}
      <span aria-live="polite" style={visuallyHidden}>
        {said}
      </span>
    </Box>
  )
}

function Marker({ point, text }: { point: PointAnswer; text: string }) {
  return (
    <Box
      aria-hidden
      style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
      sx={{
        position: 'absolute',
        width: 26,
        height: 26,
        margin: '-13px',
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        lineHeight: 1,
        fontSize: 13,
        fontWeight: 700,
        color: '#fff',
        bgcolor: '#b3261e',
        border: '2px solid #fff',
        boxShadow: '0 0 0 1px #0008',
        pointerEvents: 'none',
      }}
    >
      {text}
    </Box>
  )
}

function Cross({ point }: { point: PointAnswer }) {
  return (
    <Box
      aria-hidden
      style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
      sx={{
        position: 'absolute',
        width: 34,
        height: 34,
        margin: '-17px',
        borderRadius: '50%',
        border: '3px dashed #000',
        boxShadow: '0 0 0 2px #fff',
        pointerEvents: 'none',
      }}
    />
  )
}

/** Four decimals are a tenth of a pixel on the largest screen. */
function within(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000
}
