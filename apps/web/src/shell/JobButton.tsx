import JobIcon from '@mui/icons-material/TaskOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/LiveProvider.tsx'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { showToast } from '../ui/toasts.ts'
import { jobName } from './job-name.ts'

const JobTray = lazy(async () => ({ default: (await import('./JobTray.tsx')).JobTray }))
const shownJobs = { query: { limit: 20 } }

/** Long jobs of the person: how many run; opens the tray. Says when one that was seen running has ended. */
export function JobButton() {
  const { t } = useTranslation('shell')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useLive('jobs')
  const jobs = useQuery({
    ...queryOf(api.jobs.mine, shownJobs),
    // the socket tells of changes; this is for the time when it is down
    refetchInterval: (query) => (query.state.data?.items.some((job) => job.state === 'running' || job.state === 'waiting') ? 5000 : false),
  })
  const running = jobs.data?.items.filter((job) => job.state === 'running' || job.state === 'waiting') ?? []

  const known = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs.data?.items ?? []) {
      if (job.state === 'running' || job.state === 'waiting') known.current.add(job.id)
      else if (known.current.delete(job.id)) {
        const name = jobName(t, job)
        if (job.state === 'succeeded') showToast({ variant: 'success', text: t('jobs.finished', { name }) })
        else if (job.state === 'failed') showToast({ variant: 'error', text: t('jobs.failed', { name }) })
      }
    }
  }, [jobs.data, t])

  return (
    <>
      <Tooltip title={t('jobs.label')}>
        <IconButton
          aria-label={t('jobs.button', { running: running.length })}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge badgeContent={running.length} color="primary">
            <JobIcon />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -8, horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 'min(420px, 94vw)', borderRadius: '16px' }, 'aria-label': t('jobs.label') } }}
      >
        <Suspense fallback={<Box sx={{ height: 200 }} />}>
          <JobTray jobs={jobs.data?.items} error={jobs.error} onRetry={() => void jobs.refetch()} onClose={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  )
}
