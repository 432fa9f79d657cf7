import { type MemberRow, memberWordFilters } from '@learnt/contract/members'
import { roleRank, sessionRole } from '@learnt/contract/roles'
import type { Me } from '@learnt/contract/session'
import type { MembershipStatus } from '@learnt/contract/states'
import { organisationFields } from '@learnt/contract/team-values'
import FilterIcon from '@mui/icons-material/FilterListOutlined'
import AddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { readList } from '../../lists/address.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { askViews } from '../../lists/views-ask.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { PresenceText } from '../../shell/PresenceText.tsx'
import { PresentAvatar } from '../../shell/PresentAvatar.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { withFilter } from '../../ui/table/list-state.ts'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { askCustomFields } from '../custom-fields/useCustomFields.ts'
import { valueWords } from '../custom-fields/value-words.ts'
import { ActAsDialog, type ActAsPerson } from './ActAsDialog.tsx'
import { askMemberFacets, askMembers, membersStandard } from './asks.ts'
import { BulkChange } from './BulkChange.tsx'
import { BulkMore } from './BulkMore.tsx'
import { BulkStatus } from './BulkStatus.tsx'
import { FieldFilterDialog } from './FieldFilterDialog.tsx'
import { memberPaths } from './paths.ts'
import { nameOf, peopleColumns, usePeople } from './use-people.tsx'
import { useFieldLabels } from './useFieldLabels.ts'

export const loader: Loader = ({ client, search }) =>
  Promise.all([
    client.prefetchQuery(askMembers(readList(search, membersStandard))),
    client.prefetchQuery(askMemberFacets()),
    client.prefetchQuery(askViews('members')),
    client.prefetchQuery(askCustomFields()),
  ])

/** People of the team, or of the whole tenant for an administrator of the tenant's own team. */
export function MembersPage() {
  const { t, i18n } = useTranslation(['members', 'common'])
  const { t: custom } = useTranslation('customFields')
  const { fields, find, labelOf } = useFieldLabels()
  const [filtering, setFiltering] = useState(false)
  const me = useMe()
  const Anchor = useAnchor()
  const { state, change, query, people, teams, filters, statusName, setStatus } = usePeople()
  const [acting, setActing] = useState<ActAsPerson | null>(null)
  // made when it is first opened, and there from then on: it fades out, too
  const [hasActed, setActed] = useState(false)
  const managed = useQuery({
    ...queryOf(api.members.attributeValues, { params: { field: 'managers' } }),
    enabled: Boolean(state.filters.managers),
    staleTime: 60_000,
  })
  const peopleNames = Object.fromEntries((managed.data?.values ?? []).map((one) => [one.value, one.label]))
  const put = (row: MemberRow, status: MembershipStatus) =>
    setStatus(row, status, t('actions.statusSet', { name: nameOf(row), status: statusName(status) }))
  const columns = useMemo<Column<MemberRow>[]>(() => {
    const teamNames = new Map(teams.map((team) => [team.value, team.label]))
    const { name, email, status, roles } = peopleColumns(t, (row) => (
      <PresentAvatar userId={row.userId} name={nameOf(row)} src={row.avatar} size={34} />
    ))
    return [
      name,
      email,
      status,
      roles,
      { id: 'position', header: t('columns.position'), cell: (row) => row.position.join(', ') || '–' },
      {
        id: 'preferredName',
        header: t('columns.preferredName'),
        hidden: true,
        cell: (row) => row.preferredName || '–',
      },
      { id: 'username', header: t('columns.username'), hidden: true, cell: (row) => row.username || '–' },
      { id: 'employeeId', header: t('columns.employeeId'), hidden: true, cell: (row) => row.employeeId || '–' },
      { id: 'team', header: t('columns.team'), hidden: true, cell: (row) => teamNames.get(row.teamId) ?? row.teamId },
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
      { id: 'updatedAt', header: t('form.updatedAt'), hidden: true, cell: (row) => <DateText value={row.updatedAt} /> },
      { id: 'phone', header: t('columns.phone'), hidden: true, cell: (row) => row.phone || '–' },
      { id: 'dob', header: t('form.dob'), hidden: true, cell: (row) => dayText(row.dob, i18n.language) },
      { id: 'tags', header: t('columns.tags'), hidden: true, cell: (row) => row.tags.join(', ') || '–' },
      {
        id: 'managers',
        header: t('columns.managers'),
        hidden: true,
        cell: (row) => row.managerNames.join(', ') || '–',
      },
      {
        id: 'terminationDate',
        header: t('form.terminationDate'),
        hidden: true,
        cell: (row) => dayText(row.terminationDate, i18n.language),
      },
      {
        id: 'hasLoggedIn',
        header: t('columns.hasLoggedIn'),
        hidden: true,
        cell: (row) => t(row.hasLoggedIn ? 'form.hasLoggedIn' : 'form.neverLoggedIn'),
      },
      {
        id: 'points',
        header: t('form.points'),
        hidden: true,
        align: 'end',
        cell: (row) => formatNumber(row.rewardPointsCount, i18n.language),
      },
      ...[...fields.map((one) => one.field), ...organisationFields.filter((name) => !find(name))].map((name) => ({
        id: name,
        header: labelOf(name),
        hidden: !find(name)?.inList,
        cell: (row: MemberRow) =>
          valueWords(custom, i18n.language, find(name) ?? { kind: 'text' }, row.fields[name] ?? []),
      })),
    ]
  }, [t, custom, fields, find, labelOf, teams, i18n.language])
  const byField: ListFilter[] = memberWordFilters
    .filter((field) => state.filters[field])
    .map((field) => ({
      key: field,
      label: labelOf(field),
      options: (state.filters[field] ?? []).map((value) => ({
        value,
        label: valueWords(custom, i18n.language, find(field) ?? { kind: 'text' }, [value], peopleNames),
      })),
    }))
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t(me.wholeTenant ? 'textTenant' : 'text')}
        actions={
          <Button component={Anchor} href={memberPaths.newUser} variant="contained" startIcon={<AddIcon />}>
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
        filters={[
          filters.status,
          filters.role,
          ...(me.wholeTenant || teams.length > 1 ? [filters.team] : []),
          filters.gap,
          ...byField,
        ]}
        searchLabel={t('search')}
        views={<SavedViews list="members" />}
        toolbar={
          <>
            <Button variant="outlined" color="inherit" startIcon={<FilterIcon />} onClick={() => setFiltering(true)}>
              {t('filters.more')}
            </Button>
            <CsvButton
              href={addressOf(api.members.export, { query: { ...query, cursor: undefined, limit: undefined } })}
              fileName="user_list.csv"
            />
          </>
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
                  run: () => {
                    setActed(true)
                    setActing({ userId: row.userId, teamId: row.teamId, name: nameOf(row) })
                  },
                },
              ]),
          row.status === 'active'
            ? {
                id: 'deactivate',
                label: t('actions.deactivate'),
                reason: row.id === me.membershipId ? 'yourself' : null,
                run: () => put(row, 'inactive'),
              }
            : { id: 'activate', label: t('actions.activate'), run: () => put(row, 'active') },
        ]}
        bulkActions={(selected, clear) => (
          <>
            <BulkStatus selected={selected} filter={{ search: state.search, ...state.filters }} onDone={clear} />
            <BulkChange selected={selected} filter={{ search: state.search, ...state.filters }} onDone={clear} />
            <BulkMore
              selected={selected}
              filter={{ search: state.search, ...state.filters }}
              columns={state.columns ?? columns.flatMap((one) => (one.hidden ? [] : one.id))}
              onDone={clear}
            />
          </>
        )}
      />
      {filtering && (
        <FieldFilterDialog
          chosen={state.filters}
          onApply={(field, values) => {
            setFiltering(false)
            change(withFilter(state, field, values))
          }}
          onClose={() => setFiltering(false)}
        />
      )}
      {hasActed && <ActAsDialog person={acting} onClose={() => setActing(null)} />}
    </>
  )
}

/** As the server's policy, for what the list knows of a person. */
function whyNotActAs(me: Me, row: MemberRow): string | null {
  if (row.userId === me.userId) return 'actAsYourself'
  if (roleRank[sessionRole(row.roles)] > roleRank[me.role]) return 'higherRole'
  return row.status === 'active' ? null : 'notActive'
}

function dayText(day: string | null, language: string): string {
  return day ? formatDay(new Date(`${day}T12:00:00Z`), language, 'UTC') : '–'
}
