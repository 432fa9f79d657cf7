import type { OwnRequest } from '@learnt/contract/requests'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../lists/EndlessList.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { askMyRequests, nameOfItem } from './asks.ts'
import { useWithdrawal } from './useWithdrawal.ts'

/** The person's own requests, newest first, with what became of each. */
export function MyRequests() {
  const { t } = useTranslation(['catalogues', 'learning'])
  const result = useInfiniteQuery(askMyRequests)
  const requests = result.data?.pages.flatMap((page) => page.items)
  if (result.error && !requests) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!requests) return <CardsSkeleton />
  if (requests.length === 0) return <EmptyState title={t('mine.empty')} text={t('mine.emptyText')} />
  return (
    <>
      <Box component="ul" aria-label={t('mine.title')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </Box>
      <MoreButton result={result} />
    </>
  )
}

function Request({ request }: { request: OwnRequest }) {
  const { t } = useTranslation('catalogues')
  const { withdraw, isBusy } = useWithdrawal()
  const isOpen = request.state === 'open'
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere', fontWeight: 700 }}>
          <AppLink href={addressOf(request)}>{request.title}</AppLink>
        </Box>
        <StateChip kind="request" state={request.state} />
        {isOpen && (
          <Button size="small" loading={isBusy} onClick={() => withdraw(request)}>
            {t('mine.withdraw')}
          </Button>
        )}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t('mine.madeOn')} <DateText value={request.madeAt} />
        {isOpen && ` · ${t(`waitsFor.${request.sentTo}`)}`}
        {request.decidedBy && (
          <>
            {' · '}
            {t(wordOf(request.state), { name: request.decidedBy })} <DateText value={request.decidedAt} />
          </>
        )}
      </Typography>
      {request.obstacle === 'notOffered' && <Typography variant="body2">{t('mine.notOffered')}</Typography>}
      {request.note && <Words label={t('mine.note')} text={request.note} />}
      {request.reason && <Words label={t('mine.reason')} text={request.reason} />}
    </Card>
  )
}

/** A form is looked at where its submission is, an order among the person's orders, everything else in the catalogue. */
function addressOf({ documentType, documentId, ...request }: OwnRequest): string {
  if (documentType === null || documentId === null) return `${paths.rewards}?tab=orders`
  return request.submissionId
    ? `/apps/myformsubmissions/${documentId}?submission=${request.submissionId}`
    : `${paths.catalogue}?tab=requests&item=${nameOfItem({ documentType, documentId })}`
}

function wordOf(state: OwnRequest['state']): 'approvedBy' | 'returnedBy' | 'declinedBy' {
  if (state === 'approved') return 'approvedBy'
  return state === 'returned' ? 'returnedBy' : 'declinedBy'
}

function Words({ label, text }: { label: string; text: string }) {
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <strong>{label}</strong> {text}
    </Typography>
  )
}
