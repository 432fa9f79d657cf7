import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { askIssued, type CertificateReader } from './asks.ts'
import { CertificateLine } from './CertificateLine.tsx'
import { certificatePaths } from './paths.ts'

/** A person’s certificates, for a manager or administrator. `saysNone`: shows a sentence when there are none. */
export function PersonCertificates(of: { userId: string; as: CertificateReader; saysNone?: boolean }) {
  const { userId, as, saysNone = false } = of
  const { t } = useTranslation('myCertificates')
  const found = useQuery(askIssued(as, plainList, userId))
  if (saysNone && found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || (found.data.total === 0 && !saysNone)) return null
  return (
    <Card component="section" aria-labelledby="person-certificates" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography id="person-certificates" variant="h2">
        {t('certificates')}
      </Typography>
      {found.data.total === 0 && <Typography color="textSecondary">{t('noneOfPerson')}</Typography>}
      {found.data.items.map((one) => (
        <CertificateLine key={one.id} certificate={one} />
      ))}
      <Box>
        <AppLink href={certificatePaths.certificates(as)}>{t('allOfPeople')}</AppLink>
      </Box>
    </Card>
  )
}
