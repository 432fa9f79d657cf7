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
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { formatBytes, formatNumber } from '../../ui/times.ts'
import { useEncodingName } from '../files/useEncodingName.ts'
import { askRun, isAtWork } from './asks.ts'
import { durationText } from './duration-text.ts'
import type { AnyRunPage, ImportPages } from './import-pages.ts'
import { RunState } from './RunState.tsx'

const steps = ['commit', 'undo', 'discard'] as const
type Step = (typeof steps)[number]

/** What an import says of one of its runs. */
export interface RunDetails {
  /** What its file is about, beside size, author and time. */
  facts?: string
  /** Rows that would change something. */
  toDo: number
  alerts?: ReactNode
  figures: readonly { name: string; label: string; value: number }[]
  rejected: number
  /** What is asked before each step; `typed`: what has to be typed before it is sent. */
  questions: Record<Step, { text: string; danger?: boolean; typed?: string }>
  /** What is sent with the commit. */
  body?: object
  mapping: (onChecked: () => void) => ReactNode
  rows: ReactNode
}

interface RunPageProps<Run> {
  pages: ImportPages
  /** While its file is not known yet. */
  title: string
  /** Of the page with all runs. */
  listTitle: string
  /** What a run makes old, beside its own pages. */
  outdates: readonly string[]
  detailsOf: (run: Run) => RunDetails
}

/** One run of an import: its columns, then its dry run, then what became of each row. */
export function RunPage<Run extends AnyRunPage>(props: RunPageProps<Run>) {
  const { pages, title, listTitle, detailsOf } = props
  const { runId } = useParams({ strict: false }) as { runId: string }
  const run = useQuery({
    ...askRun(pages.calls, runId),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? 1000 : false),
  })
  if (run.data) return <Run {...props} run={run.data} details={detailsOf(run.data as Run)} />
  return (
    <>
      <PageHeader title={title} back={{ href: pages.list, label: listTitle }} />
      {run.error ? <ErrorState error={run.error} onRetry={() => void run.refetch()} /> : <PageSkeleton />}
    </>
  )
}

function Run({
  pages: { calls, list },
  listTitle,
  outdates,
  run,
  details: { facts, toDo, alerts, figures, rejected, questions, body, mapping, rows },
}: Omit<RunPageProps<never>, 'detailsOf' | 'title'> & { run: AnyRunPage; details: RunDetails }) {
  const { t, i18n } = useTranslation(['imports', 'files'])
  const { t: problems } = useTranslation('problems')
  const [isChanging, setChanging] = useState(false)
  const [asked, setAsked] = useState<Step | null>(null)
  const [part = ''] = calls.get.id.split('.')
  const outdated = { outdates: [part, 'jobs', ...outdates] }
  const sends = {
    commit: useSend(calls.commit, outdated),
    undo: useSend(calls.undo, outdated),
    discard: useSend(calls.discard),
  }
  const error = sends.commit.error ?? sends.undo.error ?? sends.discard.error
  const params = { runId: run.id }
  const nameOf = useEncodingName()
  const { encoding = '', basis = 'found', shortRows = 0 } = run.readAs ?? {}
  const isMapping = run.state === 'mapping' || (run.can.check === null && (isChanging || run.state === 'failed'))
  return (
    <>
      <PageHeader
        title={run.fileName}
        back={{ href: list, label: listTitle }}
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
        {alerts}
        {shortRows > 0 && !isMapping && (
          <Alert severity="info">
            {t('run.short', { count: shortRows, shown: formatNumber(shortRows, i18n.language) })}
          </Alert>
        )}
        {run.state === 'checked' && toDo === 0 && <Alert severity="info">{t('run.nothing')}</Alert>}
      </Box>
      {isAtWork(run) && <Progress run={run} />}
      {isMapping ? (
        mapping(() => setChanging(false))
      ) : (
        <>
          <Figures figures={figures} />
          <Facts>
            {facts && <span>{facts}</span>}
            <span>{formatBytes(run.fileSize, i18n.language)}</span>
            {encoding && <span>{t(`files:encoding.readAs.${basis}`, { encoding: nameOf(encoding) })}</span>}
            <span>{run.by}</span>
            <DateText value={run.createdAt} format="minute" />
            {run.finishedAt && <span>{durationText(run, i18n.language)}</span>}
          </Facts>
          {!isAtWork(run) && run.state !== 'discarded' && (
            <>
              {rejected > 0 && (
                <Box sx={{ mb: 2 }}>
                  <CsvButton
                    href={addressOf(calls.rejected, { params })}
                    fileName="rejected.csv"
                    label={t('run.rejectedFile')}
                  />
                </Box>
              )}
              {rows}
            </>
          )}
        </>
      )}
      {steps.map((step) => {
        const { text, danger = false, typed } = questions[step]
        return (
          <ConfirmDialog
            key={step}
            open={asked === step}
            title={t(`run.${step}Title`)}
            text={text}
            confirmLabel={t(`run.${step}`)}
            danger={danger}
            {...(typed === undefined ? {} : { typed })}
            busy={sends[step].isPending}
            onClose={() => setAsked(null)}
            onConfirm={() =>
              sends[step].mutate({ params, ...(step === 'commit' && body ? { body } : {}) } as never, {
                onSettled: () => setAsked(null),
              })
            }
          />
        )
      })}
    </>
  )
}

function Progress({ run }: { run: Pick<AnyRunPage, 'jobId' | 'state'> }) {
  const { t } = useTranslation('imports')
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

function Figures({ figures }: Pick<RunDetails, 'figures'>) {
  const { i18n } = useTranslation('imports')
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
      {figures.map(({ name, label, value }) => (
        <Card key={name} sx={{ p: 2, display: 'flex', flexDirection: 'column-reverse' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ m: 0 }}>
            {formatNumber(value, i18n.language)}
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
