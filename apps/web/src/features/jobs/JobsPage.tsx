import type { Job } from '@learnt/contract/jobs'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { jobName, jobOutcome } from '../../api/job-name.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { showToast } from '../../ui/toasts.ts'

const states = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const

/** All jobs of the tenant. */
export function JobsPage() {
  const { t } = useTranslation(['jobs', 'shell', 'common', 'problems'])
  const { t: words } = useTranslation('problems')
  const { t: shell } = useTranslation('shell')
  const me = useMe()
  const [state, change] = useListState()
  useLive('jobs')
  const { state: chosen, ...query } = listQuery(state) as ReturnType<typeof listQuery> & { state?: string[] }
  const jobs = useQuery({
    ...queryOf(api.jobs.list, {
      query: { ...query, ...(chosen?.[0] ? { state: chosen[0] as Job['state'] } : {}) } as never,
    }),
    placeholderData: keepPreviousData,
  })
  const onError = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const cancel = useSend(api.jobs.cancel, { onError })
  const retry = useSend(api.jobs.retry, { onError })

  const columns = useMemo<Column<Job>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        fixed: true,
        card: 'title',
        cell: (job) => (
          <Box sx={{ minWidth: 180 }}>
            <Typography variant="subtitle2" component="span">
              {jobName(shell, job)}
            </Typography>
            {job.error && (
              <Typography variant="caption" component="p" color="error">
                {job.error}
              </Typography>
            )}
          </Box>
        ),
      },
      { id: 'state', header: t('columns.state'), cell: (job) => <StateChip kind="job" state={job.state} /> },
      {
        id: 'progress',
        header: t('columns.progress'),
        width: 170,
        cell: (job) =>
          job.state === 'running' || job.state === 'waiting' ? (
            <ProgressBar
              value={job.state === 'waiting' ? 0 : job.total ? (job.done / job.total) * 100 : null}
              label={jobName(shell, job)}
            />
          ) : job.total !== null && job.state !== 'succeeded' ? (
            t('shell:jobs.progress', { done: job.done, total: job.total })
          ) : (
            '–'
          ),
      },
      {
        id: 'result',
        header: t('columns.result'),
        cell: (job) => {
          const outcome = jobOutcome(shell, job)
          const reasons = String(job.result?.reasons ?? '')
          if (!outcome && !job.link) return '–'
          return (
            <>
              {outcome && <div>{outcome}</div>}
              {reasons && (
                <Typography variant="caption" component="p" color="textSecondary" sx={{ whiteSpace: 'pre-line' }}>
                  {reasons}
                </Typography>
              )}
              {job.link && <AppLink href={job.link}>{t('open')}</AppLink>}
            </>
          )
        },
      },
      { id: 'createdBy', header: t('columns.createdBy'), card: 'subtitle', cell: (job) => job.createdBy || '–' },
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        cell: (job) => <DateText value={job.createdAt} format="minute" />,
      },
      {
        id: 'finishedAt',
        header: t('columns.finishedAt'),
        cell: (job) => <DateText value={job.finishedAt} format="minute" />,
      },
    ],
    [t, shell],
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <DataTable
        label={t('title')}
        columns={columns}
        query={jobs}
        state={state}
        onChange={change}
        rowId={(job) => job.id}
        rowName={(job) => jobName(shell, job)}
        searchLabel={t('search')}
        filters={[
          {
            key: 'state',
            label: t('filter'),
            single: true,
            options: states.map((value) => ({ value, label: t(`common:states.job.${value}`) })),
          },
        ]}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        rowActions={(job) => [
          // neither while acting
          ...(me.impersonation
            ? []
            : [
                {
                  id: 'cancel',
                  label: t('cancel'),
                  reason: job.can.cancel,
                  run: async () => {
                    const name = jobName(shell, job)
                    if (
                      !(await confirm({
                        title: t('cancelTitle', { name }),
                        text: t('cancelText'),
                        confirmLabel: t('cancel'),
                        danger: true,
                      }))
                    )
                      return
                    cancel.mutate(
                      { params: { jobId: job.id } },
                      { onSuccess: () => showToast({ variant: 'info', text: t('cancelled', { name }) }) },
                    )
                  },
                },
                {
                  id: 'retry',
                  label: t('retry'),
                  reason: job.can.retry,
                  run: () =>
                    retry.mutate(
                      { params: { jobId: job.id } },
                      {
                        onSuccess: () =>
                          showToast({ variant: 'info', text: t('retried', { name: jobName(shell, job) }) }),
                      },
                    ),
                },
              ]),
          ...(job.link ? [{ id: 'open', label: t('open'), href: job.link }] : []),
        ]}
      />
    </>
  )
}
