import type { Job } from '@learnt/contract/jobs'
import type { PermissionFilter, permissions } from '@learnt/contract/permissions'
import type { PermissionStatus } from '@learnt/contract/states'
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
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { outdatedByRules } from './outdated.ts'

type Selection = z.input<typeof permissions.setStatus.body>['selection']

/** Switches many rules on or off through a job; tells what became of them, and can take it back. */
export function useBulkStatus() {
  const { t, i18n } = useTranslation(['permissions', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [failures, setFailures] = useState<{ reasons: string[]; link: string | null } | null>(null)
  const send = useSend(api.permissions.setStatus, { outdates: ['jobs'] })
  const words = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const fail = (detail: string) => showToast({ variant: 'error', text: t('list.statusFailed', { detail }) })

  const finish = async (job: Job, status: PermissionStatus, isUndo: boolean) => {
    await Promise.all([...outdatedByRules, 'jobs'].map((part) => client.invalidateQueries({ queryKey: [part] })))
    if (job.state !== 'succeeded') return fail(job.error ?? '')
    const [done, failed] = [Number(job.result?.done ?? 0), Number(job.result?.failed ?? 0)]
    const reasons = String(job.result?.reasons ?? '')
      .split('\n')
      .filter(Boolean)
    const text = [t(`bulk.done.${status}`, words(done)), ...(failed > 0 ? [t('bulk.failed', words(failed))] : [])].join(
      ' ',
    )
    const undo = () => start({ by: 'job', jobId: job.id }, status === 'active' ? 'inactive' : 'active', true)
    if (failed > 0) setFailures({ reasons, link: job.link })
    if (isUndo) showToast({ variant: 'info', text: t('common:toast.undone') })
    else
      showToast({
        variant: failed > 0 ? 'warning' : 'success',
        text,
        ...(done > 0 ? { duration: 10_000, action: { label: t('common:actions.undo'), run: undo } } : {}),
      })
  }
  const start = (selection: Selection, status: PermissionStatus, isUndo = false) =>
    send.mutate(
      { body: { selection, status } },
      {
        onSuccess: ({ jobId }) => {
          const hush = sayLater(() => showToast({ variant: 'info', text: t('bulk.started') }))
          followJob(jobId)
            .finally(hush)
            .then(
              (job) => finish(job, status, isUndo),
              (error: Error) => fail(problemText(problems, error)),
            )
        },
        onError: (error) => fail(problemText(problems, error)),
      },
    )

  return {
    busy: send.isPending,
    failures,
    closeFailures: () => setFailures(null),
    async run(status: PermissionStatus, selected: Selected, filter: PermissionFilter, clear: () => void) {
      const yes = await confirm({
        title: t(`bulk.confirm.${status}`, words(selected.count)),
        text: t(`bulk.text.${status}`),
        confirmLabel: t(status === 'active' ? 'list.activate' : 'list.deactivate'),
        danger: status === 'inactive',
      })
      if (!yes) return
      start(selected.by === 'ids' ? { by: 'ids', ids: selected.ids } : { by: 'filter', filter }, status)
      clear()
    },
  }
}
