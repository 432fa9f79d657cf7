import type { VerifiedCredential } from '@learnt/contract/credentials'
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
import { CheckFile } from './CheckFile.tsx'

/** The public page of a certificate or a badge, for anybody with its address: whether it is genuine and still valid. */
export function VerifyPage() {
  const { t } = useTranslation('credentials')
  const { credentialId } = useParams({ strict: false }) as { credentialId: string }
  const found = useQuery({
    ...queryOf(api.credentials.verify, { params: { credentialId } }),
    retry: false,
  })
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', p: { xs: 2, sm: 4 } }}>
      <PageHeader title={t('title')} text={t('text')} />
      {found.isPending && <LinesSkeleton lines={6} />}
      {isProblem(found.error, 'not-found') ? (
        <EmptyState title={t('unknown')} text={t('unknownText')} />
      ) : (
        found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && (
        <>
          <Verified one={found.data} />
          <CheckFile credentialId={credentialId} />
        </>
      )}
    </Box>
  )
}

function Verified({ one }: { one: VerifiedCredential }) {
  const { t, i18n } = useTranslation('credentials')
  const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
  const isGood = one.state === 'valid' && one.isSigned !== false
  const Icon = isGood ? GoodIcon : BadIcon
  const facts = [
    ['holder', one.holderName],
    ['title', one.title],
    ['issuer', one.issuer],
    ['issued', day(one.issuedDay)],
    ['until', one.validUntil ? day(one.validUntil) : t('facts.forEver')],
    ...(one.serial ? [['serial', one.serial] as const] : []),
    ...(one.kind === 'badge' ? [['signature', t(signatureWords(one.isSigned))] as const] : []),
  ] as const
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
      <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', mb: 2 }}>
        <Icon aria-hidden sx={{ fontSize: 40, color: isGood ? 'success.main' : 'error.main' }} />
        <Typography variant="h2">
          {one.isSigned === false ? t('notSigned') : t(`states.${one.kind}.${one.state}`)}
        </Typography>
      </Box>
      {one.pictureUrl && (
        <Box
          component="img"
          src={one.pictureUrl}
          alt={t('picture', { title: one.title })}
          sx={{ display: 'block', width: 128, height: 128, mb: 2 }}
        />
      )}
      {one.replacedBy && <Typography sx={{ mb: 2 }}>{t('replacedBy', { serial: one.replacedBy })}</Typography>}
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: 'minmax(120px, 180px) 1fr' }, gap: { sm: 1 } }}
      >
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary">
              {t(`facts.${name}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, mb: { xs: 1.5, sm: 0 }, fontWeight: 600, overflowWrap: 'anywhere' }}>
              <bdi>{value}</bdi>
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

function signatureWords(isSigned: boolean | null): 'signed' | 'notSigned' | 'neverSigned' {
  return isSigned === null ? 'neverSigned' : isSigned ? 'signed' : 'notSigned'
}
