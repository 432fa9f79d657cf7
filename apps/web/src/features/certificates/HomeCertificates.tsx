import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CertificateLine } from './CertificateLine.tsx'

const shown = 3

/** The person’s certificates that expire soon or expired lately; nothing when there are none. */
export function HomeCertificates() {
  const { t } = useTranslation('myCertificates')
  const found = useQuery(queryOf(api.certificates.mine, { query: { ending: 'true', limit: shown } }))
  const certificates = found.data?.items ?? []
  if (certificates.length === 0) return null
  return (
    <Box component="section" aria-labelledby="home-certificates">
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 2 }}>
        <Typography variant="h2" id="home-certificates" sx={{ flex: 1 }}>
          {t('ending')}
        </Typography>
        <AppLink href={paths.myCertificates}>{t('title')}</AppLink>
      </Box>
      <Card sx={{ px: { xs: 1.5, md: 2 } }}>
        {certificates.map((one) => (
          <CertificateLine key={one.id} certificate={one} />
        ))}
      </Card>
    </Box>
  )
}
