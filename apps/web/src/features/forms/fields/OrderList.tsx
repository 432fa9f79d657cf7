import AddIcon from '@mui/icons-material/Add'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'

export interface OrderListProps {
  items: readonly { key: string; label: string }[]
  /** Keys in the person's order; empty: nothing is ordered yet. */
  value: readonly string[]
  onChange: (value: string[]) => void
  /** `some`: items are taken into the order one by one. `all`: every item always stands in it. */
  takes: 'some' | 'all'
  labelledBy: string
}

/**
 * Puts things in order by buttons, which work the same by finger, keyboard and screen reader. After a move the focus
 * stays with what was moved.
 */
export function OrderList({ items, value, onChange, takes, labelledBy }: OrderListProps) {
  const { t } = useTranslation('formFields')
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const known = new Map(items.map((item) => [item.key, item.label]))
  const chosen = value.filter((key) => known.has(key))
  const shown =
    takes === 'all' ? [...chosen, ...items.map(({ key }) => key).filter((key) => !chosen.includes(key))] : chosen
  const rest = items.filter(({ key }) => !shown.includes(key))
  const nameOf = (key: string) => known.get(key) ?? ''

  const tell = (key: string, order: readonly string[]) =>
    setSaid(t('order.moved', { name: nameOf(key), position: order.indexOf(key) + 1, count: order.length }))
  const move = (key: string, by: -1 | 1) => {
    const from = shown.indexOf(key)
    const next = shown.filter((one) => one !== key)
    next.splice(from + by, 0, key)
    onChange(next)
    tell(key, next)
    // the button that was pressed may be at an end of the list now: its neighbour takes the focus
    const wanted = by === -1 ? 'up' : 'down'
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`)
      const button = row?.querySelector<HTMLButtonElement>(`[data-move="${wanted}"]:not(:disabled)`)
      ;(button ?? row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus()
    })
  }
  return (
    <Box>
      <Box
        component="ol"
        ref={list}
        aria-labelledby={labelledBy}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, maxWidth: 640 }}
      >
        {shown.map((key, at) => (
          <Box component="li" key={key} data-item={key} sx={row}>
            <Typography
              component="span"
              aria-hidden
              sx={{ minWidth: 24, fontWeight: 700, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
            >
              {takes === 'all' && chosen.length === 0 ? '–' : at + 1}
            </Typography>
            <Typography component="span" dir="auto" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {nameOf(key)}
            </Typography>
            <IconButton
              data-move="up"
              disabled={at === 0}
              onClick={() => move(key, -1)}
              aria-label={t('order.up', { name: nameOf(key) })}
            >
              <UpIcon fontSize="small" />
            </IconButton>
            <IconButton
              data-move="down"
              disabled={at === shown.length - 1}
              onClick={() => move(key, 1)}
              aria-label={t('order.down', { name: nameOf(key) })}
            >
              <DownIcon fontSize="small" />
            </IconButton>
            {takes === 'some' && (
              <IconButton
                onClick={() => {
                  onChange(chosen.filter((one) => one !== key))
                  setSaid(t('order.removed', { name: nameOf(key) }))
                }}
                aria-label={t('order.remove', { name: nameOf(key) })}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {takes === 'some' && chosen.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('order.none')}
        </Typography>
      )}
      {takes === 'all' && chosen.length === 0 && (
        <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={() => onChange([...shown])}>
          {t('order.keep')}
        </Button>
      )}
      {rest.length > 0 && (
        <Box sx={{ mt: shown.length > 0 ? 2 : 0 }}>
          {shown.length > 0 && (
            <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 0.5 }}>
              {t('order.rest')}
            </Typography>
          )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {rest.map(({ key, label }) => (
              <li key={key}>
                <Button
                  variant="outlined"
                  color="inherit"
                  startIcon={<AddIcon />}
                  onClick={() => {
                    const next = [...chosen, key]
                    onChange(next)
                    tell(key, next)
                  }}
                  aria-label={t('order.add', { name: label, position: chosen.length + 1 })}
                  sx={{ textTransform: 'none', textAlign: 'start', overflowWrap: 'anywhere' }}
                >
                  <span dir="auto">{label}</span>
                </Button>
              </li>
            ))}
          </Box>
        </Box>
      )}
      <span aria-live="polite" style={visuallyHidden}>
        {said}
      </span>
    </Box>
  )
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  paddingInlineStart: 1.5,
  bgcolor: 'background.paper',
  minHeight: 48,
}
