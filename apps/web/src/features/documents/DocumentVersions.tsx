import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../api/queries.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import type { EditedDocument, KindPages } from './kind.ts'

/** What was published when, by whom, and how many people are on it. */
export function DocumentVersions({ kind, document }: { kind: KindPages; document: EditedDocument }) {
  const { t, i18n } = useTranslation('documents')
  const versions = useQuery(queryOf(kind.calls.versions, { params: kind.paramsOf(document.id) }))
  if (versions.error && !versions.data)
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <LinesSkeleton lines={5} />
  if (versions.data.items.length === 0) return <EmptyState title={t('versions.empty')} text={t('versions.emptyText')} />
  return (
    <Box
      component="ol"
      aria-label={t('versions.title')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5, maxWidth: 820 }}
    >
      {versions.data.items.map((version) => (
        <Card
          component="li"
          key={version.id}
          sx={{ p: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography variant="h4" component="h2">
                {t('versions.number', { number: version.number })}
              </Typography>
              {version.number === document.publishedNumber && <Chip size="small" label={t('versions.current')} />}
            </Box>
            <Typography variant="body2" color="textSecondary">
              <DateText value={version.publishedAt} format="minute" />
              {version.publishedBy && ` · ${version.publishedBy}`}
            </Typography>
            {version.note && (
              <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {version.note}
              </Typography>
            )}
          </Box>
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('versions.learners', {
              count: version.learners,
              formatted: formatNumber(version.learners, i18n.language),
            })}
          </Typography>
        </Card>
      ))}
    </Box>
  )
}
