import type { DocumentType } from '@learnt/contract/document-kinds'
import type { Rating as OneRating } from '@learnt/contract/ratings'
import Box from '@mui/material/Box'
import Rating from '@mui/material/Rating'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTabList } from '../permissions/useTabList.ts'
import { AverageStars } from './AverageStars.tsx'

/** Words of the page's address that are no filters of this list. */
const kept = ['tab', 'item']

/** The ratings of a document as administrators read them. */
export function RatingsList({ type, document: { id } }: { type: DocumentType; document: { id: string } }) {
  const { t } = useTranslation('ratings')
  const [list, changeList] = useTabList(kept)
  const ratings = useQuery({
    ...queryOf(api.ratings.list, {
      params: { documentType: type, documentId: id },
      query: {
        limit: list.limit,
        ...(list.search ? { search: list.search } : {}),
        ...(list.cursor ? { cursor: list.cursor } : {}),
        ...(list.filters.stars?.length ? { stars: list.filters.stars as '1'[] } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<OneRating>[]>(
    () => [
      {
        id: 'name',
        header: t('person'),
        fixed: true,
        card: 'title',
        cell: (one) => <AppLink href={paths.learnerReport('admin', one.userId)}>{one.name}</AppLink>,
      },
      {
        id: 'stars',
        header: t('rating'),
        cell: (one) => (
          <Rating readOnly size="small" value={one.stars} getLabelText={(count) => t('stars', { count })} />
        ),
      },
      {
        id: 'comment',
        header: t('comment'),
        cell: (one) => (
          <Typography
            variant="body2"
            sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 480 }}
            dir="auto"
          >
            {one.comment || '–'}
          </Typography>
        ),
      },
      { id: 'updatedAt', header: t('when'), cell: (one) => <DateText value={one.updatedAt} /> },
    ],
    [t],
  )
  const { average = null, count = 0 } = ratings.data ?? {}
  return (
    <>
      {average !== null && (
        <Box sx={{ mb: 2 }}>
          <AverageStars rating={{ average, count }} />
        </Box>
      )}
      <DataTable
        label={t('tab')}
        columns={columns}
        query={ratings}
        state={list}
        onChange={changeList}
        rowId={(one) => one.assignmentId}
        rowName={(one) => one.name}
        searchLabel={t('search')}
        filters={[
          {
            key: 'stars',
            label: t('rating'),
            options: [5, 4, 3, 2, 1].map((one) => ({ value: String(one), label: t('stars', { count: one }) })),
          },
        ]}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}
