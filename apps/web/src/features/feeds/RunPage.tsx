import type { FeedRunPage } from '@learnt/contract/feeds'
import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { askRun, isAtWork } from './asks.ts'
import { MappingForm } from './MappingForm.tsx'
import { RowList } from './RowList.tsx'
import { RunFrame } from './RunFrame.tsx'

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

function Run({ run }: { run: FeedRunPage }) {
  const { t, i18n } = useTranslation('feeds')
  const commit = useSend(api.feeds.commit, { outdates: ['feeds', 'jobs', 'members'] })
  const undo = useSend(api.feeds.undo, { outdates: ['feeds', 'jobs', 'members'] })
  const discard = useSend(api.feeds.discard)
  const number = (value: number) => formatNumber(value, i18n.language)
  const params = { runId: run.id }
  const { counts } = run
  const share = counts.active > 0 ? Math.round((counts.leaving / counts.active) * 100) : 100
  const shown = figures.filter((name) => always.includes(name) || counts[name] > 0)
  return (
    <RunFrame
      run={run}
      back={{ href: paths.feedHistory, label: t('title') }}
      facts={t(`sources.${run.source}`)}
      toDo={counts.create + counts.update + counts.leaving}
      alerts={
        <>
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
          {counts.away > 0 && <Alert severity="info">{t('run.away', { people: number(counts.away) })}</Alert>}
        </>
      }
      figures={shown.map((name) => ({ name, label: t(`counts.${name}`), value: counts[name] }))}
      rejected={counts.rejected + counts.failed > 0 ? addressOf(api.feeds.rejected, { params }) : null}
      steps={{
        commit: {
          text: t('run.commitText', {
            create: number(counts.create),
            update: number(counts.update),
            leaving: number(counts.leaving),
          }),
          danger: run.asks,
          ...(run.asks ? { typed: String(counts.leaving) } : {}),
          isPending: commit.isPending,
          error: commit.error,
          send: (done) =>
            commit.mutate({ params, body: run.asks ? { leaving: counts.leaving } : {} }, { onSettled: done }),
        },
        undo: {
          text: t('run.undoText'),
          danger: true,
          isPending: undo.isPending,
          error: undo.error,
          send: (done) => undo.mutate({ params }, { onSettled: done }),
        },
        discard: {
          text: t('run.discardText'),
          isPending: discard.isPending,
          error: discard.error,
          send: (done) => discard.mutate({ params }, { onSettled: done }),
        },
      }}
      mapping={(onChecked) => <MappingForm run={run} onChecked={onChecked} />}
      rows={<RowList run={run} />}
    />
  )
}

const figures = ['create', 'update', 'leaving', 'unchanged', 'skipped', 'rejected', 'failed', 'undone'] as const
const always: readonly string[] = ['create', 'update', 'unchanged', 'rejected']
