import type { Job } from '@learnt/contract/jobs'
import CancelIcon from '@mui/icons-material/CancelOutlined'
import OpenIcon from '@mui/icons-material/OpenInNew'
import RetryIcon from '@mui/icons-material/Replay'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { jobName, jobOutcome } from '../api/job-name.ts'
import { api } from '../api/operations.ts'
import { useSend } from '../api/queries.ts'
import { useMe } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { AppLink, useAnchor } from '../ui/AppLink.tsx'
import { DateText } from '../ui/DateText.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { problemText } from '../ui/problem-text.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { StateChip } from '../ui/StateChip.tsx'
import { formatDay, formatNumber } from '../ui/times.ts'
import { showToast } from '../ui/toasts.ts'
import { Panel, type PanelProps } from './Panel.tsx'

interface JobTrayProps extends PanelProps {
  jobs: Job[] | undefined
  error: unknown
  onRetry: () => void
}

export function JobTray({ anchor, onClose, jobs, error, onRetry }: JobTrayProps) {
  const { t } = useTranslation('shell')
  const me = useMe()
  const administrator = me.roles.some((role) => role === 'admin' || role === 'superadmin')
  const busy = jobs?.some((job) => job.state === 'running' || job.state === 'waiting')
  return (
    <Panel anchor={anchor} onClose={onClose} label={t('jobs.label')} width={420}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, px: 2.5, pt: 2 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('jobs.label')}
        </Typography>
        {administrator && (
          <AppLink href={paths.jobs} onClick={onClose} variant="body2">
            {t('jobs.all')}
          </AppLink>
        )}
      </Box>
      {busy && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 2.5 }}>
          {t('jobs.leave')}
        </Typography>
      )}
      {!jobs && error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : !jobs ? (
        <Box sx={{ p: 2.5 }}>
          <LinesSkeleton />
        </Box>
      ) : jobs.length === 0 ? (
        <EmptyState title={t('jobs.empty')} text={t('jobs.emptyText')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, pt: 1.5, maxHeight: '60vh', overflowY: 'auto' }}>
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </Box>
      )}
    </Panel>
  )
}

function JobLine({ job }: { job: Job }) {
  const me = useMe()
  const { t, i18n } = useTranslation('shell')
  const { t: words } = useTranslation('problems')
  const Anchor = useAnchor()
  const onError = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const cancel = useSend(api.jobs.cancel, { onError })
  const retry = useSend(api.jobs.retry, { onError })
  const name = jobName(t, job)
  const busy = job.state === 'running' || job.state === 'waiting'
  const percent = job.total ? Math.min(100, (job.done / job.total) * 100) : null
  return (
    <Box component="li" sx={{ px: 1.5, py: 1.25, borderRadius: '10px', '&:hover': { bgcolor: 'action.hover' } }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            <DateText value={job.createdAt} format="ago" />
            {job.total !== null &&
              job.state !== 'succeeded' &&
              ` · ${t('jobs.progress', { done: formatNumber(job.done, i18n.language), total: formatNumber(job.total, i18n.language) })}`}
            {job.link && ` · ${t('jobs.expires', { date: formatDay(new Date(job.expiresAt), i18n.language) })}`}
          </Typography>
        </Box>
        {!busy && <StateChip kind="job" state={job.state} />}
        {job.link && (
          <Tooltip title={t('jobs.result')}>
            <IconButton size="small" component={Anchor} href={job.link} aria-label={`${t('jobs.result')}: ${name}`}>
              <OpenIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        {/* neither while acting */}
        {!me.impersonation && job.can.cancel === null && busy && (
          <IconButton
            size="small"
            aria-label={t('jobs.cancel', { name })}
            onClick={() => cancel.mutate({ params: { jobId: job.id } })}
          >
            <CancelIcon fontSize="small" />
          </IconButton>
        )}
        {!me.impersonation && job.can.retry === null && (
          <IconButton
            size="small"
            aria-label={t('jobs.retry', { name })}
            onClick={() => retry.mutate({ params: { jobId: job.id } })}
          >
            <RetryIcon fontSize="small" />
          </IconButton>
        )}
      </Box>
      {busy && (
        <Box sx={{ mt: 0.75 }}>
          <ProgressBar value={job.state === 'waiting' ? 0 : percent} label={name} />
        </Box>
      )}
      {jobOutcome(t, job) && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.25 }}>
          {jobOutcome(t, job)}
        </Typography>
      )}
      {job.error && (
        <Typography variant="caption" component="p" color="error" sx={{ mt: 0.5 }}>
          {job.error}
        </Typography>
      )}
    </Box>
  )
}
