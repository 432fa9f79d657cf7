import type { MemberRow } from '@learnt/contract/members'
import { roleRank, sessionRole } from '@learnt/contract/roles'
import type { Me } from '@learnt/contract/session'
import type { MembershipStatus } from '@learnt/contract/states'
import AddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../paths.ts'
import { PresenceText } from '../../shell/PresenceText.tsx'
import { PresentAvatar } from '../../shell/PresentAvatar.tsx'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'
import { ActAsDialog, type ActAsPerson } from './ActAsDialog.tsx'
import { BulkStatus } from './BulkStatus.tsx'

/** People of the team, or of the whole tenant for an administrator of the tenant's own team. */
export function MembersPage() {
  const { t } = useTranslation(['members', 'common', 'problems'])
  const me = useMe()
  const Anchor = useAnchor()
  const [state, change] = useListState({ sort: 'name' })
  const query = listQuery(state)
  const people = useQuery({
    ...queryOf(api.members.list, { query: query as never }),
    placeholderData: keepPreviousData,
  })
  const facets = useQuery({ ...queryOf(api.members.facets), staleTime: 60_000 })
  const { t: words } = useTranslation('problems')
  const failed = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const update = useSend(api.members.update, { onError: failed })
  const [acting, setActing] = useState<ActAsPerson | null>(null)
  const statusName = (status: string) =>
    t(`common:states.membership.${status as MembershipStatus}`, { defaultValue: status })

  const setStatus = (row: MemberRow, status: MembershipStatus) => {
    const name = nameOf(row)
    const request = { params: { userId: row.userId }, query: { teamId: row.teamId } }
    update.mutate(
      { ...request, body: { status } },
      {
        onSuccess: () =>
          showUndo(t('actions.statusSet', { name, status: statusName(status) }), t('common:actions.undo'), () =>
            update.mutate({ ...request, body: { status: row.status } }),
          ),
      },
    )
  }

  const columns = useMemo<Column<MemberRow>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (row) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <PresentAvatar userId={row.userId} name={nameOf(row)} src={row.avatar} size={34} />
            <AppLink
              href={paths.user(row.userId, row.teamId)}
              color="inherit"
              sx={{ fontWeight: 700, whiteSpace: { md: 'nowrap' } }}
            >
              {nameOf(row)}
            </AppLink>
          </Box>
        ),
      },
      { id: 'email', header: t('columns.email'), sortable: true, card: 'subtitle', cell: (row) => row.email || '–' },
      {
        id: 'status',
        header: t('columns.status'),
        sortable: true,
        cell: (row) => <StateChip kind="membership" state={row.status} />,
      },
      {
        id: 'roles',
        header: t('columns.roles'),
        cell: (row) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {row.roles.map((role) => (
              <Tag key={role}>{t(`common:roles.${role as 'learner'}`, { defaultValue: role })}</Tag>
            ))}
          </Box>
        ),
      },
      { id: 'position', header: t('columns.position'), cell: (row) => row.position.join(', ') || '–' },
      { id: 'username', header: t('columns.username'), hidden: true, cell: (row) => row.username || '–' },
      { id: 'employeeId', header: t('columns.employeeId'), hidden: true, cell: (row) => row.employeeId || '–' },
      { id: 'team', header: t('columns.team'), hidden: true, cell: (row) => row.teamId },
      {
        id: 'lastSeen',
        header: t('columns.lastSeen'),
        cell: (row) => <PresenceText userId={row.userId} lastSeenAt={row.lastSeenAt} />,
      },
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        sortable: true,
        hidden: true,
        cell: (row) => <DateText value={row.createdAt} />,
      },
    ],
    [t],
  )

  const filters: ListFilter[] = [
    {
      key: 'status',
      label: t('filters.status'),
      loading: facets.isPending,
      options: (facets.data?.status ?? []).map((one) => ({ ...one, label: statusName(one.value) })),
    },
    {
      key: 'role',
      label: t('filters.role'),
      loading: facets.isPending,
      options: (facets.data?.role ?? []).map((one) => ({
        ...one,
        label: t(`common:roles.${one.value as 'learner'}`, { defaultValue: one.value }),
      })),
    },
    ...(me.wholeTenant || (facets.data?.teamId.length ?? 0) > 1
      ? [{ key: 'teamId', label: t('filters.team'), options: facets.data?.teamId ?? [] }]
      : []),
  ]

  return (
    <>
      <PageHeader
        title={t('title')}
        text={t(me.wholeTenant ? 'textTenant' : 'text')}
        actions={
          <Button component={Anchor} href={paths.newUser} variant="contained" startIcon={<AddIcon />}>
            {t('add')}
          </Button>
        }
      />
      <DataTable
        label={t('title')}
        columns={columns}
        query={people}
        state={state}
        onChange={change}
        rowId={(row) => row.id}
        rowName={nameOf}
        filters={filters}
        searchLabel={t('search')}
        views={<SavedViews list="members" />}
        toolbar={
          <CsvButton
            href={addressOf(api.members.export, { query: { ...query, cursor: undefined, limit: undefined } })}
            fileName="user_list.csv"
          />
        }
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        rowActions={(row) => [
          { id: 'edit', label: t('actions.edit'), href: paths.user(row.userId, row.teamId) },
          // acting never chains
          ...(me.impersonation
            ? []
            : [
                {
                  id: 'actAs',
                  label: t('actAs.named', { name: nameOf(row) }),
                  reason: whyNotActAs(me, row),
                  run: () => setActing({ userId: row.userId, teamId: row.teamId, name: nameOf(row) }),
                },
              ]),
          row.status === 'active'
            ? {
                id: 'deactivate',
                label: t('actions.deactivate'),
                reason: row.id === me.membershipId ? 'yourself' : null,
                run: () => setStatus(row, 'inactive'),
              }
            : { id: 'activate', label: t('actions.activate'), run: () => setStatus(row, 'active') },
        ]}
        bulkActions={(selected, clear) => (
          <BulkStatus selected={selected} filter={{ search: state.search, ...state.filters }} onDone={clear} />
        )}
      />
      <ActAsDialog person={acting} onClose={() => setActing(null)} />
    </>
  )
}

/** As the server's policy, for what the list knows of a person. */
function whyNotActAs(me: Me, row: MemberRow): string | null {
  if (row.userId === me.userId) return 'actAsYourself'
  if (roleRank[sessionRole(row.roles)] > roleRank[me.role]) return 'higherRole'
  return row.status === 'active' ? null : 'notActive'
}

function nameOf(row: MemberRow): string {
  return `${row.firstName} ${row.lastName}`.trim()
}
