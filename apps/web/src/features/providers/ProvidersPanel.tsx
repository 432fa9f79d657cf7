import { methodOfKind } from '@learnt/contract/provider-kinds'
import type { Provider, TeamMethods } from '@learnt/contract/providers'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { MethodsForm } from './MethodsForm.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'

type Team = z.infer<typeof TeamMethods>

/** The providers that people of a tenant’s teams sign in with, and what each team accepts. */
export function ProvidersPanel({ tenantId }: { tenantId: string }) {
  const all = useQuery(queryOf(api.providers.list, { query: { tenantId } }))
  const [edited, setEdited] = useState<{ teamId: string; provider: Provider | null } | null>(null)
  const { t } = useTranslation('providerSettings')
  if (all.isError) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />
  if (!all.data) return <FormSkeleton />
  const { items, teams } = all.data
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2.5 }}>
        {t('text')}
      </Typography>
      {teams.length === 0 && <EmptyState title={t('noTeams')} />}
      {teams.map((team) => (
        <TeamProviders
          key={team.teamId}
          tenantId={tenantId}
          team={team}
          providers={items.filter((one) => one.teamId === team.teamId)}
          onEdit={(provider) => setEdited({ teamId: team.teamId, provider })}
        />
      ))}
      {edited && (
        <ProviderDialog
          key={edited.provider?.id ?? edited.teamId}
          tenantId={tenantId}
          teamId={edited.teamId}
          provider={edited.provider}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function TeamProviders({
  tenantId,
  team,
  providers,
  onEdit,
}: {
  tenantId: string
  team: Team
  providers: readonly Provider[]
  onEdit: (provider: Provider | null) => void
}) {
  const { t } = useTranslation('providerSettings')
  const id = `providers-${team.teamId}`
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id={id} variant="h2" sx={{ fontSize: '1.0625rem' }}>
          {t('ofTeam', { team: team.displayName })}
        </Typography>
        <Button variant="outlined" onClick={() => onEdit(null)}>
          {t('add')}
        </Button>
      </Box>
      {providers.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {providers.map((provider) => (
          <OneProvider key={provider.id} provider={provider} team={team} onEdit={() => onEdit(provider)} />
        ))}
      </Box>
      <MethodsForm tenantId={tenantId} team={team} />
    </Card>
  )
}

function OneProvider({ provider, team, onEdit }: { provider: Provider; team: Team; onEdit: () => void }) {
  const { t } = useTranslation('providerSettings')
  const { t: words } = useTranslation('problems')
  const params = { providerId: provider.id }
  const fail = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const test = useSend(api.providers.test, {
    outdates: [],
    onSuccess: ({ isFine, message }) => showToast({ variant: isFine ? 'success' : 'error', text: message }),
    onError: fail,
  })
  const remove = useSend(api.providers.remove, {
    outdates: ['providers', 'session'],
    onSuccess: () => showToast({ variant: 'success', text: t('removed') }),
    onError: fail,
  })
  const askRemove = async () => {
    const { name, people } = provider
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      ...(people > 0 ? { text: t('removeText', { count: people }) } : {}),
      confirmLabel: t('remove', { name }),
      danger: true,
    })
    if (isSure) remove.mutate({ params })
  }
  const isTaken =
    team.authMethods.includes(methodOfKind[provider.kind]) ||
    (provider.kind === 'okta' && team.authMethods.includes('widget'))
  const facts = [
    t(`kinds.${provider.kind}`),
    t('people', { count: provider.people }),
    ...(provider.isEnabled ? [] : [t('off')]),
  ]
  return (
    <Box
      component="li"
      sx={{
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 14,
          height: 14,
          borderRadius: '50%',
          border: 1,
          borderColor: 'divider',
          bgcolor: provider.color || 'action.hover',
        }}
      />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography component="h3" variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
          {provider.name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {facts.join(' · ')}
        </Typography>
        {provider.people === 0 &&
          provider.redirectUrls.map((url) => (
            <Typography key={url} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {t(provider.kind === 'saml' ? 'form.acs' : 'form.redirectUrls')}: <bdi dir="ltr">{url}</bdi>
            </Typography>
          ))}
        {!isTaken && (
          <Typography variant="body2" color="warning">
            {t('notTaken')}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button
          size="small"
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
          aria-label={t('test', { name: provider.name })}
        >
          {t('actions.test')}
        </Button>
        <Button size="small" onClick={onEdit} aria-label={t('edit', { name: provider.name })}>
          {t('actions.edit')}
        </Button>
        <Button
          size="small"
          color="error"
          loading={remove.isPending}
          onClick={() => void askRemove()}
          aria-label={t('remove', { name: provider.name })}
        >
          {t('actions.remove')}
        </Button>
      </Box>
    </Box>
  )
}
