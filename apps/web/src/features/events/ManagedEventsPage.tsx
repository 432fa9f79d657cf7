import type { ManagedEvent } from '@learnt/contract/events/operations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { askManaged } from './asks.ts'
import { eventPaths } from './event-paths.ts'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askManaged(readList(search, {})))

/** Events that the manager's people may attend. */
export function ManagedEventsPage() {
  const { t } = useTranslation('eventPeople')
  const [list, change] = useListState()
  const rows = useQuery({ ...askManaged(list), placeholderData: keepPreviousData })
  useLive('me', () => void rows.refetch())
  const columns: Column<ManagedEvent>[] = [
    {
      id: 'title',
      header: t('managed.columns.title'),
      fixed: true,
      card: 'title',
      cell: (one) => <AppLink href={eventPaths.managedOne(one.eventId)}>{one.title}</AppLink>,
    },
    {
      id: 'first',
      header: t('managed.columns.first'),
      cell: (one) => (one.firstAt ? <DateText value={one.firstAt} format="minute" /> : t('managed.noDate')),
    },
    {
      id: 'free',
      header: t('managed.columns.free'),
      align: 'end',
      cell: (one) => one.seats.free ?? t('managed.noLimit'),
    },
    { id: 'reserved', header: t('managed.columns.reserved'), align: 'end', cell: (one) => one.reserved },
    {
      id: 'holding',
      header: t('managed.columns.holding'),
      align: 'end',
      cell: (one) => t('managed.holding', { held: one.holding, count: one.people }),
    },
    { id: 'waiting', header: t('managed.columns.waiting'), align: 'end', cell: (one) => one.waiting },
  ]
  return (
    <>
      <PageHeader title={t('managed.title')} text={t('managed.text')} />
      <DataTable
        label={t('managed.title')}
        columns={columns}
        query={rows}
        state={list}
        onChange={change}
        rowId={(one) => one.eventId}
        rowName={(one) => one.title}
        searchLabel={t('managed.columns.title')}
        empty={<EmptyState title={t('managed.none')} />}
      />
    </>
  )
}
