import type { Badge } from '@learnt/contract/badges'
import AddIcon from '@mui/icons-material/Add'
import ArchiveIcon from '@mui/icons-material/ArchiveOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import RestoreIcon from '@mui/icons-material/UnarchiveOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'
import { CredentialKey } from '../credentials/lazy-parts.ts'
import { askBadges, badgesStandard } from './asks.ts'
import { NewBadgeDialog } from './NewBadgeDialog.tsx'
import { badgePaths } from './paths.ts'
import { ownAddress } from './picture-address.ts'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askBadges(readList(search, badgesStandard)))

/** Badges of the tenant: how many people have each, and which rules give it. */
export function BadgesPage() {
  const { t, i18n } = useTranslation(['badges', 'common'])
  const { t: problems } = useTranslation('problems')
  const [begun, setBegun] = useState<{ copied?: Badge } | null>(null)
  const [removed, setRemoved] = useState<Badge | null>(null)
  const onError = (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) })
  const restore = useSend(api.badges.restore, {
    onSuccess: ({ title }) => showToast({ variant: 'success', text: t('list.restored', { title }) }),
    onError,
  })
  const archive = useSend(api.badges.archive, {
    onSuccess: ({ id, title }) =>
      showUndo(t('list.archived', { title }), t('common:actions.undo'), () =>
        restore.mutate({ params: { badgeId: id } }),
      ),
    onError,
  })
  const remove = useSend(api.badges.remove, {
    onSuccess: () => showToast({ variant: 'success', text: t('list.removed') }),
    onError,
  })
  const columns = useMemo<Column<Badge>[]>(() => {
    const number = (value: number) => formatNumber(value, i18n.language)
    return [
      {
        id: 'picture',
        header: t('list.picture'),
        card: 'image',
        width: 64,
        cell: (one) => (
          <Box
            component="img"
            src={ownAddress(one.svgUrl)}
            alt=""
            width={40}
            height={40}
            loading="lazy"
            sx={{ display: 'block' }}
          />
        ),
      },
      {
        id: 'title',
        header: t('list.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (one) => (
          <AppLink href={paths.badge(one.id)} sx={{ overflowWrap: 'anywhere' }}>
            {one.title}
          </AppLink>
        ),
      },
      {
        id: 'holders',
        header: t('list.holders'),
        help: t('list.holdersHelp'),
        align: 'end',
        sortable: true,
        cell: (one) => <AppLink href={`${paths.badge(one.id)}?tab=holders`}>{number(one.holders)}</AppLink>,
      },
      {
        id: 'rules',
        header: t('list.rules'),
        align: 'end',
        cell: (one) => <AppLink href={`${badgePaths.badgeRules}?badgeId=${one.id}`}>{number(one.rules)}</AppLink>,
      },
      {
        id: 'validity',
        header: t('list.validity'),
        cell: (one) =>
          one.validMonths === null
            ? t('list.forEver')
            : t('list.months', { count: one.validMonths, formatted: number(one.validMonths) }),
      },
      { id: 'updatedAt', header: t('list.updated'), sortable: true, cell: (one) => <DateText value={one.updatedAt} /> },
      {
        id: 'createdAt',
        header: t('list.created'),
        sortable: true,
        hidden: true,
        cell: (one) => <DateText value={one.createdAt} />,
      },
    ]
  }, [t, i18n.language])
  return (
    <ListPage
      title={t('title')}
      text={t('text')}
      ask={askBadges}
      standard={badgesStandard}
      columns={columns}
      rowId={(one) => one.id}
      rowName={(one) => one.title}
      searchLabel={t('list.search')}
      filters={[
        {
          key: 'state',
          label: t('list.state'),
          single: true,
          options: [{ value: 'archived', label: t('list.states.archived') }],
        },
      ]}
      empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} />}
      actions={
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setBegun({})}>
          {t('list.create')}
        </Button>
      }
      rowActions={(one) => [
        {
          id: 'copy',
          label: t('list.copy'),
          icon: <CopyIcon fontSize="small" />,
          run: () => setBegun({ copied: one }),
        },
        one.state === 'active'
          ? {
              id: 'archive',
              label: t('list.archive'),
              icon: <ArchiveIcon fontSize="small" />,
              reason: one.can.archive ?? null,
              run: () => archive.mutate({ params: { badgeId: one.id } }),
            }
          : {
              id: 'restore',
              label: t('list.restore'),
              icon: <RestoreIcon fontSize="small" />,
              reason: one.can.restore ?? null,
              run: () => restore.mutate({ params: { badgeId: one.id } }),
            },
        {
          id: 'remove',
          label: t('list.remove'),
          icon: <DeleteIcon fontSize="small" />,
          danger: true,
          reason: one.can.remove ?? null,
          run: () => setRemoved(one),
        },
      ]}
    >
      <CredentialKey />
      {begun && <NewBadgeDialog {...begun} onClose={() => setBegun(null)} />}
      <ConfirmDialog
        open={removed !== null}
        title={t('list.removeTitle', { title: removed?.title ?? '' })}
        text={t('list.removeText')}
        confirmLabel={t('list.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() =>
          removed && remove.mutate({ params: { badgeId: removed.id } }, { onSettled: () => setRemoved(null) })
        }
      />
    </ListPage>
  )
}
