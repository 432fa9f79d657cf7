import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { problemText, reasonText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Person } from './person.ts'

/** Takes the second factors of somebody away who has lost them; says first what there is to take. */
export function ResetFactorsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation(['settings', 'factors', 'problems', 'common'])
  const { t: words } = useTranslation('problems')
  const input = { params: { userId: person.userId }, query: { teamId: person.teamId } }
  const factors = useQuery({ ...queryOf(api.factors.ofMember, input), staleTime: 0 })
  const reset = useSend(api.factors.reset, {
    outdates: ['factors', 'members', 'users'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('users.factors.done', { name: person.name }) })
      onClose()
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const known = factors.data?.known
  const none = known && !known.hasAuthenticator && known.passkeys === 0
  const why = factors.error
    ? problemText(words, factors.error)
    : none
      ? t('users.factors.none')
      : factors.data?.can.reset
        ? reasonText(words, factors.data.can.reset)
        : ''
  const text =
    factors.data?.resetTakes === 'bound'
      ? t('factors:member.resetBoundText', { count: known?.boundPasskeys ?? 0 })
      : t('users.factors.text')
  return (
    <ConfirmDialog
      open
      title={t('users.factors.title', { name: person.name })}
      text={why ? <Alert severity={factors.error ? 'error' : 'info'}>{why}</Alert> : text}
      confirmLabel={why ? t('common:actions.close') : t('users.factors.reset')}
      danger={!why}
      busy={factors.isPending || reset.isPending}
      onConfirm={() => (why ? onClose() : reset.mutate(input))}
      onClose={onClose}
    />
  )
}
