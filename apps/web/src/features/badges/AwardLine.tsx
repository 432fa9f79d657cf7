import type { BadgeAward } from '@learnt/contract/badges'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatDay } from '../../ui/times.ts'
import { credentialPaths } from '../credentials/paths.ts'
import { AwardState } from './AwardState.tsx'
import { credentialOf } from './asks.ts'
import { ownAddress } from './picture-address.ts'

/** One badge of a person: its picture, what it is for, how it stands, its files and the public page. */
export function AwardLine({ award: one }: { award: BadgeAward }) {
  const { t, i18n } = useTranslation('myBadges')
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  const { cause } = one
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', py: 1.5 }}>
      <Box
        component="img"
        src={ownAddress(one.svgUrl)}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        sx={{ flex: 'none', opacity: one.state === 'valid' ? 1 : 0.5 }}
      />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            <bdi>{one.title}</bdi>
          </Typography>
          <AwardState state={one.state} />
        </Box>
        {one.description && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            <bdi>{one.description}</bdi>
          </Typography>
        )}
        {one.criteria && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {t('criteria', { criteria: one.criteria })}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('awardedOn', { day: day(one.awardedAt) })}
          {one.expiresAt && (
            <> · {t(one.state === 'expired' ? 'wasValidUntil' : 'validUntil', { day: day(one.expiresAt) })}</>
          )}
          {cause.kind === 'hand'
            ? cause.by && <> · {t('givenBy', { name: cause.by })}</>
            : cause.documentTitle && <> · {cause.documentTitle}</>}
        </Typography>
        {cause.note && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{cause.note}</bdi>
          </Typography>
        )}
        {one.state === 'revoked' && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {one.reason ? t('revokedBecause', { reason: one.reason }) : t('takenBack')}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <AppLink href={credentialPaths.verify(one.credentialId)} aria-label={t('verifyNamed', { title: one.title })}>
          {t('verify')}
        </AppLink>
        {one.state !== 'revoked' && (
          <>
            <Button
              component="a"
              href={credentialOf(one.id, 'png')}
              download
              variant="outlined"
              size="small"
              startIcon={<DownloadIcon />}
              aria-label={t('pictureNamed', { title: one.title })}
            >
              {t('picture')}
            </Button>
            <Button
              component="a"
              href={credentialOf(one.id, 'json')}
              download
              variant="outlined"
              size="small"
              startIcon={<DownloadIcon />}
              aria-label={t('credentialNamed', { title: one.title })}
            >
              {t('credential')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}
