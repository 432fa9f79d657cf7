import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { askIssued, type CertificateReader } from './asks.ts'
import { CertificateLine } from './CertificateLine.tsx'

/** The certificates of somebody whom the reader looks after. */
export function PersonCertificates({ userId, as }: { userId: string; as: CertificateReader }) {
  const { t } = useTranslation('myCertificates')
  const found = useQuery(askIssued(as, plainList, userId))
  if (!found.data || found.data.total === 0) return null
  return (
    <Card component="section" aria-labelledby="person-certificates" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography id="person-certificates" variant="h2">
        {t('certificates')}
      </Typography>
      {found.data.items.map((one) => (
        <CertificateLine key={one.id} certificate={one} />
      ))}
      <Box>
        <AppLink href={paths.certificates(as)}>{t('allOfPeople')}</AppLink>
      </Box>
    </Card>
  )
}
