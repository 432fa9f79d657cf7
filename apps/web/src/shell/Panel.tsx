import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'

export interface PanelProps {
  anchor: HTMLElement | null
  onClose: () => void
}

/** A panel under a button of the toolbar. */
export function Panel({
  anchor,
  onClose,
  label,
  width,
  from = 'end',
  children,
}: PanelProps & { label: string; width: number; from?: 'start' | 'end'; children: ReactNode }) {
  const horizontal = from === 'end' ? 'right' : 'left'
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal }}
      transformOrigin={{ vertical: -8, horizontal }}
      slotProps={{
        paper: { sx: { width: `min(${width}px, 94vw)`, borderRadius: '16px' }, role: 'dialog', 'aria-label': label },
      }}
    >
      {children}
    </Popover>
  )
}
