import type { BadgePreview } from '@learnt/contract/badges'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'

/** Who would get the badge now, by number and by name, before anything is saved. */
export function RulePreview({ preview, isStale }: { preview: UseQueryResult<BadgePreview> | null; isStale: boolean }) {
  const { t, i18n } = useTranslation('badgeRules')
  const { t: problems } = useTranslation('problems')
  const data = preview?.data
  const counted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const rest = data ? data.people - data.names.length : 0
  return (
    <Card component="section" aria-label={t('preview.title')} aria-busy={isStale} sx={{ p: 2 }}>
      <Typography variant="subtitle2" component="h2">
        {t('preview.title')}
      </Typography>
      <Box sx={{ height: 3, my: 0.75 }}>
        {isStale && data && <LinearProgress aria-label={t('preview.counting')} sx={{ height: 3 }} />}
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
        <Box sx={{ opacity: isStale ? 0.55 : 1, transition: 'opacity 150ms' }}>
          <Typography role="status">
            <Typography
              component="span"
              sx={{ fontSize: '1.75rem', fontWeight: 800, marginInlineEnd: 1, fontVariantNumeric: 'tabular-nums' }}
            >
              {formatNumber(data.people, i18n.language)}
            </Typography>
            {t('preview.people', { count: data.people })}
          </Typography>
          {data.awards > data.people && (
            <Typography variant="body2">{t('preview.awards', counted(data.awards))}</Typography>
          )}
          <Box
            component="ul"
            // what scrolls is reached by the keyboard, too
            tabIndex={0}
            aria-label={t('preview.title')}
            sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', maxHeight: 420, overflowY: 'auto' }}
          >
            {data.names.map((one) => (
              <Typography key={one.userId} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {one.name}
                {one.awards > 1 && ` · ${t('preview.times', counted(one.awards))}`}
                {one.email && (
                  <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
                    {one.email}
                  </Typography>
                )}
              </Typography>
            ))}
            {rest > 0 && (
              <Typography component="li" variant="body2" sx={{ fontWeight: 700 }}>
                {t('preview.others', counted(rest))}
              </Typography>
            )}
          </Box>
        </Box>
      )}
    </Card>
  )
}
