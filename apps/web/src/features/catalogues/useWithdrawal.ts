import type { OwnRequest } from '@learnt/contract/requests'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Takes one's own request back, after a question. */
export function useWithdrawal(): { withdraw: (request: Pick<OwnRequest, 'id' | 'title'>) => void; isBusy: boolean } {
  const { t } = useTranslation('catalogues')
  const { t: problems } = useTranslation('problems')
  const send = useSend(api.requests.withdraw, {
    outdates: ['catalogues', 'requests', 'forms', 'rewards', 'points'],
    onSuccess: ({ title }) => showToast({ variant: 'success', text: t('mine.withdrawn', { title }) }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const withdraw = async ({ id, title }: Pick<OwnRequest, 'id' | 'title'>) => {
    const isMeant = await confirm({
      title: t('mine.withdrawTitle', { title }),
      text: t('mine.withdrawText'),
      confirmLabel: t('mine.withdraw'),
    })
    if (isMeant) send.mutate({ params: { requestId: id } })
  }
  return { withdraw: (request) => void withdraw(request), isBusy: send.isPending }
}
