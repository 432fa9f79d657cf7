import type { RewardOrder } from '@learnt/contract/rewards'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { MoreButton } from '../../lists/EndlessList.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askOwnOrders } from './asks.ts'

/** What the person has ordered, newest first. */
export function OwnOrders() {
  const { t } = useTranslation('rewards')
  const result = useInfiniteQuery(askOwnOrders)
  const orders = result.data?.pages.flatMap((page) => page.items)
  if (result.error && !orders) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!orders) return <CardsSkeleton />
  if (orders.length === 0) return <EmptyState title={t('mine.none')} text={t('mine.noneText')} />
  return (
    <>
      <Box component="ul" aria-label={t('tabs.orders')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {orders.map((order) => (
          <Order key={order.id} order={order} />
        ))}
      </Box>
      <MoreButton result={result} />
    </>
  )
}

function Order({ order }: { order: RewardOrder }) {
  const { t, i18n } = useTranslation('rewards')
  const { t: problems } = useTranslation('problems')
  const me = useMe()
  const withdraw = useSend(api.requests.withdraw, {
    outdates: ['rewards', 'requests', 'points', 'session'],
    onSuccess: () => showToast({ variant: 'success', text: t('mine.withdrawn') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const { requestId } = order
  const ask = async () => {
    const isMeant = await confirm({
      title: t('mine.withdrawTitle', { title: order.title }),
      text: t('mine.withdrawText'),
      confirmLabel: t('mine.withdraw'),
    })
    if (isMeant && requestId) withdraw.mutate({ params: { requestId } })
  }
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere', fontWeight: 700 }}>
          <bdi>{order.title}</bdi>
        </Typography>
        <Typography variant="body2">{t('cost', { points: formatNumber(order.cost, i18n.language) })}</Typography>
        {requestId && !me.impersonation && (
          <Button size="small" loading={withdraw.isPending} onClick={() => void ask()}>
            {t('mine.withdraw')}
          </Button>
        )}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t(`states.${order.state}`)} · <DateText value={order.closedAt ?? order.orderedAt} />
      </Typography>
      {order.note && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <bdi>{order.note}</bdi>
        </Typography>
      )}
      {order.state === 'ordered' && order.deliveryNote && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <bdi>{order.deliveryNote}</bdi>
        </Typography>
      )}
    </Card>
  )
}
