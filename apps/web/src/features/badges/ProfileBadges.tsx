import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/LiveProvider.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { AwardList } from './AwardList.tsx'
import { askOwnBadges } from './asks.ts'

/** The person's own badges on the profile, newest first. */
export function ProfileBadges() {
  const { t } = useTranslation('myBadges')
  const client = useQueryClient()
  const [limit, setLimit] = useState(5)
  const own = useQuery({ ...askOwnBadges(limit), placeholderData: keepPreviousData })
  useChange('me', 'badge', () => void client.invalidateQueries({ queryKey: ['badges', 'mine'] }))
  return (
    <Card component="section" aria-labelledby="profile-badges" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="profile-badges" variant="h2">
        {t('title')}
      </Typography>
      {own.error && <ErrorState error={own.error} onRetry={() => void own.refetch()} />}
      {own.isPending && <LinesSkeleton />}
      {own.data?.items.length === 0 && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('emptyText')}
        </Typography>
      )}
      {own.data && own.data.items.length > 0 && <AwardList awards={own.data.items} labelledBy="profile-badges" />}
      {own.data?.next && limit < 100 && (
        <Button onClick={() => setLimit(100)} sx={{ mt: 1 }}>
          {t('showMore')}
        </Button>
      )}
    </Card>
  )
}
