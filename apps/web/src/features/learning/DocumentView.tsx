import type { ActivityContent } from '@learnt/contract/learning'
import DownloadIcon from '@mui/icons-material/Download'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatBytes } from '../../ui/times.ts'
import type { Recorder } from './useRecorder.ts'
import { useSeen } from './useSeen.ts'
import { useSteadyFile } from './useSteadyFile.ts'

type Document = Extract<ActivityContent, { kind: 'document' }>

const PdfPages = lazyPart(async () => (await import('./PdfPages.tsx')).PdfPages, {
  fallback: <LinesSkeleton lines={10} />,
  failed: NoViewer,
})

/** In the place of a viewer that could not be fetched. */
function NoViewer({ onFailed }: { onFailed: () => void }) {
  useEffect(onFailed, [onFailed])
  return null
}

/** How long a page of a document, or a picture, takes to read. */
const secondsPerPage = 20

/** A file: PDFs and pictures in the page, everything else to download. */
export function DocumentView({
  content,
  recorder,
  onStale,
}: {
  content: Document
  recorder: Recorder | null
  onStale?: (() => void) | undefined
}) {
  const file = useSteadyFile(content.file)
  const [failed, setFailed] = useState(false)
  const { contentType } = content.file
  const [shown, setShown] = useState<{ page: number; count: number } | null>(null)
  useSeen(recorder, shown && { atEnd: shown.page === shown.count, seconds: shown.count * secondsPerPage })
  const download = <Download file={{ ...content.file, url: file.url }} onDownload={() => recorder?.seen()} />
  const retry = () => {
    setFailed(false)
    file.renew()
    onStale?.()
  }
  if (failed) return <Offer file={content.file} reason="documentFailed" download={download} onRetry={retry} />
  if (contentType === 'application/pdf') {
    return (
      <PdfPages
        key={file.round}
        url={file.url}
        title={content.title}
        download={download}
        onShown={(page, count) => setShown({ page, count })}
        onFailed={() => setFailed(true)}
      />
    )
  }
  if (contentType.startsWith('image/')) {
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Box
          component="img"
          key={file.round}
          src={file.url}
          alt={content.title}
          onLoad={() => setShown({ page: 1, count: 1 })}
          onError={() => setFailed(true)}
          sx={{ maxWidth: '100%', height: 'auto', borderRadius: '12px', display: 'block' }}
        />
        {download}
      </Box>
    )
  }
  return <Offer file={content.file} reason="downloadText" download={download} />
}

function Download({ file, onDownload }: { file: Document['file']; onDownload: () => void }) {
  const { t } = useTranslation('learning')
  return (
    <Button
      component="a"
      href={file.url}
      download={file.name}
      variant="outlined"
      startIcon={<DownloadIcon />}
      onClick={onDownload}
      onAuxClick={onDownload}
    >
      {t('download')}
    </Button>
  )
}

interface OfferProps {
  file: Document['file']
  reason: 'documentFailed' | 'downloadText'
  download: ReactNode
  onRetry?: () => void
}

function Offer({ file, reason, download, onRetry }: OfferProps) {
  const { t, i18n } = useTranslation(['learning', 'common'])
  return (
    <Card
      sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 2, justifyItems: 'start' }}
      {...(onRetry ? { role: 'alert' } : {})}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', maxWidth: '100%' }}>
        <FileIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }} dir="auto">
            {file.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {formatBytes(file.size, i18n.language)}
          </Typography>
        </Box>
      </Box>
      <Typography>{t(reason)}</Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {download}
        {onRetry && (
          <Button variant="outlined" onClick={onRetry}>
            {t('common:actions.retry')}
          </Button>
        )}
      </Box>
    </Card>
  )
}
