import EventIcon from '@mui/icons-material/EventOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { ChoiceFilter } from '../../lists/ChoiceFilter.tsx'
import { MoreButton } from '../../lists/EndlessList.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NoResults } from '../../ui/NoResults.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { ask, withFilter } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import { askExplore, exploreStandard, exploreWhens, isNarrowedEvents, sortOfAll, whenOfAll } from './asks.ts'
import { EventCardItem } from './EventCardItem.tsx'
import { EventFacets } from './EventFacets.tsx'
import { eventPaths } from './event-paths.ts'

const EventCalendar = lazyPart(async () => (await import('./EventCalendar.tsx')).EventCalendar, {
  fallback: <CardsSkeleton />,
})

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askExplore(readList(search, exploreStandard)))

/** Every event that the person may take part in, as cards with facets or in a calendar. */
export function ExploreEventsPage() {
  const { t, i18n } = useTranslation('events')
  const [state, change] = useListState(exploreStandard)
  const isCalendar = state.filters.look?.[0] === 'calendar'
  const result = useInfiniteQuery({
    ...askExplore(state),
    placeholderData: (before) => before,
    enabled: !isCalendar,
  })
  useLive('me', () => void result.refetch())
  const [first] = result.data?.pages ?? []
  const events = result.data?.pages.flatMap((page) => page.items)
  return (
    <>
      <PageHeader
        title={t('explore')}
        text={t('exploreText')}
        actions={<AppLink href={eventPaths.mine}>{t('mine')}</AppLink>}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2.5, alignItems: 'center' }}>
        {!isCalendar && (
          <>
            <SearchField
              value={state.search}
              label={t('search')}
              onChange={(search) => change(ask(state, { search }), true)}
            />
            <ChoiceFilter
              label={t('when.label')}
              value={whenOfAll(state)}
              choices={exploreWhens.map((one) => [one, t(`when.${one}`)] as const)}
              onChange={(when) => change(withFilter(state, 'when', when === 'coming' ? [] : [when]))}
            />
            <ChoiceFilter
              label={t('sort')}
              value={sortOfAll(state)}
              choices={(['date', 'title'] as const).map((one) => [one, t(`sorts.${one}`)] as const)}
              onChange={(sort) => change(ask(state, { sort }))}
            />
          </>
        )}
        <ChoiceFilter
          label={t('look.label')}
          value={isCalendar ? 'calendar' : 'list'}
          choices={(['list', 'calendar'] as const).map((one) => [one, t(`look.${one}`)] as const)}
          onChange={(look) => change(withFilter(state, 'look', look === 'list' ? [] : [look]))}
        />
        {!isCalendar && first && (
          <Typography role="status" variant="body2" color="textSecondary">
            {t('count', { count: first.total, formatted: formatNumber(first.total, i18n.language) })}
          </Typography>
        )}
      </Box>
      {isCalendar ? (
        <EventCalendar />
      ) : result.error && !events ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !events || !first ? (
        <CardsSkeleton />
      ) : (
        <>
          {first.facets && <EventFacets facets={first.facets} state={state} onChange={(next) => change(next)} />}
          {events.length > 0 ? (
            <CardList aria-label={t('explore')}>
              {events.map((event) => (
                <EventCardItem key={event.eventId} event={event} href={eventPaths.exploreOne(event.eventId)} />
              ))}
            </CardList>
          ) : isNarrowedEvents(state) ? (
            <NoResults onClear={() => change(ask(state, { search: '', filters: {} }))} />
          ) : (
            <EmptyState icon={<EventIcon />} title={t('none')} text={t('noneText')} />
          )}
        </>
      )}
      {!isCalendar && <MoreButton result={result} />}
    </>
  )
}
