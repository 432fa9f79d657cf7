import type { OutlineActivity } from '@learnt/contract/learning'
import FailedIcon from '@mui/icons-material/CancelOutlined'
import DoneIcon from '@mui/icons-material/CheckCircle'
import LockIcon from '@mui/icons-material/LockOutlined'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import UnderWayIcon from '@mui/icons-material/Timelapse'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

const marks = {
  notstarted: { Icon: OpenIcon, color: 'text.secondary' },
  inprogress: { Icon: UnderWayIcon, color: 'info.main' },
  completed: { Icon: DoneIcon, color: 'success.main' },
  passed: { Icon: DoneIcon, color: 'success.main' },
  failed: { Icon: FailedIcon, color: 'error.main' },
  locked: { Icon: LockIcon, color: 'text.secondary' },
} as const

/** How a step stands: a shape of its own for each state, and the word for screen readers. */
export function StepIcon({ state, locked = false }: { state: OutlineActivity['state']; locked?: boolean }) {
  const { t } = useTranslation(['learning', 'common'])
  const { Icon, color } = marks[locked ? 'locked' : state]
  return (
    <Box component="span" sx={{ color, display: 'inline-flex', flexShrink: 0, '& svg': { fontSize: 22 } }}>
      <Icon aria-hidden />
      <span style={visuallyHidden}>{locked ? t('locked') : t(`common:states.progress.${state}`)}</span>
    </Box>
  )
}
