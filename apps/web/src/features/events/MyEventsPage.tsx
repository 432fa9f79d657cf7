import EventIcon from '@mui/icons-material/EventOutlined'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { EndlessList } from '../../lists/EndlessList.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoResults } from '../../ui/NoResults.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ask, withFilter } from '../../ui/table/list-state.ts'
import { askMine, mineStandard, type When, whenOfMine, whens } from './asks.ts'
import { EventCardItem } from './EventCardItem.tsx'
import { eventPaths } from './event-paths.ts'

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askMine(readList(search, mineStandard)))

/** What the person takes part in, waits for and has behind them; for those who lead events, those too. */
export function MyEventsPage() {
  const { t } = useTranslation('events')
  const [state, change] = useListState(mineStandard)
  const when = whenOfMine(state)
  const result = useInfiniteQuery(askMine(state))
  useLive('me', () => void result.refetch())
  const counts = result.data?.pages[0]?.counts
  const shown = whens.filter((one) => one !== 'leading' || one === when || (counts?.leading ?? 0) > 0)
  return (
    <>
      <PageHeader
        title={t('mine')}
        text={t('mineText')}
        actions={
          <>
            <AppLink href={eventPaths.calendar}>{t('toCalendar')}</AppLink>
            <AppLink href={eventPaths.explore}>{t('toExplore')}</AppLink>
          </>
        }
      />
      <Tabs
        value={when}
        variant="scrollable"
        aria-label={t('mine')}
        onChange={(_, next: When) => change(withFilter(state, 'when', next === 'coming' ? [] : [next]))}
        sx={{ mb: 2 }}
      >
        {shown.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`tab-${one}`}
            aria-controls="panel-events"
            label={t(`tabs.${one}`, { count: counts?.[one] ?? 0 })}
          />
        ))}
      </Tabs>
      <Box sx={{ mb: 2.5 }}>
        <SearchField
          value={state.search}
          label={t('search')}
          onChange={(search) => change(ask(state, { search }), true)}
        />
      </Box>
      <div role="tabpanel" id="panel-events" aria-labelledby={`tab-${when}`}>
        <EndlessList
          result={result}
          empty={
            state.search ? (
              <NoResults onClear={() => change(ask(state, { search: '' }))} />
            ) : (
              <EmptyState
                icon={<EventIcon />}
                title={t('none')}
                text={t('noneText')}
                action={<AppLink href={eventPaths.explore}>{t('toExplore')}</AppLink>}
              />
            )
          }
        >
          {(events) => (
            <CardList aria-label={t('mine')}>
              {events.map((event) => (
                <EventCardItem
                  key={event.eventId}
                  event={event}
                  href={eventPaths.mineOne(event.eventId, when === 'leading' ? 'attendance' : undefined)}
                />
              ))}
            </CardList>
          )}
        </EndlessList>
      </div>
    </>
  )
}
