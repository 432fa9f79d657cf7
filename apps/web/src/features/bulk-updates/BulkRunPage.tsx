import type { BulkUpdatePage } from '@learnt/contract/bulk-updates'
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
import { isAtWork } from '../feeds/asks.ts'
import { RunFrame } from '../feeds/RunFrame.tsx'
import { askBulkUpdate } from './asks.ts'
import { BulkMappingForm } from './BulkMappingForm.tsx'
import { BulkRowList } from './BulkRowList.tsx'

export const loader: Loader = ({ client, params: { runId = '' } }) => client.prefetchQuery(askBulkUpdate(runId))

/** One file of completions: its columns, then its dry run, then what became of each row. */
export function BulkRunPage() {
  const { t } = useTranslation('bulkUpdates')
  const { runId } = useParams({ strict: false }) as { runId: string }
  const run = useQuery({
    ...askBulkUpdate(runId),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? 1000 : false),
  })
  if (run.data) return <Run run={run.data} />
  return (
    <>
      <PageHeader title={t('run.title')} back={{ href: paths.bulkUpdate, label: t('title') }} />
      {run.error ? <ErrorState error={run.error} onRetry={() => void run.refetch()} /> : <PageSkeleton />}
    </>
  )
}

const figures = ['update', 'done', 'skipped', 'rejected', 'failed', 'undone', 'kept'] as const
const before: readonly string[] = ['update', 'skipped', 'rejected']
const after: readonly string[] = ['done', 'skipped', 'rejected']
/** What a run makes old: what people have learnt, wherever it is shown. */
const outdated = ['bulkUpdates', 'jobs', 'reports', 'learning', 'certificates', 'members'] as const

function Run({ run }: { run: BulkUpdatePage }) {
  const { t, i18n } = useTranslation('bulkUpdates')
  const commit = useSend(api.bulkUpdates.commit, { outdates: [...outdated] })
  const undo = useSend(api.bulkUpdates.undo, { outdates: [...outdated] })
  const discard = useSend(api.bulkUpdates.discard)
  const number = (value: number) => formatNumber(value, i18n.language)
  const params = { runId: run.id }
  const { counts } = run
  // What was to be recorded is of no interest once it is.
  const isOver = run.state === 'done' || run.state === 'undone'
  const shown = figures.filter((name) =>
    (isOver ? after : before).includes(name) ? true : name !== 'update' && counts[name] > 0,
  )
  return (
    <RunFrame
      run={run}
      back={{ href: paths.bulkUpdate, label: t('title') }}
      toDo={counts.update}
      figures={shown.map((name) => ({ name, label: t(`counts.${name}`), value: counts[name] }))}
      rejected={counts.rejected + counts.failed > 0 ? addressOf(api.bulkUpdates.rejected, { params }) : null}
      steps={{
        commit: {
          text: t(run.options.awards ? 'run.commitAwards' : 'run.commitText', { update: number(counts.update) }),
          danger: run.options.awards,
          isPending: commit.isPending,
          error: commit.error,
          send: (done) => commit.mutate({ params }, { onSettled: done }),
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
      mapping={(onChecked) => <BulkMappingForm run={run} onChecked={onChecked} />}
      rows={<BulkRowList run={run} />}
    />
  )
}
