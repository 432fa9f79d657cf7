import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NoResults } from '../../ui/NoResults.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { ask } from '../../ui/table/list-state.ts'
import { askMyLearning, myLearningStandard, showOf, shows, sortOf, sorts } from './asks.ts'
import { CardGrid } from './CardGrid.tsx'

/** The person's own courses or bundles as cards; search, filter and sort stand in the address. */
export function MyLearningList({ kind }: { kind: 'courses' | 'bundles' }) {
  const { t } = useTranslation('learning')
  const [state, change] = useListState(myLearningStandard)
  const show = showOf(state)
  const sort = sortOf(state)
  const isCourses = kind === 'courses'
  const result = useInfiniteQuery({ ...askMyLearning(kind, state), placeholderData: (before) => before })
  useLive('me')
  const courses = result.data?.pages.flatMap((page) => page.items)
  const narrowed = state.search !== '' || show !== 'all'
  return (
    <>
      <PageHeader
        title={t(isCourses ? 'myCourses' : 'myBundles')}
        text={t(isCourses ? 'myCoursesText' : 'myBundlesText')}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3, alignItems: 'center' }}>
        <SearchField
          value={state.search}
          label={t(isCourses ? 'search' : 'searchBundles')}
          onChange={(search) => change(ask(state, { search }), true)}
        />
        <ToggleButtonGroup
          exclusive
          size="small"
          value={show}
          aria-label={t('filter')}
          onChange={(_, next: typeof show | null) =>
            next && change(ask(state, { filters: next === 'all' ? {} : { show: [next] } }))
          }
        >
          {[...new Set([...shows, show])].map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`filters.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <TextField
          select
          size="small"
          label={t('sort')}
          value={sort}
          sx={{ minWidth: 160 }}
          onChange={(event) => change(ask(state, { sort: event.target.value }))}
        >
          {sorts.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`sorts.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {result.error && !courses ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !courses ? (
        <CardsSkeleton />
      ) : courses.length === 0 ? (
        narrowed ? (
          <NoResults onClear={() => change(ask(state, { search: '', filters: {} }))} />
        ) : (
          <EmptyState
            title={t(isCourses ? 'nothing' : 'noBundles')}
            text={t(isCourses ? 'nothingText' : 'noBundlesText')}
          />
        )
      ) : (
        <>
          <CardGrid courses={courses} label={t(isCourses ? 'myCourses' : 'myBundles')} />
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
