import { sizes } from '@learnt/contract/measures'
import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

/** The navigation on small screens: over the page, until something is chosen. */
export function NavDrawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: sizes.navbar, maxWidth: '86vw', border: 0 } } }}
    >
      {children}
    </Drawer>
  )
}
