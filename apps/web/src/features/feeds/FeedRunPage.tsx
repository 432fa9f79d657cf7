import type { FeedRunPage as FeedRun } from '@learnt/contract/feeds'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { formatNumber } from '../../ui/times.ts'
import { askRun } from '../imports/asks.ts'
import { RunPage } from '../imports/RunPage.tsx'
import { FeedMapping } from './FeedMapping.tsx'
import { FeedRows } from './FeedRows.tsx'
import { feedPages } from './feed-pages.ts'

export const loader: Loader = ({ client, params: { runId = '' } }) =>
  client.prefetchQuery(askRun(feedPages.calls, runId))

const figures = ['create', 'update', 'leaving', 'unchanged', 'skipped', 'rejected', 'failed', 'undone'] as const
const always: readonly string[] = ['create', 'update', 'unchanged', 'rejected']

/** One file of people. */
export function FeedRunPage() {
  const { t, i18n } = useTranslation('feeds')
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <RunPage<FeedRun>
      pages={feedPages}
      title={t('run.title')}
      listTitle={t('title')}
      outdates={['members']}
      detailsOf={(run) => {
        const { counts, asks } = run
        const share = counts.active > 0 ? Math.round((counts.leaving / counts.active) * 100) : 100
        const [create, update, leaving] = [number(counts.create), number(counts.update), number(counts.leaving)]
        return {
          facts: t(`sources.${run.source}`),
          toDo: counts.create + counts.update + counts.leaving,
          alerts: (
            <>
              {run.state === 'checked' && asks && (
                <Alert severity="warning">
                  {t('run.asks', {
                    leaving,
                    active: number(counts.active),
                    share: number(share),
                    most: number(run.mostLeaving),
                  })}
                </Alert>
              )}
              {counts.away > 0 && <Alert severity="info">{t('run.away', { people: number(counts.away) })}</Alert>}
            </>
          ),
          figures: figures
            .filter((name) => always.includes(name) || counts[name] > 0)
            .map((name) => ({ name, label: t(`counts.${name}`), value: counts[name] })),
          rejected: counts.rejected + counts.failed,
          questions: {
            commit: {
              text: t('run.commitText', { create, update, leaving }),
              ...(asks ? { danger: true, typed: String(counts.leaving) } : {}),
            },
            undo: { text: t('run.undoText'), danger: true },
            discard: { text: t('run.discardText') },
          },
          body: asks ? { leaving: counts.leaving } : {},
          mapping: (onChecked) => <FeedMapping run={run} onChecked={onChecked} />,
          rows: <FeedRows run={run} />,
        }
      }}
    />
  )
}
