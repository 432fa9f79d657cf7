import type { ObservationRow } from '@learnt/contract/forms/operations'
import { submissionStates } from '@learnt/contract/forms/submission-states'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { askObservations } from './asks.ts'
import { formPaths } from './form-paths.ts'
import { SubmissionState } from './SubmissionState.tsx'

const states = submissionStates.filter((state) =>
  ['notstarted', 'inprogress', 'markingRequired', 'pendingResubmission', 'competent', 'notCompetent'].includes(state),
)

/** People that the reader can observe, by name, with a link to begin or continue. */
export function ObservationList({ formId = '' }: { formId?: string }) {
  const { t } = useTranslation(['observations', 'formFields'])
  const Anchor = useAnchor()
  const [list, changeList] = useListState()
  useLive('me')
  const rows = useQuery({ ...askObservations(formId, list), placeholderData: keepPreviousData })
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'state',
        label: t('columns.state'),
        options: states.map((value) => ({ value, label: t(`formFields:states.${value as 'inprogress'}`) })),
      },
    ],
    [t],
  )
  const columns = useMemo<Column<ObservationRow>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.person'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 150, maxWidth: 280, overflowWrap: 'anywhere' }}>
            <Typography component="span" dir="auto" sx={{ fontWeight: 600 }}>
              {one.name}
            </Typography>
            <Typography variant="caption" component="p" color="textSecondary">
              {one.position.join(', ') || one.email}
            </Typography>
          </Box>
        ),
      },
      ...(formId
        ? []
        : [
            {
              id: 'title',
              header: t('columns.form'),
              card: 'subtitle' as const,
              cell: (one: ObservationRow) => (
                <Box dir="auto" sx={{ maxWidth: 280, overflowWrap: 'anywhere' }}>
                  {one.title}
                </Box>
              ),
            },
          ]),
      {
        id: 'state',
        header: t('columns.state'),
        cell: (one) => <SubmissionState state={one.state} outcome={one.outcome} />,
      },
      {
        id: 'dueAt',
        header: t('columns.due'),
        cell: (one) => (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <DateText value={one.dueAt} />
            {(one.dueState === 'overdue' || one.dueState === 'soon') && <StateChip kind="due" state={one.dueState} />}
          </Box>
        ),
      },
      { id: 'savedAt', header: t('columns.saved'), cell: (one) => <DateText value={one.savedAt} format="ago" /> },
      {
        id: 'observe',
        header: t('columns.observe'),
        cell: (one) =>
          one.state === 'competent' ? (
            '–'
          ) : (
            <Button
              component={Anchor}
              href={formPaths.observe(one.formId, one.userId)}
              size="small"
              variant="outlined"
              aria-label={t(isNew(one) ? 'observeOne' : 'continueOne', {
                name: one.name,
                title: one.title,
              })}
            >
              {t(isNew(one) ? 'observe' : 'continue')}
            </Button>
          ),
      },
    ],
    [t, formId, Anchor],
  )
  return (
    <DataTable
      label={t('people')}
      columns={columns}
      query={rows}
      state={list}
      onChange={changeList}
      rowId={(one) => one.assignmentId}
      rowName={(one) => one.name}
      filters={filters}
      searchLabel={t('search')}
      empty={<EmptyState title={t('nobody')} text={t('nobodyText')} />}
    />
  )
}

/** The next step begins an observation. */
const isNew = (one: ObservationRow) => one.state === 'notstarted' || one.state === 'notCompetent'
