import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { ChangeList } from './ChangeList.tsx'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'

interface VersionComparisonProps<Content extends BaseContent, Document extends EditedDocument<Content>> {
  kind: KindWorkspace<Content, Document>
  document: Document
  /** Newest first. */
  versions: readonly { id: string; number: number }[]
}

/** What changed between any two versions, or up to the draft; at first since the last publication but one. */
export function VersionComparison<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  document,
  versions,
}: VersionComparisonProps<Content, Document>) {
  const { t } = useTranslation('documents')
  const [from, setFrom] = useState(versions[1]?.id ?? versions[0]?.id ?? 'draft')
  const [to, setTo] = useState(versions.length > 1 ? (versions[0]?.id ?? 'draft') : 'draft')
  const comparison = useQuery({
    ...queryOf(kind.calls.compareVersions, { params: kind.paramsOf(document.id), query: { from, to } }),
    staleTime: 0,
  })
  const options = [
    { id: 'draft', label: t('versions.draft') },
    ...versions.map(({ id, number }) => ({ id, label: t('versions.number', { number }) })),
  ]
  const choice = (label: string, value: string, onChoose: (id: string) => void) => (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      sx={{ minWidth: 160, flex: { xs: '1 1 100%', sm: '0 1 auto' } }}
    >
      {options.map((option) => (
        <MenuItem key={option.id} value={option.id}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Card component="section" aria-label={t('versions.compare')} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Typography variant="h4" component="h2">
        {t('versions.compare')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        {choice(t('versions.from'), from, setFrom)}
        {choice(t('versions.to'), to, setTo)}
      </Box>
      {comparison.error ? (
        <ErrorState error={comparison.error} onRetry={() => void comparison.refetch()} />
      ) : !comparison.data ? (
        <LinesSkeleton lines={2} />
      ) : comparison.data.changes.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('versions.same')}
        </Typography>
      ) : (
        <ChangeList kind={kind} changes={comparison.data.changes} />
      )}
    </Card>
  )
}
