import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isFollowed } from '../api/follow-job.ts'
import { jobName } from '../api/job-name.ts'
import { useLive } from '../api/LiveProvider.tsx'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { showToast } from '../ui/toasts.ts'

const shownJobs = { query: { limit: 20 } }

/** Long jobs of the person, the newest first, and how many of them run. */
export function useJobs() {
  const jobs = useQuery({
    ...queryOf(api.jobs.mine, shownJobs),
    // the socket tells of changes; this is for the time when it is down
    refetchInterval: (query) =>
      query.state.data?.items.some((job) => job.state === 'running' || job.state === 'waiting') ? 5000 : false,
  })
  const running = jobs.data?.items.filter((job) => job.state === 'running' || job.state === 'waiting') ?? []
  return { jobs, running: running.length }
}

/** Says when a job that was seen running has ended. */
export function useEndedJobs(): void {
  const { t } = useTranslation('shell')
  useLive('jobs')
  const client = useQueryClient()
  const { jobs } = useJobs()
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
}
