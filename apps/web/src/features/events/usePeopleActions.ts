import type { PersonOutcomes } from '@learnt/contract/events/operations'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { useEventWords } from './use-event-words.ts'

/** Changes of many people of an event at once; what became of each is said afterwards. */
export function usePeopleActions() {
  const { t } = useTranslation('eventPeople')
  const { t: problems } = useTranslation('problems')
  const { reasonOf } = useEventWords()
  const say = ({ rows }: PersonOutcomes) => {
    const done = rows.filter((one) => one.outcome === 'done' || one.outcome === 'unchanged').length
    if (done > 0) showToast({ variant: 'success', text: t('outcome.done', { count: done }) })
    const refused = rows.filter((one) => one.outcome === 'refused' || one.outcome === 'notFound')
    for (const one of refused.slice(0, 3))
      showToast({
        variant: 'error',
        text: t('outcome.refused', { name: one.name, reason: reasonOf(one.reason || 'default') ?? '' }),
      })
  }
  const options = {
    outdates: ['events', 'calendar'],
    onSuccess: say,
    onError: (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  }
  return {
    mark: useSend(api.events.mark, options),
    walkIn: useSend(api.events.walkIn, options),
    add: useSend(api.events.addPeople, options),
    remove: useSend(api.events.removePeople, options),
    move: useSend(api.events.movePeople, options),
    promote: useSend(api.events.promote, options),
    name: useSend(api.events.manager.name, options),
    giveUp: useSend(api.events.manager.cancel, options),
    decide: useSend(api.events.decideCancellation, options),
  }
}
