import type { BulkUpdatePage } from '@learnt/contract/bulk-updates'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { formatNumber } from '../../ui/times.ts'
import { askRun } from '../imports/asks.ts'
import { RunPage } from '../imports/RunPage.tsx'
import { BulkMapping } from './BulkMapping.tsx'
import { BulkRows } from './BulkRows.tsx'
import { bulkUpdatePages } from './bulk-update-pages.ts'

export const loader: Loader = ({ client, params: { runId = '' } }) =>
  client.prefetchQuery(askRun(bulkUpdatePages.calls, runId))

const figures = ['update', 'done', 'skipped', 'rejected', 'failed', 'undone', 'kept'] as const
const before: readonly string[] = ['update', 'skipped', 'rejected']
const after: readonly string[] = ['done', 'skipped', 'rejected']
/** What a run makes old: what people have learnt, wherever it is shown. */
const outdated = ['reports', 'learning', 'certificates', 'members'] as const

/** One file of completions. */
export function BulkRunPage() {
  const { t, i18n } = useTranslation('bulkUpdates')
  return (
    <RunPage<BulkUpdatePage>
      pages={bulkUpdatePages}
      title={t('run.title')}
      listTitle={t('title')}
      outdates={outdated}
      detailsOf={(run) => {
        const { counts, options } = run
        // What was to be recorded is of no interest once it is.
        const isOver = run.state === 'done' || run.state === 'undone'
        const always = isOver ? after : before
        return {
          toDo: counts.update,
          figures: figures
            .filter((name) => always.includes(name) || (name !== 'update' && counts[name] > 0))
            .map((name) => ({ name, label: t(`counts.${name}`), value: counts[name] })),
          rejected: counts.rejected + counts.failed,
          questions: {
            commit: {
              text: t(options.awards ? 'run.commitAwards' : 'run.commitText', {
                update: formatNumber(counts.update, i18n.language),
              }),
              danger: options.awards,
            },
            undo: { text: t('run.undoText'), danger: true },
            discard: { text: t('run.discardText') },
          },
          mapping: (onChecked) => <BulkMapping run={run} onChecked={onChecked} />,
          rows: <BulkRows run={run} />,
        }
      }}
    />
  )
}
