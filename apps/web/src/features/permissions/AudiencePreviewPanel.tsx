import type { AudiencePreview } from '@learnt/contract/audiences'
import { documentKinds } from '@learnt/contract/document-kinds'
import GainIcon from '@mui/icons-material/AddCircleOutlined'
import KeepIcon from '@mui/icons-material/CheckCircleOutlined'
import LoseIcon from '@mui/icons-material/RemoveCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { PreviewPart } from './PreviewPart.tsx'

/** Who would gain, keep and lose which documents if an audience were saved so, over all rules that name it. */
export function AudiencePreviewPanel({
  preview,
  stale,
}: {
  preview: UseQueryResult<AudiencePreview> | null
  stale: boolean
}) {
  const { t, i18n } = useTranslation(['audiences', 'permissions', 'documentKinds', 'common'])
  const { t: problems } = useTranslation('problems')
  const data = preview?.data
  const words = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  return (
    <Box component="section" aria-label={t('preview.title')} aria-busy={stale}>
      <Typography variant="subtitle2" component="h3">
        {t('preview.title')}
      </Typography>
      <Box sx={{ height: 3, my: 0.75 }}>
        {stale && data && <LinearProgress aria-label={t('permissions:preview.counting')} sx={{ height: 3 }} />}
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
          <Box role="status" sx={{ mb: 2 }}>
            <Typography>
              <Typography
                component="span"
                sx={{ fontSize: '1.75rem', fontWeight: 800, marginInlineEnd: 1, fontVariantNumeric: 'tabular-nums' }}
              >
                {formatNumber(data.matching, i18n.language)}
              </Typography>
              {t('preview.match', { count: data.matching })}
            </Typography>
            <Typography variant="body2" sx={{ fontWeight: 700 }}>
              {data.documents.length === 0
                ? t(data.sections.length === 0 ? 'preview.unused' : 'preview.noRule')
                : [
                    t('preview.gainSome', words(data.totals.gain)),
                    t('preview.loseSome', words(data.totals.lose)),
                    t('preview.keepSome', words(data.totals.keep)),
                  ].join(' · ')}
            </Typography>
          </Box>
          {data.documents.map((document) => (
            <Box component="section" key={document.documentId} aria-label={document.title} sx={{ mb: 2.5 }}>
              <Typography variant="body2" component="h4" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
                <AppLink href={documentKinds[document.documentType].admin.one(document.documentId)}>
                  {document.title}
                </AppLink>
              </Typography>
              <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 0.75 }}>
                {[
                  t(`documentKinds:${document.documentType}.one`),
                  ...document.permissions.map((permission) => permission.title),
                ].join(' · ')}
              </Typography>
              <PreviewPart
                icon={<GainIcon color="success" />}
                tone="success"
                title={t('permissions:preview.gain', words(document.gain.count))}
                part={document.gain}
              />
              <PreviewPart
                icon={<KeepIcon color="action" />}
                tone="neutral"
                title={t('permissions:preview.keep', words(document.keep.count))}
                part={document.keep}
              />
              <PreviewPart
                icon={<LoseIcon color="error" />}
                tone="error"
                title={t('permissions:preview.lose', words(document.lose.count))}
                part={document.lose}
              />
            </Box>
          ))}
          {data.sections.map(({ pathway, sectionTitle, enter, leave }) => (
            <Box
              component="section"
              key={`${pathway.id} ${sectionTitle}`}
              aria-label={`${pathway.title} · ${sectionTitle}`}
              sx={{ mb: 2.5 }}
            >
              <Typography variant="body2" component="h4" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
                <AppLink href={documentKinds.pathway.admin.one(pathway.id)}>{pathway.title}</AppLink>
              </Typography>
              <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 0.75 }}>
                {t('preview.section', { title: sectionTitle })}
              </Typography>
              <PreviewPart
                icon={<GainIcon color="success" />}
                tone="success"
                title={t('preview.enter', words(enter.count))}
                part={enter}
              />
              <PreviewPart
                icon={<LoseIcon color="error" />}
                tone="neutral"
                title={t('preview.leave', words(leave.count))}
                part={leave}
              />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
