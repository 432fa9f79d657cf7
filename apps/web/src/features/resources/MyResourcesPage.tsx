import { type ResourceType, resourceTypes } from '@learnt/contract/resources'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { CardList } from '../../ui/CardList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NoResults } from '../../ui/NoResults.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { ask, isNarrowed, withFilter } from '../../ui/table/list-state.ts'
import { askMyResources, myResourcesStandard, sortOf, sorts } from './asks.ts'
import { ResourceCard } from './ResourceCard.tsx'

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askMyResources(readList(search, myResourcesStandard)))

/** The person's own resources as cards; search, filters and sort stand in the address. */
export function MyResourcesPage() {
  const { t } = useTranslation('resources')
  const [state, change] = useListState(myResourcesStandard)
  const result = useInfiniteQuery({ ...askMyResources(state), placeholderData: (before) => before })
  useLive('me')
  const resources = result.data?.pages.flatMap((page) => page.items)
  const chosen = (key: 'type' | 'category') => state.filters[key]?.[0] ?? ''
  const categories = [...new Set([...(resources ?? []).map((one) => one.category), chosen('category')])].filter(Boolean)
  const narrow = (key: 'type' | 'category', value: string) => change(withFilter(state, key, value ? [value] : []))
  return (
    <>
      <PageHeader title={t('mine')} text={t('mineText')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3, alignItems: 'center' }}>
        <SearchField
          value={state.search}
          label={t('search')}
          onChange={(search) => change(ask(state, { search }), true)}
        />
        <TextField
          select
          size="small"
          label={t('type')}
          value={chosen('type')}
          sx={{ minWidth: 150 }}
          onChange={(event) => narrow('type', event.target.value)}
        >
          <MenuItem value="">{t('all')}</MenuItem>
          {resourceTypes.map((type: ResourceType) => (
            <MenuItem key={type} value={type}>
              {t(`types.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        {categories.length > 0 && (
          <TextField
            select
            size="small"
            label={t('category')}
            value={chosen('category')}
            sx={{ minWidth: 150 }}
            onChange={(event) => narrow('category', event.target.value)}
          >
            <MenuItem value="">{t('all')}</MenuItem>
            {categories.map((category) => (
              <MenuItem key={category} value={category}>
                {category}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          select
          size="small"
          label={t('sort')}
          value={sortOf(state)}
          sx={{ minWidth: 150 }}
          onChange={(event) => change(ask(state, { sort: event.target.value }))}
        >
          {sorts.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`sorts.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {result.error && !resources ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !resources ? (
        <CardsSkeleton />
      ) : resources.length === 0 ? (
        isNarrowed(state) ? (
          <NoResults onClear={() => change(ask(state, { search: '', filters: {} }))} />
        ) : (
          <EmptyState title={t('nothing')} text={t('nothingText')} />
        )
      ) : (
        <>
          <CardList aria-label={t('mine')}>
            {resources.map((resource) => (
              <ResourceCard key={resource.assignmentId} resource={resource} />
            ))}
          </CardList>
          {result.hasNextPage && (
            <Box sx={{ display: 'grid', placeItems: 'center', mt: 3 }}>
              <Button
                variant="outlined"
                loading={result.isFetchingNextPage}
                onClick={() => void result.fetchNextPage()}
              >
                {t('more')}
              </Button>
            </Box>
          )}
        </>
      )}
    </>
  )
}
