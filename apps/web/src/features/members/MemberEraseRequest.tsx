import type { Member } from '@learnt/contract/members'
import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** That the person asked to be erased, until they take it back or somebody puts it away; else nothing. */
export function MemberEraseRequest({ member }: { member: Member }) {
  const { t } = useTranslation(['members', 'problems'])
  const { t: words } = useTranslation('problems')
  const of = { params: { userId: member.userId }, query: { teamId: member.teamId } }
  const found = useQuery(queryOf(api.eraseRequests.ofMember, of))
  const dismiss = useSend(api.eraseRequests.dismiss, {
    onSuccess: () => showToast({ variant: 'success', text: t('members:erase.dismissed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const request = found.data?.request
  if (!request) return null
  const ask = async () => {
    const yes = await confirm({
      title: t('members:erase.dismissTitle'),
      text: t('members:erase.dismissText'),
      confirmLabel: t('members:erase.dismiss'),
    })
    if (yes) dismiss.mutate(of)
  }
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2.5, '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
      action={
        <ActionButton
          color="inherit"
          size="small"
          loading={dismiss.isPending}
          reason={found.data?.can.dismiss ?? null}
          onClick={() => void ask()}
        >
          {t('members:erase.dismiss')}
        </ActionButton>
      }
    >
      <strong>
        {t('members:erase.asked')} <DateText value={request.askedAt} format="minute" />
      </strong>
      {request.reason && (
        <>
          <br />
          {t('members:erase.reason', { reason: request.reason })}
        </>
      )}
    </Alert>
  )
}
