import type { CatalogueCard } from '@learnt/contract/catalogues'
import CatalogueIcon from '@mui/icons-material/ExploreOutlined'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { ChoiceFilter } from '../../lists/ChoiceFilter.tsx'
import { MoreButton } from '../../lists/EndlessList.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NoResults } from '../../ui/NoResults.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { ask, type ListState } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import {
  askMyRequests,
  askOffers,
  catalogueStandard,
  isNarrowed,
  isRequestsTab,
  itemOf,
  nameOfItem,
  sortOf,
  sorts,
} from './asks.ts'
import { FacetChips } from './FacetChips.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { MyRequests } from './MyRequests.tsx'
import { OfferCard, OfferGrid } from './OfferCard.tsx'
import { RequestDialog } from './RequestDialog.tsx'

export const loader: Loader = ({ client, search }) => {
  const state = readList(search, catalogueStandard)
  return isRequestsTab(state)
    ? client.prefetchInfiniteQuery(askMyRequests)
    : client.prefetchInfiniteQuery(askOffers(state))
}

/** Everything that the person may take, with facets, search and sort in the address; and their requests. */
export function CataloguePage() {
  const { t } = useTranslation('catalogues')
  const [state, change] = useListState(catalogueStandard)
  const [asked, setAsked] = useState<Pick<CatalogueCard, 'documentType' | 'documentId' | 'title'> | null>(null)
  useLive('me')
  const item = itemOf(state)
  const tab = isRequestsTab(state) ? 'requests' : 'all'
  const { item: _, tab: __, ...filters } = state.filters
  const show = (name: string | null) =>
    change({
      ...state,
      filters: { ...filters, ...(tab === 'requests' ? { tab: [tab] } : {}), ...(name ? { item: [name] } : {}) },
    })
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_event, next: 'all' | 'requests') =>
          change(ask(state, { search: '', filters: next === 'requests' ? { tab: ['requests'] } : {} }))
        }
        sx={{ mb: 3 }}
      >
        <Tab value="all" label={t('tabs.all')} id="tab-all" aria-controls="panel-catalogue" />
        <Tab value="requests" label={t('tabs.requests')} id="tab-requests" aria-controls="panel-catalogue" />
      </Tabs>
      <div role="tabpanel" id="panel-catalogue" aria-labelledby={`tab-${tab}`}>
        {tab === 'requests' ? <MyRequests /> : <Offers state={state} change={change} onShow={show} onAsk={setAsked} />}
      </div>
      {item && <ItemDialog item={item} onAsk={setAsked} onClose={() => show(null)} />}
      {asked && <RequestDialog offer={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Offers({
  state,
  change,
  onShow,
  onAsk,
}: {
  state: ListState
  change: (next: ListState, typing?: boolean) => void
  onShow: (name: string) => void
  onAsk: (offer: CatalogueCard) => void
}) {
  const { t, i18n } = useTranslation('catalogues')
  const result = useInfiniteQuery({ ...askOffers(state), placeholderData: (before) => before })
  const [first] = result.data?.pages ?? []
  const offers = result.data?.pages.flatMap((page) => page.items)
  if (result.error && !offers) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!first || !offers) return <CardsSkeleton />
  if (first.isEmpty) return <EmptyState icon={<CatalogueIcon />} title={t('empty')} text={t('emptyText')} />
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2.5, alignItems: 'center' }}>
        <SearchField
          value={state.search}
          label={t('search')}
          onChange={(search) => change(ask(state, { search }), true)}
        />
        <ChoiceFilter
          label={t('sort')}
          value={sortOf(state)}
          choices={sorts.map((one) => [one, t(`sorts.${one}`)] as const)}
          onChange={(sort) => change(ask(state, { sort }))}
        />
        <Typography role="status" variant="body2" color="textSecondary">
          {t('count', { count: first.total, formatted: formatNumber(first.total, i18n.language) })}
        </Typography>
      </Box>
      {first.facets && <FacetChips facets={first.facets} state={state} onChange={(next) => change(next)} />}
      {offers.length === 0 ? (
        <NoResults onClear={() => isNarrowed(state) && change(ask(state, { search: '', filters: {} }))} />
      ) : (
        <OfferGrid aria-label={t('title')}>
          {offers.map((offer) => (
            <OfferCard
              key={offer.assignmentId}
              offer={offer}
              onAsk={() => onAsk(offer)}
              onShow={() => onShow(nameOfItem(offer))}
            />
          ))}
        </OfferGrid>
      )}
      <MoreButton result={result} />
    </>
  )
}
