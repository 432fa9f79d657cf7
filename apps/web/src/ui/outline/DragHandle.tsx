import DragIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import type { HTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'

interface DragHandleProps extends HTMLAttributes<HTMLElement> {
  name: string
  isDragging: boolean
  ref: Ref<HTMLElement>
}

/** What a row of an outline is taken by, with the pointer or the space bar. */
export function DragHandle({ name, isDragging, ref, ...rest }: DragHandleProps) {
  const { t } = useTranslation()
  return (
    <Box
      component="button"
      type="button"
      className="handle"
      ref={ref}
      {...rest}
      aria-label={t('sortable.drag', { name })}
      sx={{
        all: 'unset',
        boxSizing: 'border-box',
        display: 'grid',
        placeItems: 'center',
        width: 28,
        height: 40,
        flexShrink: 0,
        color: 'text.secondary',
        cursor: isDragging ? 'grabbing' : 'grab',
        touchAction: 'none',
        borderRadius: '6px',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <DragIcon sx={{ fontSize: 18 }} />
    </Box>
  )
}
