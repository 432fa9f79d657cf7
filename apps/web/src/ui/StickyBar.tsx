import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef } from 'react'

/** The toolbar covers 64, where it stays in place (shell/Layout1.tsx). */
const toolbar = 64
const toolbarBottom = `var(--toolbar-bottom, ${toolbar}px)`

/**
 * A page's own bar, as wide as the page, that stays under the toolbar while the page scrolls. What sticks below it
 * starts at the CSS variable --sticky-top, which follows the bar's height.
 */
export function StickyBar({ sx, children }: { sx?: SxProps<Theme>; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--sticky-top', `calc(${toolbarBottom} + ${element.offsetHeight}px)`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--sticky-top')
    }
  }, [])
  return (
    <Box
      ref={bar}
      sx={[
        {
          position: 'sticky',
          top: toolbarBottom,
          zIndex: 20,
          bgcolor: 'background.default',
          borderBottom: 1,
          borderColor: 'divider',
          mx: { xs: -2, sm: -3, lg: -4 },
          px: { xs: 2, sm: 3, lg: 4 },
          mb: 2.5,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  )
}
