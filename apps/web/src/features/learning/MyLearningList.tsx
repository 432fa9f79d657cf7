import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { ChoiceFilter } from '../../lists/ChoiceFilter.tsx'
import { EndlessList } from '../../lists/EndlessList.tsx'
import { useListState } from '../../lists/useListState.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
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
        <ChoiceFilter
          label={t('sort')}
          value={sort}
          choices={sorts.map((one) => [one, t(`sorts.${one}`)] as const)}
          onChange={(next) => change(ask(state, { sort: next }))}
        />
      </Box>
      <EndlessList
        result={result}
        empty={
          <EmptyState
            title={t(isCourses ? 'nothing' : 'noBundles')}
            text={t(isCourses ? 'nothingText' : 'noBundlesText')}
          />
        }
        onClear={narrowed ? () => change(ask(state, { search: '', filters: {} })) : undefined}
      >
        {(courses) => <CardGrid courses={courses} label={t(isCourses ? 'myCourses' : 'myBundles')} />}
      </EndlessList>
    </>
  )
}
