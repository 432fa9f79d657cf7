import type { ScimToken } from '@learnt/contract/scim'
import AddIcon from '@mui/icons-material/Add'
import RevokeIcon from '@mui/icons-material/BlockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askTokens, tokensStandard } from './asks.ts'
import { CopyField } from './CopyField.tsx'
import { SetUpHelp } from './SetUpHelp.tsx'
import { TokenDialog } from './TokenDialog.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askTokens(readList(search, tokensStandard)))

const tones = { active: 'success', expired: 'warning', revoked: 'neutral' } as const

/** Tokens with which identity providers add, change and deactivate people, and how to set a provider up. */
export function IntegrationsPage() {
  const { t, i18n } = useTranslation(['scim', 'common'])
  const { t: problems } = useTranslation('problems')
  const [list, changeList] = useListState(tokensStandard)
  const [isMaking, setMaking] = useState(false)
  const tokens = useQuery({ ...askTokens(list), placeholderData: keepPreviousData })
  const revoke = useSend(api.scimTokens.revoke, {
    outdates: ['scimTokens'],
    onSuccess: () => showToast({ variant: 'success', text: t('revoked') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const askRevoke = async (token: ScimToken) => {
    const yes = await confirm({
      title: t('revokeTitle', { name: token.name }),
      text: t('revokeText'),
      confirmLabel: t('revoke'),
      danger: true,
    })
    if (yes) revoke.mutate({ params: { scimTokenId: token.id } })
  }
  const columns = useMemo<Column<ScimToken>[]>(
    () => [
      {
        id: 'name',
        header: t('name'),
        fixed: true,
        card: 'title',
        cell: (token) => (
          <Box sx={{ maxWidth: 280, overflowWrap: 'anywhere' }}>
            <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
              {token.name}
            </Typography>{' '}
            <Typography component="bdi" variant="body2" color="textSecondary" dir="ltr" sx={{ whiteSpace: 'nowrap' }}>
              …{token.hint}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('state'),
        cell: (token) => (
          <span className="word-chip" data-tone={tones[token.state]} data-size="small">
            {t(`states.${token.state}`)}
          </span>
        ),
      },
      { id: 'scope', header: t('scope'), cell: (token) => t(`scopes.${token.scope}`) },
      { id: 'team', header: t('team'), cell: (token) => token.teamName },
      {
        id: 'people',
        header: t('people'),
        help: t('peopleHelp'),
        align: 'end',
        cell: (token) => formatNumber(token.people, i18n.language),
      },
      {
        id: 'lastUsedAt',
        header: t('lastUsed'),
        cell: (token) => (token.lastUsedAt ? <DateText value={token.lastUsedAt} format="ago" /> : t('neverUsed')),
      },
      {
        id: 'expiresAt',
        header: t('expires'),
        cell: (token) =>
          token.revokedAt ? (
            <>
              {t('revokedOn')} <DateText value={token.revokedAt} format="day" />
            </>
          ) : token.expiresAt ? (
            <DateText value={token.expiresAt} format="day" />
          ) : (
            t('never')
          ),
      },
      { id: 'createdAt', header: t('created'), cell: (token) => <DateText value={token.createdAt} format="day" /> },
      { id: 'createdBy', header: t('by'), cell: (token) => token.createdBy || '–', hidden: true },
    ],
    [t, i18n.language],
  )
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setMaking(true)} disabled={!tokens.data}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={create} />
      {tokens.data && (
        <Box sx={{ maxWidth: 640, mb: 2 }}>
          <CopyField label={t('baseUrl')} value={tokens.data.baseUrl} />
        </Box>
      )}
      <DataTable
        label={t('tokens')}
        columns={columns}
        query={tokens}
        state={list}
        onChange={changeList}
        rowId={(token) => token.id}
        rowName={(token) => token.name}
        searchLabel={t('search')}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} action={create} />}
        rowActions={(token) => [
          {
            id: 'revoke',
            label: t('revoke'),
            icon: <RevokeIcon fontSize="small" />,
            danger: true,
            reason: token.can.revoke ?? null,
            run: () => void askRevoke(token),
          },
        ]}
      />
      <SetUpHelp />
      {isMaking && tokens.data && <TokenDialog teams={tokens.data.teams} onClose={() => setMaking(false)} />}
    </>
  )
}
