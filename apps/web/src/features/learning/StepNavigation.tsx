import type { OutlineActivity } from '@learnt/contract/learning'
import BackIcon from '@mui/icons-material/ArrowBack'
import NextIcon from '@mui/icons-material/ArrowForward'
import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../ui/AppLink.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { lockText } from './rule-text.ts'

interface StepNavigationProps {
  previous: OutlineActivity | null
  next: OutlineActivity | null
  hrefOf: (activityId: string) => string
  /** After the last step. */
  finish: { href: string; label: string }
}

/** To the step before and after, by title, always in view; a locked one says what it waits for. */
export function StepNavigation({ previous, next, hrefOf, finish }: StepNavigationProps) {
  const { t, i18n } = useTranslation('learning')
  const mirrored = { transform: i18n.dir() === 'rtl' ? 'scaleX(-1)' : 'none' }
  return (
    <Box
      component="nav"
      aria-label={t('steps')}
      sx={{
        mt: 5,
        py: 1.5,
        position: 'sticky',
        bottom: 'calc(var(--page-end, 0px) + var(--footer-height, 0px))',
        zIndex: 5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: '1fr 1fr' },
        // on paper it would lie over the text
        '@media print': { display: 'none' },
      }}
    >
      {previous ? (
        <Way
          href={hrefOf(previous.id)}
          kicker={t('previous')}
          title={previous.title}
          start={<BackIcon sx={mirrored} />}
        />
      ) : (
        <span />
      )}
      {next ? (
        <Way
          href={next.lock ? null : hrefOf(next.id)}
          rel="next"
          kicker={t('next')}
          title={next.title}
          note={next.lock ? lockText(t, next.lock) : undefined}
          end={next.lock ? <LockIcon /> : <NextIcon sx={mirrored} />}
        />
      ) : (
        <Way href={finish.href} kicker={t('lastStep')} title={finish.label} end={<NextIcon sx={mirrored} />} />
      )}
    </Box>
  )
}

interface WayProps {
  /** Null: not open yet. */
  href: string | null
  kicker: string
  title: string
  rel?: 'next'
  note?: string | undefined
  start?: ReactNode
  end?: ReactNode
}

function Way({ href, rel, kicker, title, note, start, end }: WayProps) {
  const Anchor = useAnchor()
  return (
    <Box
      {...(href ? { component: Anchor, href, rel } : {})}
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        px: 2,
        py: { xs: 1, sm: 1.25 },
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        bgcolor: href ? 'background.paper' : 'transparent',
        color: href ? 'text.primary' : 'text.secondary',
        textDecoration: 'none',
        textAlign: end ? 'end' : 'start',
        ...(href ? { '&:hover': { borderColor: 'primary.main' } } : {}),
      }}
    >
      {start}
      <Box
        component="span"
        // on a phone the way back is its arrow
        sx={[
          { flex: 1, minWidth: 0, display: 'block' },
          (theme) => (start ? { [theme.breakpoints.down('sm')]: visuallyHidden } : {}),
        ]}
      >
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {kicker}
        </Typography>
        <Box component="span" sx={{ display: 'block', fontWeight: 700, overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        {note && (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
            {note}
          </Typography>
        )}
      </Box>
      {end}
    </Box>
  )
}
