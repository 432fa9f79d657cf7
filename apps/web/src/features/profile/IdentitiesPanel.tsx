import { methodOfKind } from '@learnt/contract/provider-kinds'
import type { Identity } from '@learnt/contract/providers'
import ProviderIcon from '@mui/icons-material/BadgeOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { webPage } from '../../routes/web-page.ts'
import { forgetLeaving, leaveToLink } from '../../session/leaving-to-link.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { LastUsed } from './LastUsed.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { useProof } from './useProof.tsx'

/** Accounts at the team's providers that open this one: which, since when, another one, and off again. */
export function IdentitiesPanel() {
  const { t } = useTranslation(['profile', 'problems'])
  const { t: words } = useTranslation('problems')
  const { team } = useSession()
  const client = useQueryClient()
  const identities = useQuery(queryOf(api.providers.identities))
  const factors = useQuery(queryOf(api.factors.mine))
  const { run, dialog } = useProof(factors.data)
  const [leaving, setLeaving] = useState<string | null>(null)
  if (identities.isError && !identities.data)
    return <ErrorState error={identities.error} onRetry={() => void identities.refetch()} />
  if (!identities.data) return <LinesSkeleton />
  const { items } = identities.data
  const offered = team.authProviders.filter(
    ({ id, kind }) => team.authMethods.includes(methodOfKind[kind]) && !items.some((one) => one.provider.id === id),
  )

  const link = async (providerId: string) => {
    setLeaving(providerId)
    await run(
      async () => {
        const { url } = await call(api.providers.startLinking, { params: { providerId } })
        leaveToLink()
        location.assign(webPage(url))
      },
      (error) => {
        forgetLeaving()
        showToast({ variant: 'error', text: problemText(words, error) })
      },
    )
    setLeaving(null)
  }
  const unlink = async ({ id, provider: { name } }: Identity) => {
    const isSure = await confirm({
      title: t('profile:identities.unlinkTitle', { provider: name }),
      text: t('profile:identities.unlinkText', { provider: name }),
      confirmLabel: t('profile:identities.unlink'),
      danger: true,
    })
    if (!isSure) return
    await run(async () => {
      await call(api.providers.unlink, { params: { identityId: id } })
      await client.invalidateQueries({ queryKey: ['providers'] })
      showToast({ variant: 'success', text: t('profile:identities.unlinked', { provider: name }) })
    })
  }

  return (
    <>
      {items.length === 0 && (
        <Typography variant="body2" sx={{ mb: 2 }}>
          {t(offered.length > 0 ? 'profile:identities.none' : 'profile:identities.noneOffered')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((identity) => {
          const { provider, email, createdAt, lastUsedAt, can } = identity
          return (
            <ProfileRow
              key={identity.id}
              isItem
              icon={<ProviderIcon />}
              title={provider.name}
              facts={[
                ...(email === '' ? [] : [email]),
                <>
                  {t('profile:identities.since')} <DateText value={createdAt} /> · <LastUsed at={lastUsedAt} />
                </>,
              ]}
            >
              <ActionButton
                variant="outlined"
                color="inherit"
                size="small"
                reason={can.unlink}
                aria-label={t('profile:identities.unlinkNamed', { provider: provider.name })}
                onClick={() => void unlink(identity)}
              >
                {t('profile:identities.unlink')}
              </ActionButton>
            </ProfileRow>
          )
        })}
      </Box>
      {offered.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: items.length > 0 ? 2 : 0 }}>
          {offered.map(({ id, name }) => (
            <Button
              key={id}
              variant="outlined"
              loading={leaving === id}
              disabled={leaving !== null && leaving !== id}
              onClick={() => void link(id)}
            >
              {t('profile:identities.link', { provider: name })}
            </Button>
          ))}
        </Box>
      )}
      {dialog}
    </>
  )
}
