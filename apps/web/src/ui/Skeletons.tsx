import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

/** Grey shapes of what is coming, so that nothing jumps when it comes. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <Box aria-busy="true" aria-label={t('loading')} role="status">
      <Skeleton width="38%" height={40} />
      <Skeleton width="60%" height={24} sx={{ mb: 3 }} />
      <Skeleton variant="rounded" height={280} />
    </Box>
  )
}

export function CardsSkeleton({ count = 6 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <Box
      aria-busy="true"
      aria-label={t('loading')}
      role="status"
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Card key={index}>
          <Skeleton variant="rectangular" height={140} />
          <Box sx={{ p: 2 }}>
            <Skeleton width="80%" height={26} />
            <Skeleton width="50%" />
            <Skeleton variant="rounded" height={8} sx={{ mt: 2 }} />
          </Box>
        </Card>
      ))}
    </Box>
  )
}

export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  const { t } = useTranslation()
  return (
    <Box aria-busy="true" aria-label={t('loading')} role="status" sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { md: '1fr 1fr' } }}>
      {Array.from({ length: fields }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={56} />
      ))}
    </Box>
  )
}

export function LinesSkeleton({ lines = 4 }: { lines?: number }) {
  const { t } = useTranslation()
  return (
    <Box aria-busy="true" aria-label={t('loading')} role="status">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={`${90 - ((index * 17) % 40)}%`} height={28} />
      ))}
    </Box>
  )
}
