import type { MemberRow } from '@learnt/contract/members'
import { roleRank, sessionRole } from '@learnt/contract/roles'
import type { MembershipStatus } from '@learnt/contract/states'
import AddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../paths.ts'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'
import { BulkStatus } from '../members/BulkStatus.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import type { Person } from './person.ts'
import { ResetFactorsDialog } from './ResetFactorsDialog.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'

type Opened = { dialog: 'roles' | 'sessions' | 'factors'; person: Person } | { dialog: 'invite' } | null

/** People across the teams of the organisation: what they may do and how they get in. */
export function UserManagementPage() {
  const { t } = useTranslation(['settings', 'members', 'common', 'problems'])
  const { t: words } = useTranslation('problems')
  const me = useMe()
  const [state, change] = useListState({ sort: 'name' })
  const people = useQuery({
    ...queryOf(api.members.list, { query: listQuery(state) as never }),
    placeholderData: keepPreviousData,
  })
  const facets = useQuery({ ...queryOf(api.members.facets), staleTime: 60_000 })
  const [open, setOpen] = useState<Opened>(null)
  const failed = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const update = useSend(api.members.update, { outdates: ['members', 'users'], onError: failed })
  const invite = useSend(api.users.inviteAgain, { onError: failed })

  const teams = facets.data?.teamId ?? []
  const teamName = (teamId: string) => teams.find((team) => team.value === teamId)?.label ?? teamId
  const personOf = (row: MemberRow): Person => ({
    userId: row.userId,
    teamId: row.teamId,
    teamName: teamName(row.teamId),
    name: nameOf(row),
    roles: row.roles,
  })
  const setStatus = (row: MemberRow, status: MembershipStatus) => {
    const request = { params: { userId: row.userId }, query: { teamId: row.teamId } }
    const name = nameOf(row)
    update.mutate(
      { ...request, body: { status } },
      {
        onSuccess: () =>
          showUndo(
            t(status === 'active' ? 'users.actions.reactivated' : 'users.actions.suspended', { name }),
            t('common:actions.undo'),
            () => update.mutate({ ...request, body: { status: row.status } }),
          ),
      },
    )
  }
  const suspend = async (row: MemberRow) => {
    const sure = await confirm({
      title: t('users.suspendTitle', { name: nameOf(row) }),
      text: t('users.suspendText', { team: teamName(row.teamId) }),
      confirmLabel: t('users.actions.suspend'),
      danger: true,
    })
    if (sure) setStatus(row, 'inactive')
  }
  const again = (row: MemberRow) =>
    invite.mutate(
      { params: { userId: row.userId } },
      {
        onSuccess: ({ mailed }) =>
          showToast({
            variant: 'success',
            text: t(mailed === 'link' ? 'users.invite.againLink' : 'users.invite.againWelcome', { name: nameOf(row) }),
          }),
      },
    )

  const columns = useMemo<Column<MemberRow>[]>(
    () => [
      {
        id: 'name',
        header: t('members:columns.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (row) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <PersonAvatar name={nameOf(row)} src={row.avatar} size={34} />
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
      {
        id: 'email',
        header: t('members:columns.email'),
        sortable: true,
        card: 'subtitle',
        cell: (row) => row.email || '–',
      },
      {
        id: 'team',
        header: t('members:columns.team'),
        cell: (row) => facets.data?.teamId.find((team) => team.value === row.teamId)?.label ?? row.teamId,
      },
      {
        id: 'status',
        header: t('members:columns.status'),
        sortable: true,
        cell: (row) => <StateChip kind="membership" state={row.status} />,
      },
      {
        id: 'roles',
        header: t('members:columns.roles'),
        cell: (row) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {row.roles.map((role) => (
              <Tag key={role}>{t(`common:roles.${role as 'learner'}`, { defaultValue: role })}</Tag>
            ))}
          </Box>
        ),
      },
      {
        id: 'lastSeen',
        header: t('users.lastSeen'),
        cell: (row) => (row.lastSeenAt ? <DateText value={row.lastSeenAt} format="ago" /> : t('common:time.never')),
      },
    ],
    [t, facets.data],
  )
  const filters: ListFilter[] = [
    { key: 'teamId', label: t('members:filters.team'), loading: facets.isPending, options: teams },
    {
      key: 'role',
      label: t('members:filters.role'),
      loading: facets.isPending,
      options: (facets.data?.role ?? []).map((one) => ({
        ...one,
        label: t(`common:roles.${one.value as 'learner'}`, { defaultValue: one.value }),
      })),
    },
    {
      key: 'status',
      label: t('members:filters.status'),
      loading: facets.isPending,
      options: (facets.data?.status ?? []).map((one) => ({
        ...one,
        label: t(`common:states.membership.${one.value as MembershipStatus}`, { defaultValue: one.value }),
      })),
    },
  ]
  const above = (row: MemberRow) => (roleRank[sessionRole(row.roles)] > roleRank[me.role] ? 'higherRole' : null)
  const person = open && 'person' in open ? open.person : null
  const close = () => setOpen(null)
  return (
    <SettingsFrame
      title={t('users.title')}
      text={t('users.text')}
      actions={
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen({ dialog: 'invite' })}>
          {t('users.invite.button')}
        </Button>
      }
    >
      <DataTable
        label={t('users.title')}
        columns={columns}
        query={people}
        state={state}
        onChange={change}
        rowId={(row) => row.id}
        rowName={nameOf}
        filters={filters}
        searchLabel={t('users.search')}
        empty={<EmptyState title={t('users.empty')} text={t('users.emptyText')} />}
        rowActions={(row) => [
          {
            id: 'roles',
            label: t('users.actions.roles'),
            reason: above(row),
            run: () => setOpen({ dialog: 'roles', person: personOf(row) }),
          },
          {
            id: 'sessions',
            label: t('users.actions.sessions'),
            reason: above(row),
            run: () => setOpen({ dialog: 'sessions', person: personOf(row) }),
          },
          {
            id: 'factors',
            label: t('users.actions.resetFactors'),
            reason: above(row) ?? (row.userId === me.userId ? 'yourself' : null),
            run: () => setOpen({ dialog: 'factors', person: personOf(row) }),
          },
          ...(row.status === 'active' && row.email
            ? [{ id: 'invite', label: t('users.invite.again'), reason: above(row), run: () => again(row) }]
            : []),
          row.status === 'active'
            ? {
                id: 'suspend',
                label: t('users.actions.suspend'),
                reason: above(row) ?? (row.userId === me.userId ? 'yourself' : null),
                run: () => void suspend(row),
              }
            : { id: 'reactivate', label: t('users.actions.reactivate'), run: () => setStatus(row, 'active') },
        ]}
        bulkActions={(selected, clear) => (
          <BulkStatus selected={selected} filter={{ search: state.search, ...state.filters }} onDone={clear} />
        )}
      />
      {open?.dialog === 'invite' && <InviteDialog teams={teams} onClose={close} />}
      {open?.dialog === 'roles' && person && <RolesDialog person={person} onClose={close} />}
      {open?.dialog === 'sessions' && person && <SessionsDialog person={person} onClose={close} />}
      {open?.dialog === 'factors' && person && <ResetFactorsDialog person={person} onClose={close} />}
    </SettingsFrame>
  )
}

function nameOf(row: Pick<MemberRow, 'firstName' | 'lastName'>): string {
  return `${row.firstName} ${row.lastName}`.trim()
}
