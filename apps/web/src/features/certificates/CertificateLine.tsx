import type { Certificate } from '@learnt/contract/certificates'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatDay } from '../../ui/times.ts'
import { credentialPaths } from '../credentials/paths.ts'
import { pdfOf } from './asks.ts'
import { StateMark } from './StateMark.tsx'

/** One certificate of the person: what it is for, how it stands, the PDF and the public page. */
export function CertificateLine({ certificate: one }: { certificate: Certificate }) {
  const { t, i18n } = useTranslation('myCertificates')
  const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
  const isOver = one.state === 'revoked' || one.state === 'replaced'
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', py: 1.5 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            <bdi>{one.title}</bdi>
          </Typography>
          <StateMark state={one.state} isExpiring={one.isExpiring} />
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('issuedOn', { day: day(one.issuedDay) })}
          {one.validUntil && (
            <> · {t(one.state === 'expired' ? 'wasValidUntil' : 'validUntil', { day: day(one.validUntil) })}</>
          )}
          {' · '}
          <Box component="bdi" sx={{ whiteSpace: 'nowrap' }}>
            {one.serial}
          </Box>
        </Typography>
        {one.state === 'revoked' && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {one.reason ? t('revokedBecause', { reason: one.reason }) : t('takenBack')}
          </Typography>
        )}
        {one.replacedBy && <Typography variant="body2">{t('replacedBy', { serial: one.replacedBy })}</Typography>}
      </Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <AppLink href={credentialPaths.verify(one.credentialId)} aria-label={t('verifyNamed', { title: one.title })}>
          {t('verify')}
        </AppLink>
        {!isOver && (
          <Button
            component="a"
            href={pdfOf(one.id)}
            download
            variant="outlined"
            size="small"
            startIcon={<DownloadIcon />}
            aria-label={t('downloadNamed', { title: one.title })}
          >
            {t('download')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
