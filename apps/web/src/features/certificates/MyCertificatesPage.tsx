import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { askOwnCertificates } from './asks.ts'
import { OwnCertificates } from './OwnCertificates.tsx'
import { OwnOutside } from './OwnOutside.tsx'

export const loader: Loader = ({ client }) => client.prefetchQuery(askOwnCertificates(25))

/** What one has earned, here and elsewhere. */
export function MyCertificatesPage() {
  const { t } = useTranslation('myCertificates')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 900 }}>
        <OwnCertificates />
        <OwnOutside />
      </Box>
    </>
  )
}
