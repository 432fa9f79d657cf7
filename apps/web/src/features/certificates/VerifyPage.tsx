import BadIcon from '@mui/icons-material/HighlightOffOutlined'
import GoodIcon from '@mui/icons-material/VerifiedOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatDay } from '../../ui/times.ts'

/** The public page of a certificate: whether it is real and still valid, for whoever has its address. */
export function VerifyPage() {
  const { t, i18n } = useTranslation('myCertificates')
  const { credentialId } = useParams({ strict: false }) as { credentialId: string }
  const found = useQuery({
    ...queryOf(api.certificates.verify, { params: { credentialId } }),
    retry: false,
  })
  const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
  const one = found.data
  const Icon = one?.state === 'valid' ? GoodIcon : BadIcon
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', p: { xs: 2, sm: 4 } }}>
      <PageHeader title={t('verification.title')} text={t('verification.text')} />
      {found.isPending && <LinesSkeleton lines={6} />}
      {isProblem(found.error, 'not-found') ? (
        <EmptyState title={t('verification.unknown')} text={t('verification.unknownText')} />
      ) : (
        found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {one && (
        <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
          <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', mb: 2 }}>
            <Icon aria-hidden sx={{ fontSize: 40, color: one.state === 'valid' ? 'success.main' : 'error.main' }} />
            <Typography variant="h2">{t(`verification.states.${one.state}`)}</Typography>
          </Box>
          {one.replacedBy && <Typography sx={{ mb: 2 }}>{t('replacedBy', { serial: one.replacedBy })}</Typography>}
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: 'minmax(120px, 180px) 1fr' }, gap: 1 }}
          >
            {(
              [
                ['holder', one.holderName],
                ['for', one.title],
                ['issuer', one.issuer],
                ['issued', day(one.issuedDay)],
                ['until', one.validUntil ? day(one.validUntil) : t('verification.forEver')],
                ['serial', one.serial],
              ] as const
            ).map(([name, value]) => (
              <Box key={name} sx={{ display: 'contents' }}>
                <Typography component="dt" color="textSecondary">
                  {t(`verification.${name}`)}
                </Typography>
                <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                  <bdi>{value}</bdi>
                </Typography>
              </Box>
            ))}
          </Box>
        </Card>
      )}
    </Box>
  )
}
