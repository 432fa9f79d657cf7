import CertificateIcon from '@mui/icons-material/WorkspacePremiumOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { CertificateLine } from './CertificateLine.tsx'

/** Below something that the person has: the certificate that they got for it, or that they will get one. */
export function EarnsCertificate({ assignmentId, isDone }: { assignmentId: string; isDone: boolean }) {
  const { t } = useTranslation('myCertificates')
  const earns = useQuery({
    ...queryOf(api.certificates.rules.earns, { params: { userCourseId: assignmentId } }),
    // finished meanwhile: then there is one
    queryKey: ['certificates', 'earns', assignmentId, isDone],
  })
  if (!earns.data || (!earns.data.gives && !earns.data.certificate)) return null
  const { certificate, validity } = earns.data
  return (
    <Card
      component="section"
      aria-label={t('earns.label')}
      sx={{ px: { xs: 2, sm: 3 }, py: 1.5, mt: 3, maxWidth: 760 }}
    >
      {certificate ? (
        <CertificateLine certificate={certificate} />
      ) : (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <CertificateIcon aria-hidden sx={{ color: 'text.secondary' }} />
          <Typography>
            {t('earns.text')} {validity?.kind === 'months' && t('earns.months', { count: validity.months })}
          </Typography>
        </Box>
      )}
    </Card>
  )
}
