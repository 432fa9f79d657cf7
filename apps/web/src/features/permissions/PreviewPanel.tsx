import type { PermissionPreview } from '@learnt/contract/permissions'
import GainIcon from '@mui/icons-material/AddCircleOutlined'
import KeepIcon from '@mui/icons-material/CheckCircleOutlined'
import LoseIcon from '@mui/icons-material/RemoveCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { PreviewPart } from './PreviewPart.tsx'

/** How many people a rule is for, and who would gain, keep and lose, before anything is saved. */
export function PreviewPanel({
  preview,
  stale,
}: {
  preview: UseQueryResult<PermissionPreview> | null
  stale: boolean
}) {
  const { t, i18n } = useTranslation('permissions')
  const { t: problems } = useTranslation('problems')
  const data = preview?.data
  return (
    <Box component="section" aria-label={t('preview.title')} aria-busy={stale} sx={{ position: 'relative' }}>
      <Typography variant="subtitle2" component="h3">
        {t('preview.title')}
      </Typography>
      <Box sx={{ height: 3, my: 0.75 }}>
        {stale && data && <LinearProgress aria-label={t('preview.counting')} sx={{ height: 3 }} />}
      </Box>
      {!preview ? (
        <Typography variant="body2" color="textSecondary">
          {t('preview.nothing')}
        </Typography>
      ) : preview.error && !data ? (
        <Alert severity="error">{problemText(problems, preview.error)}</Alert>
      ) : !data ? (
        <LinesSkeleton lines={4} />
      ) : (
        <Box sx={{ opacity: stale ? 0.55 : 1, transition: 'opacity 150ms' }}>
          <Typography role="status" sx={{ mb: 2 }}>
            <Typography
              component="span"
              sx={{ fontSize: '1.75rem', fontWeight: 800, marginInlineEnd: 1, fontVariantNumeric: 'tabular-nums' }}
            >
              {formatNumber(data.matching, i18n.language)}
            </Typography>
            {t('preview.match', { count: data.matching })}
          </Typography>
          <PreviewPart
            icon={<GainIcon color="success" />}
            tone="success"
            title={t('preview.gain', words(data.gain.count, i18n.language))}
            part={data.gain}
          />
          <PreviewPart
            icon={<KeepIcon color="action" />}
            tone="neutral"
            title={t('preview.keep', words(data.keep.count, i18n.language))}
            part={data.keep}
          />
          <PreviewPart
            icon={<LoseIcon color="error" />}
            tone="error"
            title={t('preview.lose', words(data.lose.count, i18n.language))}
            part={data.lose}
          />
        </Box>
      )}
    </Box>
  )
}

function words(count: number, language: string) {
  return { count, formatted: formatNumber(count, language) }
}
