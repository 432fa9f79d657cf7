import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { common } from '../locales/en/common.ts'

type States = typeof common.states
export type StateKind = keyof States
type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

const tones: Record<string, Tone> = {
  active: 'success',
  published: 'success',
  publishedwithdraft: 'info',
  draft: 'neutral',
  draftwithchanges: 'warning',
  unpublished: 'warning',
  archived: 'neutral',
  inactive: 'neutral',
  terminated: 'error',
  suspended: 'error',
  deleted: 'error',
  verified: 'success',
  notstarted: 'neutral',
  inprogress: 'info',
  completed: 'success',
  passed: 'success',
  failed: 'error',
  waiting: 'neutral',
  running: 'info',
  succeeded: 'success',
  cancelled: 'neutral',
  sent: 'success',
  kept: 'info',
  suppressed: 'warning',
  overdue: 'error',
  soon: 'warning',
  upcoming: 'neutral',
  none: 'neutral',
}

/** A state in words with a tint; the words carry the meaning, the colour only helps. */
export function StateChip<K extends StateKind>({
  kind,
  state,
  size = 'small',
}: {
  kind: K
  state: string
  size?: 'small' | 'medium'
}) {
  const { t } = useTranslation()
  const tone = tones[state] ?? (kind === 'membership' ? 'warning' : 'neutral')
  const label = t(`states.${kind}.${state}` as 'states.job.failed', { defaultValue: state })
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        height: size === 'small' ? 24 : 30,
        px: size === 'small' ? 1 : 1.5,
        borderRadius: '8px',
        fontFamily: theme.typography.fontFamily,
        fontSize: size === 'small' ? '0.8125rem' : '0.875rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        ...(tone === 'neutral'
          ? { bgcolor: 'action.selected', color: 'text.primary' }
          : { bgcolor: theme.palette[tone].soft, color: theme.palette[tone].onSoft }),
      })}
    >
      {label}
    </Box>
  )
}
