import type { StoredFile } from '@learnt/contract/files'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { DocumentOffer } from './DocumentOffer.tsx'
import { outlineAsk } from './prepared.ts'
import type { ReaderProps } from './reading.ts'
import { SheetTabs } from './SheetTabs.tsx'
import { SlideList } from './SlideList.tsx'
import { WordPages } from './WordPages.tsx'

interface PreparedDocumentProps extends Omit<ReaderProps, 'outline'> {
  file: StoredFile
  download: ReactNode
}

const readers = { word: WordPages, sheets: SheetTabs, slides: SlideList } as const

/** A document that the server has made ready for reading, or is about to. */
export function PreparedDocument({ file, download, ...props }: PreparedDocumentProps) {
  const { t } = useTranslation('files')
  const { url, onFailed } = props
  const { data: outline, isError } = useQuery(outlineAsk(url))
  useEffect(() => {
    if (isError) onFailed()
  }, [isError, onFailed])
  if (!outline) return <LinesSkeleton lines={10} />
  if (outline.state === 'waiting')
    return <DocumentOffer file={file} reason={t('preparingText')} download={download} isWaiting />
  if (outline.state === 'failed' || outline.kind === 'pdf')
    return <DocumentOffer file={file} reason={outline.reason} download={download} />
  const Reader = readers[outline.kind]
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
        <Typography variant="body2" color="textSecondary">
          {outline.kind === 'slides' && t('slides', { count: outline.slides })}
        </Typography>
        <Box sx={{ marginInlineStart: 'auto' }}>{download}</Box>
      </Box>
      {outline.isCut && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('cut')}
        </Alert>
      )}
      <Reader outline={outline} {...props} />
    </Box>
  )
}
