import type { OwnResult } from '@learnt/contract/forms/operations'
import { outcomes } from '@learnt/contract/forms/submission-states'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { readList } from '../../lists/address.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { askMyResults } from './asks.ts'
import { formPaths } from './form-paths.ts'
import { PercentOfPoints } from './PercentOfPoints.tsx'
import { SubmissionState } from './SubmissionState.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askMyResults(readList(search, {})))

const kinds = ['survey', 'quiz', 'observation', 'application'] as const

/** Everything that the person's forms came to, newest first. */
export function MyResultsPage() {
  const { t } = useTranslation(['myForms', 'formFields'])
  useLive('me')
  const columns = useMemo<Column<OwnResult>[]>(
    () => [
      {
        id: 'title',
        header: t('columns.form'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 160, maxWidth: 360, overflowWrap: 'anywhere' }}>
            <AppLink href={formPaths.submissions(one.formId, one.title, one.id)}>{one.title}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {[t(`kinds.${one.kind}`), t('attempt', { number: one.number })].join(' · ')}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'outcome',
        header: t('columns.outcome'),
        card: 'subtitle',
        cell: (one) => <SubmissionState state={one.state} outcome={one.outcome} />,
      },
      {
        id: 'percent',
        header: t('columns.marks'),
        align: 'end',
        cell: (one) => <PercentOfPoints points={one.points} outOf={one.outOf} percent={one.percent} />,
      },
      {
        id: 'submittedAt',
        header: t('columns.submitted'),
        cell: (one) => <DateText value={one.submittedAt} />,
      },
      {
        id: 'decidedAt',
        header: t('columns.decided'),
        cell: (one) => <DateText value={one.decidedAt} />,
      },
      { id: 'decidedBy', header: t('columns.decidedBy'), hidden: true, cell: (one) => one.decidedBy || '–' },
      {
        id: 'comment',
        header: t('columns.comment'),
        cell: (one) => (
          <Typography
            variant="body2"
            title={one.comment}
            dir="auto"
            sx={{
              maxWidth: 280,
              display: '-webkit-box',
              WebkitLineClamp: 3,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
              overflowWrap: 'anywhere',
            }}
          >
            {one.comment || '–'}
          </Typography>
        ),
      },
      { id: 'category', header: t('columns.category'), hidden: true, cell: (one) => one.category || '–' },
    ],
    [t],
  )
  const filters = useMemo(
    () => [
      {
        key: 'outcome',
        label: t('columns.outcome'),
        options: outcomes.map((value) => ({
          value,
          label: t(`formFields:states.${value === 'not approved' ? 'notApproved' : value}`),
        })),
      },
      { key: 'kind', label: t('kind'), options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    ],
    [t],
  )
  return (
    <ListPage<OwnResult>
      title={t('results')}
      actions={
        <>
          <CsvButton href={addressOf(api.forms.ownResultsPdf)} fileName="results.pdf" label={t('pdf')} />
          <CsvButton href={addressOf(api.forms.ownResultsCsv)} fileName="results.csv" />
        </>
      }
      text={t('resultsText')}
      ask={askMyResults}
      columns={columns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.title}
      searchLabel={t('searchResults')}
      empty={<EmptyState title={t('noResults')} text={t('noResultsText')} />}
    />
  )
}
