import { type DecidedRequest, requestLimits } from '@learnt/contract/requests'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import type { ReplyOf } from '../../api/reply.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'

export type Decision = 'approve' | 'decline'
export type DecisionRow = ReplyOf<typeof api.requests.decideMany>['rows'][number]

/** Decides one request or many; answers what could not be decided, with why. */
export function useDecisions() {
  const { t, i18n } = useTranslation('requests')
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [error, setError] = useState<string | null>(null)

  const outdate = () =>
    Promise.all(
      ['requests', 'catalogues', 'learning', 'forms'].map((part) => client.invalidateQueries({ queryKey: [part] })),
    )

  /** True when it was decided. */
  const decideOne = (request: DecidedRequest, decision: Decision, reason: string): Promise<boolean> =>
    run(async () => {
      const after = await call(api.requests.decide, { params: { requestId: request.id }, body: { decision, reason } })
      showToast({
        variant: 'success',
        text: t(after.state === 'open' ? 'decide.levelDone' : `decide.${decision}Done`, {
          name: request.name,
          title: request.title,
        }),
      })
      return true
    }, false)

  /** Rows that were not decided; null when the whole did not work. `idsOf` gives the next ids until there are none. */
  const decideMany = (ids: readonly string[], decision: Decision, reason: string): Promise<DecisionRow[] | null> =>
    run(async () => {
      const left: DecisionRow[] = []
      for (let at = 0; at < ids.length; at += requestLimits.atOnce) {
        const body = { ids: ids.slice(at, at + requestLimits.atOnce), decision, reason }
        const { rows } = await call(api.requests.decideMany, { body })
        left.push(...rows.filter((row) => row.outcome !== 'approved' && row.outcome !== 'declined'))
        setDone(Math.min(ids.length, at + requestLimits.atOnce))
      }
      const count = ids.length - left.length
      if (count > 0)
        showToast({
          variant: 'success',
          text: t(`decide.${decision}ManyDone`, { count, formatted: formatNumber(count, i18n.language) }),
        })
      return left
    }, null)

  async function run<T>(work: () => Promise<T>, failed: T): Promise<T> {
    setBusy(true)
    setError(null)
    setDone(0)
    try {
      return await work()
    } catch (problem) {
      setError(problemText(problems, problem))
      return failed
    } finally {
      setBusy(false)
      await outdate()
    }
  }

  return { decideOne, decideMany, isBusy, done, error, forget: () => setError(null) }
}
