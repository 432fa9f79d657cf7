import { resourceTypes } from '@learnt/contract/resources'
import Box from '@mui/material/Box'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { CategoryFilter } from '../../lists/CategoryFilter.tsx'
import { ChoiceFilter } from '../../lists/ChoiceFilter.tsx'
import { EndlessList } from '../../lists/EndlessList.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { CardList } from '../../ui/CardList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ask, isNarrowed, withFilter } from '../../ui/table/list-state.ts'
import { askMyResources, myResourcesStandard, sortOf, sorts } from './asks.ts'
import { ResourceCard } from './ResourceCard.tsx'

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askMyResources(readList(search, myResourcesStandard)))

/** The person's own resources as cards; search, filters and sort stand in the address. */
export function MyResourcesPage() {
  const { t } = useTranslation(['resources', 'common'])
  const [state, change] = useListState(myResourcesStandard)
  const result = useInfiniteQuery({ ...askMyResources(state), placeholderData: (before) => before })
  useLive('me')
  return (
    <>
      <PageHeader title={t('mine')} text={t('mineText')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3, alignItems: 'center' }}>
        <SearchField
          value={state.search}
          label={t('search')}
          onChange={(search) => change(ask(state, { search }), true)}
        />
        <ChoiceFilter
          label={t('type')}
          value={state.filters.type?.[0] ?? ''}
          choices={[['', t('common:all')], ...resourceTypes.map((type) => [type, t(`types.${type}`)] as const)]}
          onChange={(type) => change(withFilter(state, 'type', type ? [type] : []))}
        />
        <CategoryFilter label={t('category')} state={state} change={change} result={result} />
        <ChoiceFilter
          label={t('sort')}
          value={sortOf(state)}
          choices={sorts.map((one) => [one, t(`sorts.${one}`)] as const)}
          onChange={(sort) => change(ask(state, { sort }))}
        />
      </Box>
      <EndlessList
        result={result}
        empty={<EmptyState title={t('nothing')} text={t('nothingText')} />}
        onClear={isNarrowed(state) ? () => change(ask(state, { search: '', filters: {} })) : undefined}
      >
        {(resources) => (
          <CardList aria-label={t('mine')}>
            {resources.map((resource) => (
              <ResourceCard key={resource.assignmentId} resource={resource} />
            ))}
          </CardList>
        )}
      </EndlessList>
    </>
  )
}
