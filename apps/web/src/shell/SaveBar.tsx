import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../ui/ActionButton.tsx'

/** The buttons of a long page of settings, which stay at its end while it scrolls. */
export function SaveBar(props: {
  isDirty: boolean
  onUndo: () => void
  loading: boolean
  /** Why it cannot be saved although something has changed. */
  reasonWords?: string | undefined
  /** Absent: the button sends the form around it. */
  onSave?: () => void
  /** At the other end. */
  children?: ReactNode
}) {
  const { isDirty, onUndo, loading, reasonWords, onSave, children } = props
  const { t } = useTranslation('settings')
  const unchanged = isDirty ? undefined : t('unchanged')
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 'var(--page-end, 0px)',
        zIndex: 5,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        justifyContent: 'flex-end',
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ marginInlineEnd: 'auto' }}>{children}</Box>
      <ActionButton variant="outlined" color="inherit" reasonWords={unchanged} onClick={onUndo}>
        {t('undo')}
      </ActionButton>
      <ActionButton
        variant="contained"
        loading={loading}
        reasonWords={reasonWords ?? unchanged}
        {...(onSave ? { onClick: onSave } : { type: 'submit' as const })}
      >
        {t('save')}
      </ActionButton>
    </Box>
  )
}
