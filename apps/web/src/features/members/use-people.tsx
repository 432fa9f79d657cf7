import { type MemberRow, memberGaps } from '@learnt/contract/members'
import type { MembershipStatus } from '@learnt/contract/states'
import { fullName } from '@learnt/contract/text'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { listQuery } from '../../ui/table/list-state.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'
import { askMemberFacets, askMembers, membersStandard } from './asks.ts'

const none: readonly never[] = []

/** What every list of people has: the rows of the address, the filters that there are, and status with a way back. */
export function usePeople() {
  const { t } = useTranslation(['members', 'common', 'problems'])
  const { t: words } = useTranslation('problems')
  const [state, change] = useListState(membersStandard)
  const query = listQuery(state)
  const people = useQuery({ ...askMembers(state), placeholderData: keepPreviousData })
  const facets = useQuery(askMemberFacets())
  const failed = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const update = useSend(api.members.update, { outdates: ['members', 'users'], onError: failed })
  const loading = facets.isPending
  const statusName = (status: string) =>
    t(`common:states.membership.${status as MembershipStatus}`, { defaultValue: status })
  return {
    state,
    change,
    query,
    people,
    failed,
    statusName,
    teams: facets.data?.teamId ?? none,
    filters: {
      team: { key: 'teamId', label: t('filters.team'), loading, options: facets.data?.teamId ?? [] },
      gap: {
        key: 'gap',
        label: t('filters.gap'),
        options: memberGaps.map((value) => ({ value, label: t(`filters.gaps.${value}`) })),
      },
      role: {
        key: 'role',
        label: t('filters.role'),
        loading,
        options: (facets.data?.role ?? []).map((one) => ({
          ...one,
          label: t(`common:roles.${one.value as 'learner'}`, { defaultValue: one.value }),
        })),
      },
      status: {
        key: 'status',
        label: t('filters.status'),
        loading,
        options: (facets.data?.status ?? []).map((one) => ({ ...one, label: statusName(one.value) })),
      },
    } satisfies Record<string, ListFilter>,
    /** `words`: what was done. */
    setStatus(row: MemberRow, status: MembershipStatus, words: string) {
      const request = { params: { userId: row.userId }, query: { teamId: row.teamId } }
      update.mutate(
        { ...request, body: { status } },
        {
          onSuccess: () =>
            showUndo(words, t('common:actions.undo'), () =>
              update.mutate({ ...request, body: { status: row.status } }),
            ),
        },
      )
    },
  }
}

/** The columns that every list of people has. */
export function peopleColumns(t: TFunction<['members', 'common']>, avatarOf: (row: MemberRow) => ReactNode) {
  return {
    name: {
      id: 'name',
      header: t('columns.name'),
      sortable: true,
      fixed: true,
      card: 'title',
      cell: (row) => (
        <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          {avatarOf(row)}
          <AppLink href={paths.user(row.userId, row.teamId)} color="inherit" className="row-link">
            {nameOf(row)}
          </AppLink>
        </div>
      ),
    },
    email: {
      id: 'email',
      header: t('columns.email'),
      sortable: true,
      card: 'subtitle',
      cell: (row) => <EmailText email={row.email} />,
    },
    status: {
      id: 'status',
      header: t('columns.status'),
      sortable: true,
      cell: (row) => <StateChip kind="membership" state={row.status} />,
    },
    roles: {
      id: 'roles',
      header: t('columns.roles'),
      cell: (row) => (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
          {row.roles.map((role) => (
            <Tag key={role}>{t(`common:roles.${role as 'learner'}`, { defaultValue: role })}</Tag>
          ))}
        </div>
      ),
    },
  } satisfies Record<string, Column<MemberRow>>
}

export function nameOf(row: Pick<MemberRow, 'firstName' | 'lastName'> & { preferredName?: string }): string {
  return fullName(row)
}
