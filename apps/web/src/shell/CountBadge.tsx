import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A number at the corner of an icon; nothing at zero. The button's own label says it to screen readers. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex' }}>
      {children}
      {count > 0 && (
        <Box
          component="span"
          aria-hidden
          sx={(theme) => ({
            position: 'absolute',
            top: -6,
            insetInlineEnd: -8,
            minWidth: 18,
            height: 18,
            px: 0.5,
            borderRadius: '9px',
            display: 'grid',
            placeItems: 'center',
            fontSize: 11,
            fontWeight: 800,
            fontFamily: theme.typography.fontFamily,
            // also on a bar of the primary colour itself
            ...(theme.bars.toolbar.ground === theme.palette.primary.fill
              ? { backgroundColor: theme.bars.toolbar.text, color: theme.bars.toolbar.ground }
              : { backgroundColor: theme.palette.primary.fill, color: theme.palette.primary.onFill }),
            boxShadow: `0 0 0 2px ${theme.bars.toolbar.ground}`,
          })}
        >
          {count > 99 ? '99+' : count}
        </Box>
      )}
    </Box>
  )
}
