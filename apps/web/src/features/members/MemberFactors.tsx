import type { Member } from '@learnt/contract/members'
import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'

/** A person’s second factors, and how to remove those that they lost. */
export function MemberFactors({ member }: { member: Member }) {
  const { t } = useTranslation(['factors', 'problems'])
  const { t: words } = useTranslation('problems')
  const name = fullName(member)
  const request = { params: { userId: member.userId }, query: { teamId: member.teamId } }
  const factors = useQuery(queryOf(api.factors.ofMember, request))
  const reset = useSend(api.factors.reset, {
    onSuccess: () => showToast({ variant: 'success', text: t('factors:member.done', { name }) }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const { known = null, can, resetTakes } = factors.data ?? {}
  const { hasAuthenticator = false, passkeys = 0, boundPasskeys = 0, recoveryCodesLeft = 0 } = known ?? {}
  const has = [
    hasAuthenticator && t('factors:member.app'),
    passkeys > 0 && t('factors:member.passkeys', { count: passkeys }),
    recoveryCodesLeft > 0 && t('factors:member.codes', { count: recoveryCodesLeft }),
  ].filter((one) => one !== false)
  return (
    <FormSection title={t('factors:member.title')} text={t('factors:member.text')}>
      {factors.isError && !factors.data ? (
        <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />
      ) : !factors.data ? (
        <LinesSkeleton />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {has.length > 0 ? has.join(', ') : t(known ? 'factors:member.none' : 'factors:member.unknown')}
          </Typography>
          <ActionButton
            variant="outlined"
            color="error"
            loading={reset.isPending}
            reason={can?.reset ?? null}
            reasonWords={!can?.reset && has.length === 0 ? t('factors:member.nothing') : undefined}
            onClick={async () => {
              const yes = await confirm({
                title: t('factors:member.resetTitle', { name }),
                text:
                  resetTakes === 'bound'
                    ? t('factors:member.resetBoundText', { count: boundPasskeys })
                    : t('factors:member.resetText'),
                confirmLabel: t('factors:member.reset'),
                danger: true,
              })
              if (yes) reset.mutate(request)
            }}
          >
            {t('factors:member.reset')}
          </ActionButton>
        </Box>
      )}
    </FormSection>
  )
}
