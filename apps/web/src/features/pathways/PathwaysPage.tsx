import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useQueryString } from '../../lists/useQueryString.ts'
import type { Loader } from '../../routes/route-book.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NoResults } from '../../ui/NoResults.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { askSearch } from './asks.ts'
import { PageNumbers } from './PageNumbers.tsx'
import { PathwayCards } from './PathwayCards.tsx'
import { readSearch } from './pages.ts'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askSearch(readSearch(search)))

/** The search over the person's pathways; words and page number stand in the address. */
export function PathwaysPage() {
  const { t } = useTranslation('pathways')
  const asked = readSearch(useQueryString())
  const navigate = useNavigate()
  const result = useQuery({ ...askSearch(asked), placeholderData: keepPreviousData })
  useLive('me')
  const search = (q: string) =>
    void navigate({ to: '.', search: (q ? { search: q } : {}) as never, replace: true, resetScroll: false })
  const found = result.data
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3, alignItems: 'center' }}>
        <SearchField value={asked.q} label={t('search')} onChange={search} />
        {found && found.total > 0 && (
          <Typography variant="body2" color="textSecondary" role="status">
            {t('found', { count: found.total })}
          </Typography>
        )}
      </Box>
      {result.error && !found ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !found ? (
        <CardsSkeleton />
      ) : found.items.length > 0 ? (
        <>
          <PathwayCards pathways={found.items} label={t('title')} />
          <PageNumbers q={asked.q} page={asked.page} total={found.total} />
        </>
      ) : asked.q || asked.page > 1 ? (
        <NoResults onClear={() => search('')} />
      ) : (
        <EmptyState title={t('none')} text={t('noneText')} />
      )}
    </>
  )
}
