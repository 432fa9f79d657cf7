import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ownAddress } from './picture-address.ts'

/** Below something that the person has: the badges that finishing it gives, and those that they have for it. */
export function EarnsBadges({ assignmentId, isDone }: { assignmentId: string; isDone: boolean }) {
  const { t } = useTranslation('myBadges')
  const earns = useQuery({
    ...queryOf(api.badges.earns, { params: { userCourseId: assignmentId } }),
    // finished meanwhile: then there is one
    queryKey: ['badges', 'earns', assignmentId, isDone],
  })
  const items = earns.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card
      component="section"
      aria-label={t('earns.label')}
      sx={{ px: { xs: 2, sm: 3 }, py: 1.5, mt: 3, maxWidth: 760, display: 'grid', gap: 1.5 }}
    >
      {items.map((one) => (
        <Box key={one.badgeId} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Box
            component="img"
            src={ownAddress(one.pictureUrl)}
            alt=""
            width={48}
            height={48}
            sx={{ flex: 'none', filter: one.isAwarded ? 'none' : 'grayscale(1)' }}
          />
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {t(one.isAwarded ? 'earns.awarded' : 'earns.text', { title: one.title })}
            </Typography>
            {one.criteria && (
              <Typography variant="body2" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {one.criteria}
              </Typography>
            )}
          </Box>
        </Box>
      ))}
    </Card>
  )
}
