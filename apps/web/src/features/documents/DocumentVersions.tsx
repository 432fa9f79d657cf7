import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
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
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import { VersionComparison } from './VersionComparison.tsx'
import { VersionView } from './VersionView.tsx'

interface DocumentVersionsProps<Content extends BaseContent, Document extends EditedDocument<Content>> {
  kind: KindWorkspace<Content, Document>
  document: Document
  /** The version that is open; null: the list. */
  item: string | null
  onItem: (item: string | null) => void
  /** Makes this version the draft. */
  onRestore: (version: { id: string; number: number }) => void
}

/**
 * The published versions: when and by which author, and how many people are on each. Each can be opened, compared and
 * restored.
 */
export function DocumentVersions<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  document,
  item,
  onItem,
  onRestore,
}: DocumentVersionsProps<Content, Document>) {
  const { t, i18n } = useTranslation('documents')
  const versions = useQuery(queryOf(kind.calls.versions, { params: kind.paramsOf(document.id) }))
  if (versions.error && !versions.data)
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <LinesSkeleton lines={5} />
  if (versions.data.items.length === 0) return <EmptyState title={t('versions.empty')} text={t('versions.emptyText')} />
  const locked = Boolean(document.can.edit)
  if (item)
    return (
      <VersionView
        kind={kind}
        document={document}
        versionId={item}
        onBack={() => onItem(null)}
        onRestore={locked ? null : onRestore}
      />
    )
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 820 }}>
      <VersionComparison kind={kind} document={document} versions={versions.data.items} />
      <Box
        component="ol"
        aria-label={t('versions.title')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}
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
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
                <Button
                  size="small"
                  onClick={() => onItem(version.id)}
                  aria-label={t('versions.openNumber', { number: version.number })}
                >
                  {t('versions.open')}
                </Button>
                {!locked && (
                  <Button
                    size="small"
                    color="inherit"
                    onClick={() => onRestore(version)}
                    aria-label={t('versions.restoreNumber', { number: version.number })}
                  >
                    {t('versions.restore')}
                  </Button>
                )}
              </Box>
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
    </Box>
  )
}
