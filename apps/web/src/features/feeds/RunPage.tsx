import type { FeedRunPage } from '@learnt/contract/feeds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { formatBytes, formatNumber } from '../../ui/times.ts'
import { askRun, isAtWork } from './asks.ts'
import { durationText } from './duration-text.ts'
import { MappingForm } from './MappingForm.tsx'
import { RowList } from './RowList.tsx'
import { RunState } from './RunState.tsx'

export const loader: Loader = ({ client, params: { runId = '' } }) => client.prefetchQuery(askRun(runId))

/** One run: its columns, then its dry run, then what became of each row. */
export function RunPage() {
  const { t } = useTranslation('feeds')
  const { runId } = useParams({ strict: false }) as { runId: string }
  const run = useQuery({
    ...askRun(runId),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? 1000 : false),
  })
  if (run.data) return <Run run={run.data} />
  return (
    <>
      <PageHeader title={t('run.title')} back={{ href: paths.feedHistory, label: t('title') }} />
      {run.error ? <ErrorState error={run.error} onRetry={() => void run.refetch()} /> : <PageSkeleton />}
    </>
  )
}

type Question = 'commit' | 'undo' | 'discard'

function Run({ run }: { run: FeedRunPage }) {
  const { t, i18n } = useTranslation('feeds')
  const { t: problems } = useTranslation('problems')
  const [isChanging, setChanging] = useState(false)
  const [asked, setAsked] = useState<Question | null>(null)
  const done = { onSuccess: () => setAsked(null), onError: () => setAsked(null) }
  const commit = useSend(api.feeds.commit, { ...done, outdates: ['feeds', 'jobs', 'members'] })
  const undo = useSend(api.feeds.undo, { ...done, outdates: ['feeds', 'jobs', 'members'] })
  const discard = useSend(api.feeds.discard, done)
  const number = (value: number) => formatNumber(value, i18n.language)
  const params = { runId: run.id }
  const error = commit.error ?? undo.error ?? discard.error
  const isMapping = run.state === 'mapping' || (run.can.check === null && (isChanging || run.state === 'failed'))
  const { counts } = run
  const share = counts.active > 0 ? Math.round((counts.leaving / counts.active) * 100) : 100
  const toDo = counts.create + counts.update + counts.leaving
  return (
    <>
      <PageHeader
        title={run.fileName}
        back={{ href: paths.feedHistory, label: t('title') }}
        status={<RunState state={run.state} />}
        text={t(`run.texts.${run.state}`)}
        actions={
          <>
            {run.can.discard === null && (
              <Button color="inherit" onClick={() => setAsked('discard')}>
                {t('run.discard')}
              </Button>
            )}
            {run.can.undo === null && (
              <Button color="inherit" variant="outlined" onClick={() => setAsked('undo')}>
                {t('run.undo')}
              </Button>
            )}
            {run.can.check === null && !isMapping && (
              <Button variant="outlined" onClick={() => setChanging(true)}>
                {t('run.change')}
              </Button>
            )}
            {run.can.commit === null && !isMapping && (
              <Button
                variant="contained"
                disabled={run.state === 'checked' && toDo === 0}
                onClick={() => setAsked('commit')}
              >
                {t(run.state === 'stopped' ? 'run.goOn' : 'run.commit')}
              </Button>
            )}
          </>
        }
      />
      <Box role="status" sx={{ display: 'grid', gap: 1, mb: 2, '&:empty': { display: 'none' } }}>
        {error && <Alert severity="error">{problemText(problems, error)}</Alert>}
        {run.reason && <Alert severity={run.state === 'failed' ? 'error' : 'warning'}>{run.reason}</Alert>}
        {run.state === 'checked' && run.asks && (
          <Alert severity="warning">
            {t('run.asks', {
              leaving: number(counts.leaving),
              active: number(counts.active),
              share: number(share),
              most: number(run.mostLeaving),
            })}
          </Alert>
        )}
        {run.state === 'checked' && toDo === 0 && <Alert severity="info">{t('run.nothing')}</Alert>}
        {counts.away > 0 && <Alert severity="info">{t('run.away', { people: number(counts.away) })}</Alert>}
      </Box>
      {isAtWork(run) && <Progress run={run} />}
      {isMapping ? (
        <MappingForm run={run} onChecked={() => setChanging(false)} />
      ) : (
        <>
          <Figures run={run} />
          <Facts>
            <span>{t(`sources.${run.source}`)}</span>
            <span>{formatBytes(run.fileSize, i18n.language)}</span>
            <span>{run.by}</span>
            <DateText value={run.createdAt} format="minute" />
            {run.finishedAt && <span>{durationText(run, i18n.language)}</span>}
          </Facts>
          {!isAtWork(run) && run.state !== 'discarded' && (
            <>
              {counts.rejected + counts.failed > 0 && (
                <Box sx={{ mb: 2 }}>
                  <CsvButton
                    href={addressOf(api.feeds.rejected, { params })}
                    fileName="rejected.csv"
                    label={t('run.rejectedFile')}
                  />
                </Box>
              )}
              <RowList run={run} />
            </>
          )}
        </>
      )}
      <ConfirmDialog
        open={asked === 'commit'}
        title={t('run.commitTitle')}
        text={t('run.commitText', {
          create: number(counts.create),
          update: number(counts.update),
          leaving: number(counts.leaving),
        })}
        confirmLabel={t('run.commit')}
        danger={run.asks}
        {...(run.asks ? { typed: String(counts.leaving) } : {})}
        busy={commit.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => commit.mutate({ params, body: run.asks ? { leaving: counts.leaving } : {} })}
      />
      <ConfirmDialog
        open={asked === 'undo'}
        title={t('run.undoTitle')}
        text={t('run.undoText')}
        confirmLabel={t('run.undo')}
        danger
        busy={undo.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => undo.mutate({ params })}
      />
      <ConfirmDialog
        open={asked === 'discard'}
        title={t('run.discardTitle')}
        text={t('run.discardText')}
        confirmLabel={t('run.discard')}
        busy={discard.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => discard.mutate({ params })}
      />
    </>
  )
}

function Progress({ run }: { run: FeedRunPage }) {
  const { t } = useTranslation('feeds')
  const job = useQuery({
    ...queryOf(api.jobs.get, { params: { jobId: run.jobId ?? '' } }),
    enabled: run.jobId !== null,
    refetchInterval: 1000,
  }).data
  return (
    <Box sx={{ mb: 3 }}>
      <ProgressBar value={job?.total ? (job.done / job.total) * 100 : null} label={t(`states.${run.state}`)} />
    </Box>
  )
}

const figures = ['create', 'update', 'leaving', 'unchanged', 'skipped', 'rejected', 'failed', 'undone'] as const
const always: readonly string[] = ['create', 'update', 'unchanged', 'rejected']

function Figures({ run }: { run: FeedRunPage }) {
  const { t, i18n } = useTranslation('feeds')
  const shown = figures.filter((name) => always.includes(name) || run.counts[name] > 0)
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gap: 1.5,
        m: 0,
        mb: 2,
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(auto-fit, minmax(130px, 1fr))' },
      }}
    >
      {shown.map((name) => (
        <Card key={name} sx={{ p: 2, display: 'flex', flexDirection: 'column-reverse' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {t(`counts.${name}`)}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ m: 0 }}>
            {formatNumber(run.counts[name], i18n.language)}
          </Typography>
        </Card>
      ))}
    </Box>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <Typography
      component="div"
      variant="body2"
      color="textSecondary"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 2 }}
    >
      {children}
    </Typography>
  )
}
