import { reportLists } from '@learnt/contract/report-lists'
import type { ActivityPerson } from '@learnt/contract/reports'
import { progressStates } from '@learnt/contract/states'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { AsOfNotice } from '../../lists/AsOfNotice.tsx'
import { readList } from '../../lists/address.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { askViews } from '../../lists/views-ask.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { DateText } from '../../ui/DateText.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { askCustomFields } from '../custom-fields/useCustomFields.ts'
import { askActivityPeople, askFirstActivityPerson, standardOf } from './asks.ts'
import { Freshness } from './Freshness.tsx'
import { PercentText } from './PercentText.tsx'
import { PersonCell } from './PersonCell.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { scopeOf, useReportScope } from './report-scope.ts'
import { usePersonFields } from './usePersonFields.ts'

export const loader: Loader = ({ client, pathname, search, params: { activityId = '' } }) => {
  const as = scopeOf(pathname)
  return Promise.all([
    client.prefetchQuery(askFirstActivityPerson(as, activityId)),
    client.prefetchQuery(askActivityPeople(as, activityId, readList(search, standardOf.activityPeople))),
    client.prefetchQuery(askViews(reportLists.activityPeople.views)),
    client.prefetchQuery(askCustomFields()),
  ])
}

/** The people behind the figures of an activity; each name opens the person's record of the course. */
export function ActivityReportPage() {
  const { t } = useTranslation(['reports', 'common'])
  const { as, operations } = useReportScope()
  const { activityId } = useParams({ strict: false }) as { activityId: string }
  const [state, change] = useListState(standardOf.activityPeople)
  const address = { params: { activityId }, query: listQuery(state) as never }
  const result = useQuery({ ...askActivityPeople(as, activityId, state), placeholderData: keepPreviousData })
  const first = useQuery(askFirstActivityPerson(as, activityId)).data?.items[0]
  const own = usePersonFields(as)
  useLive('reports')
  const columns = useMemo<Column<ActivityPerson>[]>(
    () => [
      {
        id: 'name',
        header: t('name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (row) => (
          <PersonCell
            name={row.name}
            status={row.memberStatus}
            href={paths.assignmentReport(as, row.userId, row.userCourseId)}
          />
        ),
      },
      { id: 'email', header: t('email'), hidden: true, card: 'subtitle', cell: (row) => row.email },
      { id: 'state', header: t('state'), cell: (row) => <StateChip kind="progress" state={row.state} /> },
      {
        id: 'progress',
        header: t('progress'),
        sortable: true,
        width: 160,
        cell: (row) => <ProgressBar value={row.progress} />,
      },
      {
        id: 'scorePercent',
        header: t('score'),
        sortable: true,
        align: 'end',
        cell: (row) => <PercentText value={row.scorePercent} />,
      },
      {
        id: 'seconds',
        header: t('time'),
        sortable: true,
        align: 'end',
        cell: (row) => <DurationText seconds={row.seconds} />,
      },
      { id: 'startedAt', header: t('startedAt'), hidden: true, cell: (row) => <DateText value={row.startedAt} /> },
      {
        id: 'completedAt',
        header: t('completedAt'),
        sortable: true,
        cell: (row) => <DateText value={row.completedAt} />,
      },
      ...own.columns,
    ],
    [t, as, own],
  )
  return (
    <>
      <PageHeader
        title={first?.activityTitle ?? t('activity')}
        kicker={first ? t(`activityKinds.${first.kind}`) : t('activityReport')}
        text={first?.courseTitle}
        back={{ href: paths.report(as, reportLists.activities.page), label: t('activityReport') }}
        actions={!state.filters.asOf && <Freshness at={result.data?.freshAt} />}
      />
      <AsOfNotice state={state} onChange={change} historyFrom={result.data?.historyFrom} />
      <DataTable
        label={t('people')}
        columns={columns}
        query={result}
        state={state}
        onChange={change}
        rowId={(row) => row.userCourseId}
        rowName={(row) => row.name}
        searchLabel={t('searchLearners')}
        filters={[
          {
            key: 'state',
            label: t('state'),
            options: progressStates.map((value) => ({ value, label: t(`common:states.progress.${value}`) })),
          },
          ...own.filters,
        ]}
        views={<SavedViews list={reportLists.activityPeople.views} />}
        toolbar={
          <>
            <AsOfField state={state} onChange={change} history={result.data} />
            <ReportFiles
              csv={addressOf(operations.activityPeopleCsv, address)}
              xlsx={addressOf(operations.activityPeopleXlsx, address)}
              name={reportLists.activityPeople.file}
              total={result.data?.total}
            />
          </>
        }
        empty={<EmptyState title={t('noLearners')} />}
      />
    </>
  )
}
