import type { MemberRow } from '@learnt/contract/members'
import { roleRank, sessionRole } from '@learnt/contract/roles'
import AddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { showToast } from '../../ui/toasts.ts'
import { BulkStatus } from '../members/BulkStatus.tsx'
import { nameOf, peopleColumns, usePeople } from '../members/use-people.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import type { Person } from './person.ts'
import { ResetFactorsDialog } from './ResetFactorsDialog.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'

type Opened = { dialog: 'roles' | 'sessions' | 'factors'; person: Person } | { dialog: 'invite' } | null

/** People across the teams of the organisation: what they may do and how they get in. */
export function UserManagementPage() {
  const { t } = useTranslation(['settings', 'members', 'common', 'problems'])
  const me = useMe()
  const { t: words } = useTranslation(['members', 'common'])
  const { state, change, people, teams, filters, setStatus, failed } = usePeople()
  const [open, setOpen] = useState<Opened>(null)
  const invite = useSend(api.users.inviteAgain, { onError: failed })

  const teamName = (teamId: string) => teams.find((team) => team.value === teamId)?.label ?? teamId
  const personOf = (row: MemberRow): Person => ({
    userId: row.userId,
    teamId: row.teamId,
    teamName: teamName(row.teamId),
    name: nameOf(row),
    roles: row.roles,
  })
  const suspend = async (row: MemberRow) => {
    const sure = await confirm({
      title: t('users.suspendTitle', { name: nameOf(row) }),
      text: t('users.suspendText', { team: teamName(row.teamId) }),
      confirmLabel: t('users.actions.suspend'),
      danger: true,
    })
    if (sure) setStatus(row, 'inactive', t('users.actions.suspended', { name: nameOf(row) }))
  }
  const again = (row: MemberRow) =>
    invite.mutate(
      { params: { userId: row.userId }, query: { teamId: row.teamId } },
      {
        onSuccess: ({ mailed }) =>
          showToast({
            variant: 'success',
            text: t(mailed === 'link' ? 'users.invite.againLink' : 'users.invite.againWelcome', { name: nameOf(row) }),
          }),
      },
    )

  const columns = useMemo<Column<MemberRow>[]>(() => {
    const { name, email, status, roles } = peopleColumns(words, (row) => (
      <PersonAvatar name={nameOf(row)} src={row.avatar} size={34} />
    ))
    return [
      name,
      email,
      {
        id: 'team',
        header: words('columns.team'),
        cell: (row) => teams.find((team) => team.value === row.teamId)?.label ?? row.teamId,
      },
      status,
      roles,
      {
        id: 'lastSeen',
        header: t('users.lastSeen'),
        cell: (row) => (row.lastSeenAt ? <DateText value={row.lastSeenAt} format="ago" /> : t('common:time.never')),
      },
    ]
  }, [t, words, teams])
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
        filters={[filters.team, filters.role, filters.status]}
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
            : {
                id: 'reactivate',
                label: t('users.actions.reactivate'),
                run: () => setStatus(row, 'active', t('users.actions.reactivated', { name: nameOf(row) })),
              },
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
