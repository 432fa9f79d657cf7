import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { plainList } from '../../ui/table/list-state.ts'
import { AwardList } from './AwardList.tsx'
import { askAwards, awardsStandard, type BadgeReader } from './asks.ts'

/** The badges of somebody whom the reader looks after. */
export function PersonBadges({ userId, as }: { userId: string; as: BadgeReader }) {
  const { t } = useTranslation('myBadges')
  const found = useQuery(askAwards(as, { ...plainList, ...awardsStandard }, { userId }))
  if (!found.data || found.data.items.length === 0) return null
  return (
    <Card component="section" aria-labelledby="person-badges" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography id="person-badges" variant="h2">
        {t('title')}
      </Typography>
      <AwardList awards={found.data.items} labelledBy="person-badges" />
    </Card>
  )
}
