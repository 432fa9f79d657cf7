import type { FeedRun, FeedRunPage } from '@learnt/contract/feeds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { formatBytes, formatNumber } from '../../ui/times.ts'
import { useEncodingName } from '../files/useEncodingName.ts'
import { isAtWork } from './asks.ts'
import { durationText } from './duration-text.ts'
import { RunState } from './RunState.tsx'

type Question = 'commit' | 'undo' | 'discard'

/** How a step of a run is sent, and what is asked before. */
interface RunStep {
  readonly text: string
  readonly send: (done: () => void) => void
  readonly isPending: boolean
  readonly error: Error | null
  readonly danger?: boolean
  /** What has to be typed before it is sent. */
  readonly typed?: string
}

interface RunFrameProps {
  run: Omit<FeedRun, 'counts' | 'asks' | 'source'> & Pick<FeedRunPage, 'jobId' | 'readAs'>
  back: { href: string; label: string }
  /** What its file is about, beside size, author and time. */
  facts?: string
  /** Rows that would change something. */
  toDo: number
  alerts?: ReactNode
  figures: readonly { name: string; label: string; value: number }[]
  /** Address of the file of rejected rows; null: there are none. */
  rejected: string | null
  steps: Record<Question, RunStep>
  mapping: (onChecked: () => void) => ReactNode
  rows: ReactNode
}

/** A run of a file: its columns, then its dry run, then what became of each row. The same for people and for completions. */
export function RunFrame({ run, back, facts, toDo, alerts, figures, rejected, steps, mapping, rows }: RunFrameProps) {
  const { t, i18n } = useTranslation(['feeds', 'files'])
  const { t: problems } = useTranslation('problems')
  const [isChanging, setChanging] = useState(false)
  const [asked, setAsked] = useState<Question | null>(null)
  const error = steps.commit.error ?? steps.undo.error ?? steps.discard.error
  const nameOf = useEncodingName()
  const { encoding = '', basis = 'found', shortRows = 0 } = run.readAs ?? {}
  const isMapping = run.state === 'mapping' || (run.can.check === null && (isChanging || run.state === 'failed'))
  return (
    <>
      <PageHeader
        title={run.fileName}
        back={back}
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
              {rejected && (
                <Box sx={{ mb: 2 }}>
                  <CsvButton href={rejected} fileName="rejected.csv" label={t('run.rejectedFile')} />
                </Box>
              )}
              {rows}
            </>
          )}
        </>
      )}
      {questions.map((step) => {
        const { text, send, isPending, danger = false, typed } = steps[step]
        return (
          <ConfirmDialog
            key={step}
            open={asked === step}
            title={t(`run.${step}Title`)}
            text={text}
            confirmLabel={t(`run.${step}`)}
            danger={danger}
            {...(typed === undefined ? {} : { typed })}
            busy={isPending}
            onClose={() => setAsked(null)}
            onConfirm={() => send(() => setAsked(null))}
          />
        )
      })}
    </>
  )
}

const questions: readonly Question[] = ['commit', 'undo', 'discard']

function Progress({ run }: Pick<RunFrameProps, 'run'>) {
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

function Figures({ figures }: Pick<RunFrameProps, 'figures'>) {
  const { i18n } = useTranslation('feeds')
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
