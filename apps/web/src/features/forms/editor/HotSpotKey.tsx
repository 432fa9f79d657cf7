import type { FieldOf } from '@learnt/contract/forms/content'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentEditing } from '../../documents/editing.ts'
import { useFormEditing } from './editing.ts'
import { OptionalNumber } from './OptionalNumber.tsx'

type Area = NonNullable<NonNullable<FieldOf<'hotSpot'>['quiz']>['key']>[number]

/** The right places of a picture: circles and boxes drawn on it, or given by numbers in percent of its size. */
export function HotSpotKey({ field, setKey }: { field: FieldOf<'hotSpot'>; setKey: (key: Area[]) => void }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const { findFile } = useDocumentEditing()
  const file = findFile(field.fileId)
  const areas = field.quiz?.key ?? []
  const [drawn, setDrawn] = useState<{ x: number; y: number; width: number; height: number } | null>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const placeOf = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (value: number) => Math.min(1, Math.max(0, value))
    return { x: part((event.clientX - box.left) / box.width), y: part((event.clientY - box.top) / box.height) }
  }
  const finish = () => {
    // a press without a pull is no area
    if (drawn && drawn.width > 0.01 && drawn.height > 0.01) setKey([...areas, { shape: 'box', ...roundBox(drawn) }])
    start.current = null
    setDrawn(null)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        {t('hotSpot.places')}
      </Typography>
      {file ? (
        <>
          <Typography variant="caption" color="textSecondary">
            {t('hotSpot.help')}
          </Typography>
          <Box sx={{ position: 'relative', width: 'fit-content', maxWidth: '100%' }} dir="ltr">
            <img src={file.url} alt="" style={{ display: 'block', maxWidth: '100%', maxHeight: 360 }} />
            <svg
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              aria-hidden
              style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', touchAction: 'none' }}
              onPointerDown={(event) => {
                if (locked) return
                event.currentTarget.setPointerCapture(event.pointerId)
                start.current = placeOf(event)
              }}
              onPointerMove={(event) => {
                const from = start.current
                if (!from) return
                const to = placeOf(event)
                setDrawn({
                  x: Math.min(from.x, to.x),
                  y: Math.min(from.y, to.y),
                  width: Math.abs(to.x - from.x),
                  height: Math.abs(to.y - from.y),
                })
              }}
              onPointerUp={finish}
              onPointerCancel={finish}
            >
              {areas.map((area, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: areas have no names of their own
                <AreaShape key={at} area={area} />
              ))}
              {drawn && <rect {...drawn} fill="rgb(34 211 238 / 0.35)" />}
            </svg>
          </Box>
        </>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('hotSpot.pictureFirst')}
        </Typography>
      )}
      {areas.map((area, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: areas have no names of their own
        <AreaRow key={at} area={area} number={at + 1} onChange={(next) => setKey(areas.toSpliced(at, 1, ...next))} />
      ))}
      {!locked && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => setKey([...areas, { shape: 'box', x: 0.4, y: 0.4, width: 0.2, height: 0.2 }])}
          >
            {t('hotSpot.addBox')}
          </Button>
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => setKey([...areas, { shape: 'circle', x: 0.5, y: 0.5, r: 0.1 }])}
          >
            {t('hotSpot.addCircle')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

const round = (value: number) => Math.round(value * 1000) / 1000
const roundBox = (box: { x: number; y: number; width: number; height: number }) => ({
  x: round(box.x),
  y: round(box.y),
  width: round(box.width),
  height: round(box.height),
})

function AreaShape({ area }: { area: Area }) {
  const look = {
    fill: 'rgb(21 128 61 / 0.3)',
    stroke: '#15803d',
    strokeWidth: 2,
    vectorEffect: 'non-scaling-stroke' as const,
  }
  if (area.shape === 'circle') return <circle cx={area.x} cy={area.y} r={area.r} {...look} />
  if (area.shape === 'box') return <rect x={area.x} y={area.y} width={area.width} height={area.height} {...look} />
  return <polygon points={area.points.map(({ x, y }) => `${x},${y}`).join(' ')} {...look} />
}

/** One place by numbers: the way without a pointer. */
function AreaRow(props: { area: Area; number: number; onChange: (next: Area[]) => void }) {
  const { area, number, onChange } = props
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const names: readonly string[] =
    area.shape === 'circle' ? ['x', 'y', 'r'] : area.shape === 'box' ? ['x', 'y', 'width', 'height'] : []
  const values = area as unknown as Record<string, number>
  return (
    <Box
      role="group"
      aria-label={t('hotSpot.place', { number })}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: `repeat(${names.length || 1}, minmax(0, 1fr)) auto` }}
    >
      {names.length === 0 && <Typography variant="body2">{t('hotSpot.place', { number })}</Typography>}
      {names.map((name) => (
        <OptionalNumber
          key={name}
          required
          decimals
          label={t(`hotSpot.${name as 'x'}`)}
          value={round((values[name] ?? 0) * 100)}
          min={0}
          max={100}
          disabled={locked}
          onChange={(percent) => onChange([{ ...area, [name]: (percent ?? 0) / 100 } as Area])}
        />
      ))}
      {!locked && (
        <IconButton size="small" aria-label={t('hotSpot.removePlace', { number })} onClick={() => onChange([])}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}
