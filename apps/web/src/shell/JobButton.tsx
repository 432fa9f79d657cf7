import JobIcon from '@mui/icons-material/TaskOutlined'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazy-part.tsx'
import { CountBadge } from './CountBadge.tsx'
import { useJobs } from './use-jobs.ts'
import { usePanel } from './use-panel.ts'

const JobTray = lazyPart(async () => (await import('./JobTray.tsx')).JobTray, { floats: true })

/** Long jobs of the person: how many run; opens the tray. */
export function JobButton() {
  const { t } = useTranslation('shell')
  const { wanted, panel, button } = usePanel()
  const { jobs, running } = useJobs()
  return (
    <>
      <IconButton
        {...button}
        data-tip={t('jobs.label')}
        aria-label={t('jobs.button', { running })}
        aria-haspopup="dialog"
      >
        <CountBadge count={running}>
          <JobIcon />
        </CountBadge>
      </IconButton>
      {wanted && <JobTray {...panel} jobs={jobs.data?.items} error={jobs.error} onRetry={() => void jobs.refetch()} />}
    </>
  )
}
