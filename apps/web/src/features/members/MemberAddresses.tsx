import type { Member } from '@learnt/contract/members'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { Tag } from '../../ui/Tag.tsx'
import { showToast } from '../../ui/toasts.ts'

/** The addresses that open a person's account, and further ones off again. Nothing where there is but the one. */
export function MemberAddresses({ member }: { member: Member }) {
  const { t } = useTranslation('members')
  const { t: words } = useTranslation('problems')
  const params = { userId: member.userId }
  const addresses = useQuery(queryOf(api.accounts.addressesOf, { params }))
  const remove = useSend(api.accounts.removeAddressOf, {
    onSuccess: () => showToast({ variant: 'success', text: t('addresses.removed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const { items = [], isShown = true } = addresses.data ?? {}
  if (isShown && items.length < 2) return null
  return (
    <FormSection title={t('addresses.title')} text={t(isShown ? 'addresses.text' : 'addresses.hidden')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {items.map(({ email, state }) => (
          <Box component="li" key={email} sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {email}
            </Typography>
            <Tag look={state === 'primary' ? 'primary' : 'filled'}>{t(`addresses.states.${state}`)}</Tag>
            {state !== 'primary' && state !== 'unproved' && (
              <Button
                size="small"
                color="inherit"
                aria-label={t('addresses.removeNamed', { email })}
                onClick={async () => {
                  const yes = await confirm({
                    title: t('addresses.removeNamed', { email }),
                    text: t('addresses.removeText'),
                    confirmLabel: t('addresses.remove'),
                    danger: true,
                  })
                  if (yes) remove.mutate({ params, body: { email } })
                }}
              >
                {t('addresses.remove')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </FormSection>
  )
}
