import { resourceTypes } from '@learnt/contract/resources'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { CategoryFilter } from '../../lists/CategoryFilter.tsx'
import { ChoiceFilter } from '../../lists/ChoiceFilter.tsx'
import { OwnCards } from '../../lists/OwnCards.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { CardList } from '../../ui/CardList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { withFilter } from '../../ui/table/list-state.ts'
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
      <OwnCards
        state={state}
        change={change}
        result={result}
        searchLabel={t('search')}
        filters={
          <>
            <ChoiceFilter
              label={t('type')}
              value={state.filters.type?.[0] ?? ''}
              choices={[['', t('common:all')], ...resourceTypes.map((type) => [type, t(`types.${type}`)] as const)]}
              onChange={(type) => change(withFilter(state, 'type', type ? [type] : []))}
            />
            <CategoryFilter label={t('category')} state={state} change={change} result={result} />
          </>
        }
        sort={{
          label: t('sort'),
          value: sortOf(state),
          choices: sorts.map((one) => [one, t(`sorts.${one}`)] as const),
        }}
        emptyTitle={t('nothing')}
        emptyText={t('nothingText')}
      >
        {(resources) => (
          <CardList aria-label={t('mine')}>
            {resources.map((resource) => (
              <ResourceCard key={resource.assignmentId} resource={resource} />
            ))}
          </CardList>
        )}
      </OwnCards>
    </>
  )
}
