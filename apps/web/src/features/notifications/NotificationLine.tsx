import type { Notification } from '@learnt/contract/notifications'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { KindIcon } from './KindIcon.tsx'
import { wordsOf } from './words.ts'

/** One of them: opening it marks it as read; without a page to open, its words are a button that does. */
export function NotificationLine({
  one,
  onOpen,
  actions,
}: {
  one: Notification
  onOpen: () => void
  actions?: ReactNode
}) {
  const { t, i18n } = useTranslation(['notifications', 'common', 'shell'])
  const Anchor = useAnchor()
  const isUnread = one.readAt === null
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        px: 1.5,
        py: 1.25,
        borderRadius: '12px',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <KindIcon kind={one.kind} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          {...(one.link ? { component: Anchor, href: one.link } : { component: 'button', type: 'button' })}
          onClick={onOpen}
          sx={{
            font: 'inherit',
            p: 0,
            border: 0,
            background: 'none',
            cursor: 'pointer',
            textAlign: 'start',
            display: 'block',
            color: 'text.primary',
            textDecoration: 'none',
            fontWeight: isUnread ? 700 : 400,
            overflowWrap: 'anywhere',
            // the whole line opens it, below the buttons at its end
            '&::before': { content: '""', position: 'absolute', inset: 0, borderRadius: '12px' },
            '&:focus-visible': { outline: 'none' },
            '&:focus-visible::before': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
          }}
        >
          {isUnread && <span style={visuallyHidden}>{t('unread')} </span>}
          {wordsOf(t, i18n.language, one)}
        </Box>
        <Typography variant="caption" component="p" color="textSecondary">
          <DateText value={one.createdAt} format="ago" />
        </Typography>
      </Box>
      {isUnread && (
        <Box
          component="span"
          aria-hidden
          sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: 'primary.main', flexShrink: 0 }}
        />
      )}
      {actions && (
        <Box sx={{ position: 'relative', display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, flexShrink: 0 }}>
          {actions}
        </Box>
      )}
    </Box>
  )
}
