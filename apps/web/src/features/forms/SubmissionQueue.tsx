import type { SubmissionRow } from '@learnt/contract/forms/operations'
import { submissionStates } from '@learnt/contract/forms/submission-states'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column, ListFilter, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { WithWhom } from '../requests/WithWhom.tsx'
import { askQueue, type QueueReader, queueStandard } from './asks.ts'
import { type Finish, FinishManyDialog } from './FinishManyDialog.tsx'
import { formPaths } from './form-paths.ts'
import { PercentOfPoints } from './PercentOfPoints.tsx'
import { SubmissionState } from './SubmissionState.tsx'

const finishes: readonly Finish[] = ['done', 'competent', 'notCompetent']

/** Submissions to a form, the oldest first; many can be decided at once. */
export function SubmissionQueue({
  reader,
  formId,
  label,
  toolbar,
}: {
  reader: QueueReader
  formId: string
  label: string
  toolbar?: ReactNode
}) {
  const { t } = useTranslation(['formMarking', 'formFields'])
  const client = useQueryClient()
  const [list, changeList] = useListState(queueStandard)
  const [asked, setAsked] = useState<{ finish: Finish; selected: Selected; clear: () => void } | null>(null)
  useLive('me')
  const rows = useQuery({ ...askQueue(reader, formId, list), placeholderData: keepPreviousData })
  const counts = rows.data?.counts
  const isApproval = rows.data?.items.some((one) => one.level !== null) ?? false
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'state',
        label: t('columns.state'),
        options: submissionStates
          .filter((state) => state !== 'notstarted')
          .map((value) => ({
            value,
            label: t(`formFields:states.${value === 'not approved' ? 'notApproved' : value}`),
            ...(counts ? { count: counts.find((one) => one.value === value)?.count ?? 0 } : {}),
          })),
      },
      {
        key: 'forMe',
        label: t('columns.waits'),
        single: true,
        options: [{ value: 'true', label: t('forMe') }],
      },
    ],
    [t, counts],
  )
  const columns = useMemo<Column<SubmissionRow>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.person'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 150, maxWidth: 280, overflowWrap: 'anywhere' }}>
            <AppLink href={addressOf(reader, one.id)}>{one.name}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {one.position.join(', ') || one.email}
            </Typography>
          </Box>
        ),
      },
      ...(reader === 'assessor' || formId === ''
        ? [
            {
              id: 'title',
              header: t('columns.form'),
              card: 'subtitle' as const,
              cell: (one: SubmissionRow) => <Box sx={{ maxWidth: 280, overflowWrap: 'anywhere' }}>{one.title}</Box>,
            },
          ]
        : []),
      {
        id: 'state',
        header: t('columns.state'),
        sortable: true,
        cell: (one) => (
          <>
            <SubmissionState state={one.state} outcome={one.outcome} />
            {one.waitsFor && (
              <Typography variant="caption" component="p" color="textSecondary">
                {t(`waitsFor.${one.waitsFor}`)}
                {one.can.mark === 'forms.markedByYou' && ` ${t('markedByYou')}`}
              </Typography>
            )}
          </>
        ),
      },
      {
        id: 'submittedAt',
        header: t('columns.submitted'),
        sortable: true,
        cell: (one) => <DateText value={one.submittedAt} format="ago" />,
      },
      {
        id: 'percent',
        header: t('columns.marks'),
        sortable: true,
        align: 'end',
        cell: (one) => <PercentOfPoints points={one.points} outOf={one.outOf} percent={one.percent} />,
      },
      { id: 'number', header: t('columns.attempt'), align: 'end', cell: (one) => one.number },
      {
        id: 'versionNumber',
        header: t('columns.version'),
        align: 'end',
        hidden: true,
        cell: (one) => one.versionNumber,
      },
      ...(isApproval
        ? [
            {
              id: 'withWhom',
              header: t('columns.withWhom'),
              cell: (one: SubmissionRow) => (
                <Box sx={{ maxWidth: 220, overflowWrap: 'anywhere' }}>
                  <WithWhom of={one} />
                </Box>
              ),
            },
          ]
        : []),
      { id: 'decidedBy', header: t('columns.decidedBy'), cell: (one) => one.decidedBy || '–' },
      {
        id: 'decidedAt',
        header: t('columns.decided'),
        hidden: true,
        cell: (one) => <DateText value={one.decidedAt} />,
      },
      {
        id: 'startedAt',
        header: t('columns.started'),
        sortable: true,
        hidden: true,
        cell: (one) => <DateText value={one.startedAt} format="minute" />,
      },
    ],
    [t, reader, formId, isApproval],
  )
  /** Every submission that the filters match. */
  const listIds = async (): Promise<string[]> => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: SubmissionRow[]; next: string | null } = await client.fetchQuery(
        askQueue(reader, formId, { ...list, limit: 100, cursor }),
      )
      ids.push(...page.items.map((one) => one.id))
      cursor = page.next
    } while (cursor)
    return ids
  }
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        query={rows}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        filters={filters}
        searchLabel={t('search')}
        toolbar={toolbar}
        empty={<EmptyState title={t('nothing')} text={t('nothingText')} />}
        bulkActions={(selected, clear) =>
          finishes.map((finish) => (
            <Button
              key={finish}
              size="small"
              variant="outlined"
              onClick={() => setAsked({ finish, selected, clear })}
              sx={{ bgcolor: 'background.paper' }}
            >
              {t(`finish.${finish}`)}
            </Button>
          ))
        }
      />
      {asked && (
        <FinishManyDialog
          finish={asked.finish}
          count={asked.selected.count}
          idsOf={async () => (asked.selected.by === 'ids' ? asked.selected.ids : listIds())}
          onDone={asked.clear}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function addressOf(reader: QueueReader, id: string): string {
  return reader === 'assessor' ? formPaths.reviewOne(id) : formPaths.submission(reader, id)
}
