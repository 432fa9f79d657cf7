import { documentTypes } from '@learnt/contract/document-kinds'
import { extensionLimits } from '@learnt/contract/extensions'
import type { AssignmentFigures } from '@learnt/contract/reports'
import { progressStates } from '@learnt/contract/states'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { AsOfNotice } from '../../lists/AsOfNotice.tsx'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ExtendDialog } from '../extensions/ExtendDialog.tsx'
import { useTabList } from '../permissions/useTabList.ts'
import { askAssignments, assignmentsQuery, assignmentsStandard, type FigureOf } from './asks.ts'
import { DueCell } from './DueCell.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { behind, toneOf } from './figure-columns.tsx'
import { PercentText } from './PercentText.tsx'
import { PersonCell } from './PersonCell.tsx'
import { reportPaths } from './paths.ts'
import { ReportFiles } from './ReportFiles.tsx'
import { useReportScope } from './report-scope.ts'
import { usePersonFields } from './usePersonFields.ts'
import { useShownTypes } from './useShownTypes.ts'

/**
 * The rows behind a figure: of one course its people, of one person their courses, or all that they have in all its cycles.
 * `kept`: words of the address that are not the list's.
 */
export function AssignmentTable({ of, kept = noWords }: { of: FigureOf; kept?: readonly string[] }) {
  const { t } = useTranslation(['reports', 'common', 'extensions'])
  const { as, operations } = useReportScope()
  const isPerson = 'userId' in of
  const isAll = 'anyType' in of
  const [state, change] = useTabList(kept, assignmentsStandard(of))
  const types = useShownTypes(documentTypes)
  const isOther = isAll || state.filters.documentType !== undefined
  const query = assignmentsQuery(of, state)
  const result = useQuery({ ...askAssignments(as, of, state), placeholderData: keepPreviousData })
  const own = usePersonFields(as)
  useLive('reports')
  const client = useQueryClient()
  const totals = result.data?.totals
  const [extending, setExtending] = useState<{ ids: string[]; name?: string; clear: () => void } | null>(null)
  /** All assignments that the filters match, up to one above the limit, so that the dialog reports too many. */
  const listIds = async (selected: Selected): Promise<string[]> => {
    if (selected.by === 'ids') return selected.ids
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: AssignmentFigures[]; next: string | null } = await client.fetchQuery(
        askAssignments(as, of, { ...state, limit: 100, cursor }),
      )
      ids.push(...page.items.map((row) => row.userCourseId))
      cursor = page.next
    } while (cursor && ids.length <= extensionLimits.atOnce)
    return ids
  }
  const nameOf = (row: AssignmentFigures) => (isPerson ? row.courseTitle : row.name)
  const columns = useMemo<Column<AssignmentFigures>[]>(
    () => [
      !isPerson
        ? {
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
          }
        : {
            id: 'courseTitle',
            header: t(isOther ? 'titleOf' : 'course'),
            sortable: true,
            fixed: true,
            card: 'title',
            cell: (row) => (
              <AppLink href={paths.assignmentReport(as, row.userId, row.userCourseId)}>{row.courseTitle}</AppLink>
            ),
          },
      ...(!isPerson
        ? [
            {
              id: 'email',
              header: t('email'),
              hidden: true,
              card: 'subtitle' as const,
              cell: (row: AssignmentFigures) => row.email,
            },
          ]
        : []),
      ...(isAll
        ? [{ id: 'kind', header: t('kind'), cell: (row: AssignmentFigures) => t(`kinds.${row.documentType}`) }]
        : []),
      {
        id: 'isOptional',
        header: t('required'),
        cell: (row) => t(row.isOptional ? 'requiredOrOptional.optional' : 'requiredOrOptional.required'),
      },
      {
        id: 'cycle',
        header: t('cycle'),
        align: 'end',
        hidden: !isAll,
        cell: (row) => (row.isCurrent ? row.cycle : `${row.cycle} · ${t('earlierCycle')}`),
      },
      { id: 'state', header: t('state'), cell: (row) => <StateChip kind="progress" state={row.state} /> },
      {
        id: 'progress',
        header: t('progress'),
        sortable: true,
        width: 160,
        cell: (row) => <ProgressBar value={row.progress} />,
      },
      { id: 'score', header: t('score'), align: 'end', cell: (row) => <PercentText value={row.scorePercent} /> },
      {
        id: 'seconds',
        header: t('time'),
        align: 'end',
        // beside type and cycle it would push the due date out of the window
        hidden: isAll,
        cell: (row) => <DurationText seconds={row.seconds} />,
      },
      {
        id: 'assignedAt',
        header: t('assignedAt'),
        sortable: true,
        hidden: true,
        cell: (row) => <DateText value={row.assignedAt} />,
      },
      { id: 'startedAt', header: t('startedAt'), hidden: true, cell: (row) => <DateText value={row.startedAt} /> },
      {
        id: 'dueAt',
        header: t('dueAt'),
        sortable: true,
        cell: (row) => <DueCell {...row} />,
      },
      {
        id: 'completedAt',
        header: t('completedAt'),
        sortable: true,
        cell: (row) => <DateText value={row.completedAt} />,
      },
      // Of one person they are the same in every row.
      ...(isPerson ? [] : own.columns),
    ],
    [t, as, isPerson, isAll, isOther, own],
  )
  return (
    <>
      {totals && (
        <FigureTiles
          label={t('theirLearning')}
          state={state}
          onChange={change}
          tiles={(['assigned', 'completed', 'inProgress', 'notStarted', 'overdue'] as const).map((id) => ({
            id,
            label: t(id),
            value: totals[id],
            tone: toneOf(id, totals[id]),
            filter: behind[id],
          }))}
        />
      )}
      <AsOfNotice state={state} onChange={change} historyFrom={result.data?.historyFrom} />
      <DataTable
        label={isPerson ? t('courses') : t('people')}
        columns={columns}
        query={result}
        state={state}
        onChange={change}
        rowId={(row) => row.userCourseId}
        rowName={nameOf}
        {...(state.filters.asOf === undefined && result.data?.canExtend !== false
          ? {
              bulkActions: (selected, clear) => (
                <Button
                  size="small"
                  variant="outlined"
                  onClick={() => void listIds(selected).then((ids) => setExtending({ ids, clear }))}
                  sx={{ bgcolor: 'background.paper' }}
                >
                  {t('extensions:extend')}
                </Button>
              ),
            }
          : {})}
        {...(isAll
          ? {
              rowActions: (row: AssignmentFigures) => [
                {
                  id: 'evidence',
                  label: t('openEvidence'),
                  href: paths.assignmentReport(as, row.userId, row.userCourseId),
                },
                ...(row.documentType === 'course'
                  ? [
                      {
                        id: 'record',
                        label: t('openRecord'),
                        href: reportPaths.assignmentRecord(as, row.userId, row.userCourseId),
                      },
                    ]
                  : []),
              ],
            }
          : {})}
        searchLabel={t(isAll ? 'searchTitles' : isPerson ? 'searchCourses' : 'searchLearners')}
        filters={[
          ...(isPerson && types.length > 1
            ? [
                {
                  key: 'documentType',
                  label: t('kind'),
                  single: true,
                  options: types.map((value) => ({ value, label: t(`kinds.${value}`) })),
                },
              ]
            : []),
          {
            key: 'state',
            label: t('state'),
            options: progressStates.map((value) => ({ value, label: t(`common:states.progress.${value}`) })),
          },
          { key: 'overdue', label: t('overdue'), single: true, options: [{ value: 'true', label: t('overdue') }] },
          ...(isAll
            ? []
            : [
                {
                  key: 'left',
                  label: t('peopleWhoLeft'),
                  single: true,
                  options: [{ value: 'true', label: t('peopleWhoLeft') }],
                },
              ]),
          {
            key: 'cycles',
            label: t('cycles'),
            single: true,
            options: (isAll ? (['current', 'earlier'] as const) : (['all', 'earlier'] as const)).map((value) => ({
              value,
              label: t(`cycleFilter.${value}`),
            })),
          },
          ...(isPerson ? [] : own.filters),
        ]}
        views={<SavedViews list="report-assignments" />}
        toolbar={
          <>
            <AsOfField state={state} onChange={change} history={result.data} />
            <ReportFiles
              csv={addressOf(operations.assignmentsCsv, { query })}
              xlsx={addressOf(operations.assignmentsXlsx, { query })}
              name="assignment_report"
              total={result.data?.total}
            />
          </>
        }
        empty={<EmptyState title={t(isPerson ? 'noAssignments' : 'noLearners')} />}
      />
      {extending && (
        <ExtendDialog
          assignmentIds={extending.ids}
          name={extending.name}
          onClose={() => setExtending(null)}
          onExtended={extending.clear}
        />
      )}
    </>
  )
}

const noWords: readonly string[] = []
