import type { FormKind } from '@learnt/contract/forms/content'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useMe } from '../../api/SessionProvider.tsx'
import { readList } from '../../lists/address.ts'
import { CategoryFilter } from '../../lists/CategoryFilter.tsx'
import { ChoiceFilter } from '../../lists/ChoiceFilter.tsx'
import { OwnCards } from '../../lists/OwnCards.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { plainList, withFilter } from '../../ui/table/list-state.ts'
import { askMyForms, askObservations, askQueue, myFormsStandard, sortOf, sorts } from './asks.ts'
import { FormCardItem } from './FormCardItem.tsx'
import { formPaths } from './form-paths.ts'

// importing the contract’s own list would also fetch its schemas
const kinds: readonly FormKind[] = ['survey', 'quiz', 'observation', 'application']

const ObservationList = lazyPart(async () => (await import('./ObservationList.tsx')).ObservationList, {
  fallback: <PageSkeleton />,
})
const ReviewTab = lazyPart(async () => (await import('./ReviewTab.tsx')).ReviewTab, { fallback: <PageSkeleton /> })

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askMyForms(readList(search, myFormsStandard)))

/** The person’s own forms as cards. Assessors also see the submissions that wait for them. */
export function MyFormsPage() {
  const { t } = useTranslation(['myForms', 'observations'])
  const navigate = useNavigate()
  const { roles } = useMe()
  const { tab, submission } = useSearch({ strict: false }) as { tab?: string; submission?: string }
  const shown = tab === 'review' || tab === 'observe' ? tab : 'mine'
  // managers and administrators review on their own pages
  const mayReview = shown !== 'mine' || !roles.some((role) => role !== 'learner')
  const waiting = useQuery({ ...askQueue('assessor', '', { ...plainList, limit: 1 }), enabled: mayReview })
  const people = useQuery({ ...askObservations('', { ...plainList, limit: 1 }), enabled: mayReview })
  const counts = { mine: undefined, review: waiting.data?.total, observe: people.data?.total }
  const tabs = (['mine', 'review', 'observe'] as const).filter(
    (name) => name === 'mine' || name === shown || (counts[name] ?? 0) > 0,
  )
  if (shown === 'review' && submission) return <ReviewTab submissionId={submission} />
  return (
    <>
      <PageHeader
        title={t('mine')}
        text={t('mineText')}
        actions={<AppLink href={formPaths.results}>{t('toResults')}</AppLink>}
      />
      {tabs.length > 1 && (
        <Tabs
          value={shown}
          onChange={(_, next: string) =>
            void navigate({ to: next === 'mine' ? formPaths.mine : `${formPaths.mine}?tab=${next}`, replace: true })
          }
          aria-label={t('mine')}
          variant="scrollable"
          allowScrollButtonsMobile
          sx={{ mb: 3 }}
        >
          {tabs.map((name) => (
            <Tab
              key={name}
              value={name}
              label={
                name === 'mine'
                  ? t('tabs.mine')
                  : name === 'observe'
                    ? t('observations:tabs.observe')
                    : counts.review === undefined
                      ? t('tabs.review')
                      : t('tabs.reviewCount', { count: counts.review })
              }
            />
          ))}
        </Tabs>
      )}
      {shown === 'review' ? (
        <ReviewTab submissionId={null} />
      ) : shown === 'observe' ? (
        <ObservationList />
      ) : (
        <OwnForms />
      )}
    </>
  )
}

function OwnForms() {
  const { t } = useTranslation(['myForms', 'common'])
  const [state, change] = useListState(myFormsStandard)
  const result = useInfiniteQuery({ ...askMyForms(state), placeholderData: (before) => before })
  useLive('me')
  return (
    <OwnCards
      state={state}
      change={change}
      result={result}
      searchLabel={t('search')}
      filters={
        <>
          <ChoiceFilter
            label={t('kind')}
            value={state.filters.kind?.[0] ?? ''}
            choices={[['', t('common:all')], ...kinds.map((kind) => [kind, t(`kinds.${kind}`)] as const)]}
            onChange={(kind) => change(withFilter(state, 'kind', kind ? [kind] : []))}
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
      {(forms) => (
        <CardList aria-label={t('mine')}>
          {forms.map((form) => (
            <FormCardItem key={form.assignmentId} form={form} />
          ))}
        </CardList>
      )}
    </OwnCards>
  )
}
