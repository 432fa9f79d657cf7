import type { CourseFilter } from '@learnt/contract/courses'
import type { Job } from '@learnt/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { followJob, sayLater } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import type { Selected } from '../../ui/table/Column.ts'
import type { ListState } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'

export const bulkActions = ['publish', 'withdraw', 'archive', 'restore'] as const
export type BulkAction = (typeof bulkActions)[number]
type Filter = z.input<typeof CourseFilter>

export interface BulkResult {
  action: BulkAction
  done: number
  skipped: number
  reasons: string[]
}

/** Publish, withdraw, archive, restore many through a job; tells what became of them, and archives can be taken back. */
export function useBulk() {
  const { t, i18n } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [result, setResult] = useState<BulkResult | null>(null)
  const send = useSend(api.courses.bulk, { outdates: ['jobs'] })
  const words = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })

  const finish = async (job: Job, action: BulkAction, undo: (() => void) | null) => {
    await Promise.all(
      ['courses', 'jobs', 'learning', 'reports', 'permissions'].map((part) =>
        client.invalidateQueries({ queryKey: [part] }),
      ),
    )
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
          title: t(`bulk.confirm.${action}`, words(selected.count)),
          text: t(`bulk.text.${action}`),
          confirmLabel: t(`actions.${action}`),
          danger: action === 'withdraw' || action === 'archive',
        })
        if (!yes) return
      }
      const selection =
        selected.by === 'ids'
          ? ({ by: 'ids', ids: selected.ids } as const)
          : ({ by: 'filter', filter: filterOf(list) } as const)
      const back = action === 'archive' ? 'restore' : 'archive'
      const ids = selected.by === 'ids' ? selected.ids : []
      start(action, selection, reversible ? () => start(back, { by: 'ids', ids }, null) : null)
      clear()
    },
  }
}

/** The filter of the list as the server's bulk operations take it. */
export function filterOf(list: ListState): Filter {
  const { status, category, tag, isBundle, availability } = list.filters as Record<string, string[] | undefined>
  return {
    ...(list.search ? { search: list.search } : {}),
    ...(status ? { status: status as NonNullable<Filter['status']> } : {}),
    ...(category ? { category } : {}),
    ...(tag ? { tag } : {}),
    ...(isBundle?.[0] ? { isBundle: isBundle[0] === 'true' } : {}),
    ...(availability ? { availability: availability as NonNullable<Filter['availability']> } : {}),
  }
}
