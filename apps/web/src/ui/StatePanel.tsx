import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface StatePanelProps {
  icon: ReactNode
  tone: 'neutral' | 'primary' | 'warning' | 'error'
  title: ReactNode
  text?: ReactNode
  /** Small print, e.g. a reference number. */
  note?: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
  /** The title is the page's own heading: nothing else stands on the page. */
  heading?: boolean
}

/** A calm block in the place of content that is not there. Use EmptyState, ErrorState, NoPermission, NoResults. */
export function StatePanel({ icon, tone, title, text, note, action, role, heading = false }: StatePanelProps) {
  return (
    <Box role={role} sx={{ textAlign: 'center', py: { xs: 5, md: 8 }, px: 3, maxWidth: 520, mx: 'auto' }}>
      <Box
        aria-hidden
        sx={(theme) => ({
          width: 72,
          height: 72,
          mx: 'auto',
          mb: 2.5,
          borderRadius: '22px',
          display: 'grid',
          placeItems: 'center',
          bgcolor: tone === 'neutral' ? 'action.hover' : theme.palette[tone].soft,
          color: tone === 'neutral' ? 'text.secondary' : theme.palette[tone].onSoft,
          '& svg': { fontSize: 34 },
        })}
      >
        {icon}
      </Box>
      <Typography
        variant="h2"
        component={heading ? 'h1' : 'p'}
        {...(heading ? { tabIndex: -1, 'data-page-heading': true } : {})}
        sx={{ outline: 'none' }}
      >
        {title}
      </Typography>
      {text && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {text}
        </Typography>
      )}
      {action && (
        <Box sx={{ mt: 3, display: 'flex', gap: 1, justifyContent: 'center', flexWrap: 'wrap' }}>{action}</Box>
      )}
      {note && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 2 }}>
          {note}
        </Typography>
      )}
    </Box>
  )
}
