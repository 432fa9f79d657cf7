import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askBadge, askBadgeRule } from './asks.ts'
import { badgePaths } from './paths.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { draftOfRule, newRule } from './rule-draft.ts'

export const loader: Loader = async ({ client, params: { ruleId = '' } }) => {
  if (ruleId !== 'new') await client.prefetchQuery(askBadgeRule(ruleId))
}

/** One rule: `/apps/admin/badges-rules/new` makes one, for the badge of `?badge=`; any other id changes it. */
export function BadgeRulePage() {
  const { ruleId } = useParams({ strict: false }) as { ruleId: string }
  return ruleId === 'new' ? <NewRule /> : <ExistingRule key={ruleId} ruleId={ruleId} />
}

function useToday(): string {
  const { timeZone } = useSession().settings
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date())
}

function NewRule() {
  const { badge: badgeId = '' } = useSearch({ strict: false }) as { badge?: string }
  const badge = useQuery({ ...askBadge(badgeId), enabled: badgeId !== '', staleTime: 60_000 })
  const today = useToday()
  if (badgeId !== '' && badge.isPending) return <PageSkeleton />
  const { id, title, pictureUrl } = badge.data ?? { id: '', title: '', pictureUrl: '' }
  return <RuleEditor rule={null} first={newRule(today, id ? { id, title, pictureUrl } : null)} />
}

function ExistingRule({ ruleId }: { ruleId: string }) {
  const { t } = useTranslation('badgeRules')
  const today = useToday()
  // what is being changed is not replaced by what comes from the server meanwhile
  const rule = useQuery({
    ...askBadgeRule(ruleId),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useDocumentTitle(rule.data?.title)
  if (rule.data) return <RuleEditor rule={rule.data} first={draftOfRule(rule.data, today)} />
  return (
    <>
      <PageHeader title={t('one')} back={{ href: badgePaths.badgeRules, label: t('title') }} />
      {rule.error ? <ErrorState error={rule.error} onRetry={() => void rule.refetch()} /> : <PageSkeleton />}
    </>
  )
}
