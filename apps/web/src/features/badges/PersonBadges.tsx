import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { AwardList } from './AwardList.tsx'
import { askAwards, awardsStandard, type BadgeReader } from './asks.ts'

/** A person’s badges, for a manager or administrator. `saysNone`: shows a sentence when there are none. */
export function PersonBadges(of: { userId: string; as: BadgeReader; saysNone?: boolean }) {
  const { userId, as, saysNone = false } = of
  const { t } = useTranslation('myBadges')
  const found = useQuery(askAwards(as, { ...plainList, ...awardsStandard }, { userId }))
  if (saysNone && found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || (found.data.items.length === 0 && !saysNone)) return null
  return (
    <Card component="section" aria-labelledby="person-badges" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography id="person-badges" variant="h2">
        {t('title')}
      </Typography>
      {found.data.items.length === 0 && <Typography color="textSecondary">{t('noneOfPerson')}</Typography>}
      <AwardList awards={found.data.items} labelledBy="person-badges" />
    </Card>
  )
}
