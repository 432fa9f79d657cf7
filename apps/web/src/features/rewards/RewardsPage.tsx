import type { OfferedReward } from '@learnt/contract/rewards'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { isProblem } from '../../api/problem.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { readList } from '../../lists/address.ts'
import { MoreButton } from '../../lists/EndlessList.tsx'
import type { Loader } from '../../routes/route-book.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { askOffered, askOwnOrders } from './asks.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { OwnOrders } from './OwnOrders.tsx'

const tabs = ['offered', 'orders'] as const

export const loader: Loader = ({ client, search }) =>
  readList(search, {}).filters.tab?.includes('orders')
    ? client.prefetchInfiniteQuery(askOwnOrders)
    : client.prefetchInfiniteQuery(askOffered)

/** What the person's points can buy, and what they have ordered. */
export function RewardsPage() {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'offered'
  useLive('me')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'offered' ? {} : { tab: next }) as never, resetScroll: false })
        }
        aria-label={t('title')}
        sx={{ mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={t(`tabs.${name}`)} id={`tab-${name}`} aria-controls={`panel-${name}`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'offered' ? <Offered /> : <OwnOrders />}
      </div>
    </>
  )
}

function Offered() {
  const { t, i18n } = useTranslation('rewards')
  const [chosen, choose] = useState<OfferedReward | null>(null)
  const result = useInfiniteQuery(askOffered)
  const rewards = result.data?.pages.flatMap((page) => page.items)
  const number = (value: number) => formatNumber(value, i18n.language)
  if (isProblem(result.error, 'wrong-state')) return <EmptyState title={t('off')} text={t('offText')} />
  if (result.error && !rewards) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!rewards) return <CardsSkeleton />
  const balance = result.data?.pages[0]?.rewardPointsCount ?? 0
  return (
    <>
      <Typography variant="h3" component="p" sx={{ mb: 2 }}>
        {t('have', { points: number(balance) })}
      </Typography>
      {rewards.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <CardList aria-label={t('tabs.offered')}>
          {rewards.map((reward) => (
            <RewardCard key={reward.id} reward={reward} onOrder={() => choose(reward)} />
          ))}
        </CardList>
      )}
      <MoreButton result={result} />
      {chosen && <OrderDialog reward={chosen} balance={balance} onClose={() => choose(null)} />}
    </>
  )
}

function RewardCard({ reward, onOrder }: { reward: OfferedReward; onOrder: () => void }) {
  const { t, i18n } = useTranslation('rewards')
  const me = useMe()
  const number = (value: number) => formatNumber(value, i18n.language)
  const reason = me.impersonation ? 'rewards.acting' : reward.can.order
  return (
    <li className="card">
      <CoverImage src={reward.image} title={reward.title} />
      <div className="body">
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{reward.title}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <bdi>{reward.description}</bdi>
        </Typography>
        <div className="facts">
          <strong>{t('cost', { points: number(reward.cost) })}</strong>
          {reward.stock !== null &&
            ` · ${reward.stock === 0 ? t('reasons.soldOut') : t('left', { count: reward.stock, formatted: number(reward.stock) })}`}
        </div>
        {reward.approval !== 'none' && <div className="facts">{t(`approvedBy.${reward.approval}`)}</div>}
        <Box sx={{ mt: 'auto', pt: 1 }}>
          <ActionButton
            variant="contained"
            size="small"
            onClick={onOrder}
            aria-label={t('orderOf', { action: t('order'), title: reward.title })}
            reasonWords={reason ? t(`reasons.${reason.replace('rewards.', '') as 'soldOut'}`) : undefined}
          >
            {t('order')}
          </ActionButton>
        </Box>
      </div>
    </li>
  )
}
