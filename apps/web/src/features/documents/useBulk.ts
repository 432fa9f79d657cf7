import type { BulkAction, DocumentFilter } from '@learnt/contract/documents'
import type { Job } from '@learnt/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { followJob, sayLater } from '../../api/follow-job.ts'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import type { Selected } from '../../ui/table/Column.ts'
import type { ListState } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { outdatedBy } from './asks.ts'
import type { KindList } from './kind.ts'

type Filter = z.input<typeof DocumentFilter>

export interface BulkResult {
  action: BulkAction
  done: number
  skipped: number
  reasons: string[]
}

/** Publish, withdraw, archive, restore many through a job; tells what became of them, and archives can be taken back. */
export function useBulk(kind: KindList) {
  const { t, i18n } = useTranslation(['documents', 'documentKinds', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [result, setResult] = useState<BulkResult | null>(null)
  const send = useSend(kind.calls.bulk, { outdates: ['jobs'] })
  const words = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })

  const finish = async (job: Job, action: BulkAction, undo: (() => void) | null) => {
    await Promise.all([...outdatedBy(kind), 'jobs'].map((part) => client.invalidateQueries({ queryKey: [part] })))
    if (job.state !== 'succeeded') return showToast({ variant: 'error', text: job.error ?? t('bulk.failed') })
    const skipped = Number(job.result?.skipped ?? 0)
    const done = Number(job.result?.done ?? 0)
    const reasons = String(job.result?.reasons ?? '')
      .split('\n')
      .filter(Boolean)
    const text = [
      t(`bulk.done.${action}`, words(done)),
      ...(skipped > 0 ? [t('bulk.skipped', words(skipped))] : []),
    ].join(' ')
    const shown = { action, done, skipped, reasons }
    if (skipped > 0)
      showToast({
        variant: 'warning',
        text,
        duration: 10_000,
        action: { label: t('bulk.which'), run: () => setResult(shown) },
      })
    else if (undo && done > 0)
      showToast({ variant: 'success', text, duration: 10_000, action: { label: t('common:actions.undo'), run: undo } })
    else showToast({ variant: 'success', text })
  }
  const start = (
    action: BulkAction,
    selection: { by: 'ids'; ids: string[] } | { by: 'filter'; filter: Filter },
    undo: (() => void) | null,
  ) =>
    send.mutate(
      { body: { action, selection } },
      {
        onSuccess: ({ jobId }) => {
          const hush = sayLater(() => showToast({ variant: 'info', text: t('bulk.started') }))
          followJob(jobId)
            .finally(hush)
            .then(
              (job) => finish(job, action, undo),
              (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }),
            )
        },
        onError: (error) =>
          showToast({ variant: 'error', text: t('done.statusFailed', { detail: problemText(problems, error) }) }),
      },
    )

  return {
    busy: send.isPending,
    result,
    closeResult: () => setResult(null),
    async run(action: BulkAction, selected: Selected, list: ListState, clear: () => void) {
      const reversible = selected.by === 'ids' && (action === 'archive' || action === 'restore')
      if (!reversible) {
        const yes = await confirm({
          title: t(`bulk.confirm.${action}`, {
            what: t(`documentKinds:${kind.nameOf({})}.counted`, words(selected.count)),
          }),
          text: t(`bulk.text.${action}`),
          confirmLabel: t(`actions.${action}`),
          danger: action === 'withdraw' || action === 'archive',
        })
        if (!yes) return
      }
      const selection =
        selected.by === 'ids'
          ? ({ by: 'ids', ids: selected.ids } as const)
          : ({ by: 'filter', filter: filterOf(kind, list) } as const)
      const back = action === 'archive' ? 'restore' : 'archive'
      const ids = selected.by === 'ids' ? selected.ids : []
      start(action, selection, reversible ? () => start(back, { by: 'ids', ids }, null) : null)
      clear()
    },
  }
}

/** The filter of the list as the server's bulk operations take it. */
export function filterOf(kind: Pick<KindList, 'bulkFilter'>, list: ListState): Filter {
  const filters = kind.bulkFilter?.(list.filters) ?? list.filters
  return { ...(list.search ? { search: list.search } : {}), ...filters }
}
