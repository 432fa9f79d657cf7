import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from './AppLink.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** One line under the title. */
  text?: ReactNode
  /** Small line above the title, e.g. the area. */
  kicker?: ReactNode
  /** Address of the list that this page belongs to. */
  back?: { href: string; label: string }
  /** Chips beside the title. */
  status?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
}

/** Head of every page. Its heading gets the focus after a navigation. */
export function PageHeader({ title, text, kicker, back, status, actions }: PageHeaderProps) {
  const { t } = useTranslation()
  const Anchor = useAnchor()
  return (
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', mb: 3 }}>
      {back && (
        <IconButton
          component={Anchor}
          href={back.href}
          aria-label={back.label || t('actions.back')}
          sx={{ mt: kicker ? 1.75 : -0.25, border: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
          size="small"
        >
          <ArrowBackIcon
            fontSize="small"
            sx={{ transform: (theme) => (theme.direction === 'rtl' ? 'scaleX(-1)' : 'none') }}
          />
        </IconButton>
      )}
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        {kicker && (
          <Typography variant="overline" component="p" color="textSecondary">
            {kicker}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
          <Typography
            variant="h1"
            tabIndex={-1}
            data-page-heading
            sx={{ overflowWrap: 'anywhere', '&:focus-visible': { outline: 'none' } }}
          >
            {title}
          </Typography>
          {status}
        </Box>
        {text && (
          <Typography color="textSecondary" sx={{ mt: 0.5, maxWidth: 760 }}>
            {text}
          </Typography>
        )}
      </Box>
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>{actions}</Box>}
    </Box>
  )
}
