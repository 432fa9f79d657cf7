import type { AssignmentFigures } from '@learnt/contract/reports'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DueText } from '../../lists/DueText.tsx'
import { StateChip } from '../../ui/StateChip.tsx'

/** When it is due, what stands out about it, and that the date of somebody on leave stands still. */
export function DueCell({ dueAt, dueState, isPaused }: Pick<AssignmentFigures, 'dueAt' | 'dueState' | 'isPaused'>) {
  const { t } = useTranslation('reports')
  if (isPaused) {
    return (
      <>
        <DueText value={dueAt} />
        <Typography variant="caption" component="p" color="textSecondary">
          {t('paused')}
        </Typography>
      </>
    )
  }
  if (dueState === 'overdue' || dueState === 'soon') return <StateChip kind="due" state={dueState} />
  return <DueText value={dueAt} />
}
