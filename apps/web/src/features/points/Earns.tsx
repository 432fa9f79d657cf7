import StarsIcon from '@mui/icons-material/StarsOutlined'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { formatNumber } from '../../ui/times.ts'
import { EarnsBadges } from '../badges/EarnsBadges.tsx'
import { EarnsCertificate } from '../certificates/EarnsCertificate.tsx'

interface EarnsProps {
  assignmentId: string
  isDone: boolean
}

/** Below something that the person has: what they get for it, or got. */
export function Earns(props: EarnsProps) {
  const { settings } = useSession()
  return (
    <>
      <EarnsCertificate {...props} />
      <EarnsBadges {...props} />
      {settings.rewards && <EarnsPoints {...props} />}
    </>
  )
}

function EarnsPoints({ assignmentId, isDone }: EarnsProps) {
  const { t, i18n } = useTranslation('points')
  const earns = useQuery({
    ...queryOf(api.points.earns, { params: { userCourseId: assignmentId } }),
    // finished meanwhile: then there are some
    queryKey: ['points', 'earns', assignmentId, isDone],
  })
  if (!earns.data) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  const { amount, steps, earned } = earns.data
  const words = [
    ...(earned > 0 ? [t('earns.earned', { points: number(earned) })] : []),
    ...(amount > 0 ? [t('earns.amount', { points: number(amount) })] : []),
    ...(steps > 0 && !isDone ? [t('earns.steps', { points: number(steps) })] : []),
  ]
  if (words.length === 0) return null
  return (
    <Card
      component="section"
      aria-label={t('earns.label')}
      sx={{ px: { xs: 2, sm: 3 }, py: 1.5, mt: 2, maxWidth: 760, display: 'flex', gap: 1.5, alignItems: 'center' }}
    >
      <StarsIcon aria-hidden sx={{ color: earned > 0 ? 'success.main' : 'text.secondary' }} />
      <Typography>{words.join(' ')}</Typography>
    </Card>
  )
}
