import JobIcon from '@mui/icons-material/TaskOutlined'
import IconButton from '@mui/material/IconButton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isFollowed } from '../api/follow-job.ts'
import { jobName } from '../api/job-name.ts'
import { useLive } from '../api/LiveProvider.tsx'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { showToast } from '../ui/toasts.ts'
import { CountBadge } from './CountBadge.tsx'
import { usePanel } from './use-panel.ts'

const JobTray = lazyPart(async () => (await import('./JobTray.tsx')).JobTray, { floats: true })
const shownJobs = { query: { limit: 20 } }

/** Long jobs of the person: how many run; opens the tray. Says when one that was seen running has ended. */
export function JobButton() {
  const { t } = useTranslation('shell')
  const { wanted, panel, button } = usePanel()
  useLive('jobs')
  const client = useQueryClient()
  const jobs = useQuery({
    ...queryOf(api.jobs.mine, shownJobs),
    // the socket tells of changes; this is for the time when it is down
    refetchInterval: (query) =>
      query.state.data?.items.some((job) => job.state === 'running' || job.state === 'waiting') ? 5000 : false,
  })
  const running = jobs.data?.items.filter((job) => job.state === 'running' || job.state === 'waiting') ?? []

  const known = useRef(new Set<string>())
  useEffect(() => {
    let ended = false
    for (const job of jobs.data?.items ?? []) {
      if (job.state === 'running' || job.state === 'waiting') known.current.add(job.id)
      else if (known.current.delete(job.id)) {
        ended = true
        if (isFollowed(job.id)) continue
        const name = jobName(t, job)
        if (job.state === 'succeeded') showToast({ variant: 'success', text: t('jobs.finished', { name }) })
        else if (job.state === 'failed') showToast({ variant: 'error', text: t('jobs.failed', { name }) })
      }
    }
    // what a job changed is not known here: ask again for everything that is on the screen
    if (ended)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'jobs',
      })
  }, [jobs.data, t, client])

  return (
    <>
      <IconButton
        {...button}
        data-tip={t('jobs.label')}
        aria-label={t('jobs.button', { running: running.length })}
        aria-haspopup="dialog"
      >
        <CountBadge count={running.length}>
          <JobIcon />
        </CountBadge>
      </IconButton>
      {wanted && <JobTray {...panel} jobs={jobs.data?.items} error={jobs.error} onRetry={() => void jobs.refetch()} />}
    </>
  )
}
