import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { askOwnCertificates } from './asks.ts'
import { CertificateLine } from './CertificateLine.tsx'

/** The newest certificates on the profile, with the way to all. */
export function ProfileCertificates() {
  const { t } = useTranslation('myCertificates')
  const own = useQuery(askOwnCertificates(3))
  return (
    <Card component="section" aria-labelledby="profile-certificates" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="profile-certificates" variant="h2">
        {t('own')}
      </Typography>
      {own.data?.items.length === 0 && (
        <Typography color="textSecondary" sx={{ my: 1 }}>
          {t('emptyText')}
        </Typography>
      )}
      {own.data?.items.map((one) => (
        <CertificateLine key={one.id} certificate={one} />
      ))}
      <AppLink href={paths.myCertificates}>{t('all')}</AppLink>
    </Card>
  )
}
