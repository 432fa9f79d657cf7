import { type Member, type MemberWordFilter, memberWordFilters } from '@learnt/contract/members'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatDay } from '../../ui/times.ts'
import { ChangesTable } from '../audit/ChangesTable.tsx'
import { askHistory } from './asks.ts'
import { useFieldLabels } from './useFieldLabels.ts'

/** Every change of a membership, newest first: who made it, and the values before and after. */
export function MemberHistory({
  membershipId,
  managerNames,
}: {
  membershipId: string
  managerNames: Member['managerNames']
}) {
  const { t } = useTranslation('audit')
  const { t: people, i18n } = useTranslation(['members', 'common'])
  const { labelOf } = useFieldLabels()
  const nameOf = (field: string) =>
    memberWordFilters.some((one) => one === field)
      ? labelOf(field as MemberWordFilter)
      : people(`form.${field as 'email'}`, { defaultValue: field })
  const wordsOf = (field: string, value: string) => {
    if (field === 'status') return people(`common:states.membership.${value as 'active'}`, { defaultValue: value })
    if (field === 'roles') return people(`common:roles.${value as 'learner'}`, { defaultValue: value })
    if (field === 'managers') return managerNames.find((one) => one.userId === value)?.name ?? value
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(new Date(`${value}T12:00:00Z`), i18n.language, 'UTC') : value
  }
  const entries = useInfiniteQuery(askHistory(membershipId))
  if (entries.isError && !entries.data)
    return <ErrorState error={entries.error} onRetry={() => void entries.refetch()} />
  if (!entries.data) return <LinesSkeleton lines={8} />
  const items = entries.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState title={t('empty')} text={people('tabs.historyText')} />
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((entry) => (
          <Box component="li" key={entry.id} sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 700 }}>{entry.actionName}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {entry.actorName || t('system')}
              {entry.impersonatorName && ` (${t('as', { name: entry.impersonatorName })})`} ·{' '}
              <DateText value={entry.at} format="minute" />
            </Typography>
            {(entry.before !== null || entry.after !== null) && (
              <ChangesTable before={entry.before} after={entry.after} nameOf={nameOf} wordsOf={wordsOf} />
            )}
          </Box>
        ))}
      </Box>
      {entries.hasNextPage && (
        <Button sx={{ mt: 2 }} loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {people('tabs.more')}
        </Button>
      )}
    </>
  )
}
