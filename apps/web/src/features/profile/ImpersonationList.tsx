import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { Tag } from '../../ui/Tag.tsx'

/** Who acted as the person, when, why, and how far. */
export function ImpersonationList() {
  const { t } = useTranslation('profile')
  const history = useQuery(queryOf(api.impersonation.history))
  if (history.isError && !history.data)
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <LinesSkeleton />
  if (history.data.items.length === 0) return <Typography variant="body2">{t('impersonation.none')}</Typography>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {history.data.items.map((one) => (
        <Box
          component="li"
          key={one.id}
          sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 } }}
        >
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="subtitle2">{one.userName}</Typography>
            <Tag>{t(one.wrote ? 'impersonation.wrote' : 'impersonation.looked')}</Tag>
          </Box>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('impersonation.reason', { reason: one.reason })}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            <DateText value={one.createdAt} format="minute" /> –{' '}
            {one.endedAt ? (
              <DateText value={one.endedAt} format="minute" />
            ) : (
              t(one.status === 'active' ? 'impersonation.now' : 'impersonation.over')
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
