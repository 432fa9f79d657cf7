import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { OwnCards } from '../../lists/OwnCards.tsx'
import { useListState } from '../../lists/useListState.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ask } from '../../ui/table/list-state.ts'
import { askMyLearning, myLearningStandard, showOf, shows, sortOf, sorts } from './asks.ts'
import { CardGrid } from './CardGrid.tsx'

/** The person's own courses or bundles as cards; search, filter and sort stand in the address. */
export function MyLearningList({ kind }: { kind: 'courses' | 'bundles' }) {
  const { t } = useTranslation('learning')
  const [state, change] = useListState(myLearningStandard)
  const show = showOf(state)
  const isCourses = kind === 'courses'
  const result = useInfiniteQuery({ ...askMyLearning(kind, state), placeholderData: (before) => before })
  useLive('me')
  return (
    <>
      <PageHeader
        title={t(isCourses ? 'myCourses' : 'myBundles')}
        text={t(isCourses ? 'myCoursesText' : 'myBundlesText')}
      />
      <OwnCards
        state={state}
        change={change}
        result={result}
        searchLabel={t(isCourses ? 'search' : 'searchBundles')}
        filters={
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
        }
        sort={{
          label: t('sort'),
          value: sortOf(state),
          choices: sorts.map((one) => [one, t(`sorts.${one}`)] as const),
        }}
        emptyTitle={t(isCourses ? 'nothing' : 'noBundles')}
        emptyText={t(isCourses ? 'nothingText' : 'noBundlesText')}
        isNarrow={state.search !== '' || show !== 'all'}
      >
        {(courses) => <CardGrid courses={courses} label={t(isCourses ? 'myCourses' : 'myBundles')} />}
      </OwnCards>
    </>
  )
}
