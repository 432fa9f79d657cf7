import type { StoredFile } from '@learnt/contract/files'
import { readableKindOf } from '@learnt/contract/readable-kinds'
import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { DocumentOffer } from './DocumentOffer.tsx'
import { outlineAsk } from './prepared.ts'
import type { ShownDocument } from './reading.ts'
import { useSteadyFile } from './useSteadyFile.ts'

interface DocumentReaderProps {
  file: StoredFile
  title: string
  /** Called at each change, but not while there is nothing to read. */
  onShown: (shown: ShownDocument) => void
  onDownload?: (() => void) | undefined
  /** The file's address is no longer good; fetch it again. */
  onStale?: (() => void) | undefined
}

const lazily = { fallback: <LinesSkeleton lines={10} />, failed: NoViewer }
const PdfPages = lazyPart(async () => (await import('./PdfPages.tsx')).PdfPages, lazily)
const PreparedDocument = lazyPart(async () => (await import('./PreparedDocument.tsx')).PreparedDocument, lazily)

/** In the place of a viewer that could not be fetched. */
function NoViewer({ onFailed }: { onFailed: () => void }) {
  useEffect(onFailed, [onFailed])
  return null
}

/** How long a page of a PDF, or a picture, takes to read. */
const secondsPerPage = 20

/**
 * A stored document in the page: PDF, Word, Excel, CSV, PowerPoint and pictures, always with a button to download it.
 * Give it the file as an operation answers it.
 */
export function DocumentReader({ file: given, title, onShown, onDownload, onStale }: DocumentReaderProps) {
  const { t } = useTranslation('files')
  const file = useSteadyFile(given)
  const [failed, setFailed] = useState(false)
  const kind = readableKindOf(given.contentType)
  const download = (
    <Button
      component="a"
      href={file.url}
      download={given.name}
      variant="outlined"
      startIcon={<DownloadIcon />}
      onClick={onDownload}
      onAuxClick={onDownload}
    >
      {t('download')}
    </Button>
  )
  const retry = () => {
    setFailed(false)
    file.renew()
    onStale?.()
  }
  const fail = () => setFailed(true)
  if (failed) return <Failed file={given} url={file.url} download={download} onRetry={retry} />
  if (kind === 'pdf') {
    return (
      <PdfPages
        key={file.round}
        url={file.url}
        title={title}
        download={download}
        onShown={(page, count) => onShown({ atEnd: page === count, seconds: count * secondsPerPage })}
        onFailed={fail}
      />
    )
  }
  if (kind !== null) {
    return (
      <PreparedDocument
        key={file.round}
        file={given}
        url={file.url}
        title={title}
        download={download}
        onShown={onShown}
        onFailed={fail}
      />
    )
  }
  if (given.contentType.startsWith('image/')) {
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Box
          component="img"
          key={file.round}
          src={file.url}
          alt={title}
          onLoad={() => onShown({ atEnd: true, seconds: secondsPerPage })}
          onError={fail}
          sx={{ maxWidth: '100%', height: 'auto', borderRadius: '12px', display: 'block' }}
        />
        {download}
      </Box>
    )
  }
  return <DocumentOffer file={given} reason={t('downloadText')} download={download} />
}

/** The server may know why: a PDF with a password, a damaged one. */
function Failed(props: { file: StoredFile; url: string; download: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('files')
  const { file, url, download, onRetry } = props
  const outline = useQuery({ ...outlineAsk(url), enabled: readableKindOf(file.contentType) !== null, retry: false })
  const reason = outline.data?.reason || t('documentFailed')
  return <DocumentOffer file={file} reason={reason} download={download} onRetry={onRetry} />
}
