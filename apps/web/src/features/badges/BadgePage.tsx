import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { AwardTab } from './AwardTab.tsx'
import { askBadge } from './asks.ts'
import { BadgeDesigner } from './BadgeDesigner.tsx'
import { HoldersTab } from './HoldersTab.tsx'
import { badgePaths } from './paths.ts'

const tabs = ['design', 'holders', 'award'] as const
type BadgeTab = (typeof tabs)[number]

export const loader: Loader = ({ client, params: { badgeId = '' } }) => client.prefetchQuery(askBadge(badgeId))

/** One badge: how it looks and what it says, who has it, and giving it by hand. */
export function BadgePage() {
  const { t } = useTranslation('badges')
  const navigate = useNavigate()
  const { badgeId } = useParams({ strict: false }) as { badgeId: string }
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'design'
  // what is being designed is not replaced by what comes from the server meanwhile
  const badge = useQuery({
    ...askBadge(badgeId),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useDocumentTitle(badge.data?.title)
  if (!badge.data) {
    return (
      <>
        <PageHeader title={t('one')} back={{ href: badgePaths.badges, label: t('title') }} />
        {badge.error ? <ErrorState error={badge.error} onRetry={() => void badge.refetch()} /> : <PageSkeleton />}
      </>
    )
  }
  const bar = (
    <Tabs
      value={tab}
      onChange={(_, next: BadgeTab) =>
        void navigate({ to: '.', search: (next === 'design' ? {} : { tab: next }) as never, resetScroll: false })
      }
      aria-label={badge.data.title}
      variant="scrollable"
      scrollButtons={false}
      sx={{ mb: 2 }}
    >
      {tabs.map((name) => (
        <Tab key={name} value={name} label={t(`tabs.${name}`)} id={`tab-${name}`} aria-controls={`panel-${name}`} />
      ))}
    </Tabs>
  )
  if (tab === 'design') return <BadgeDesigner key={badge.data.id} badge={badge.data} tabs={bar} />
  return (
    <>
      <PageHeader title={badge.data.title} kicker={t('one')} back={{ href: badgePaths.badges, label: t('title') }} />
      {bar}
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'holders' ? <HoldersTab badge={badge.data} /> : <AwardTab badge={badge.data} />}
      </div>
    </>
  )
}
