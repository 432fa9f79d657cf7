import 'react-pdf/dist/Page/AnnotationLayer.css'
import 'react-pdf/dist/Page/TextLayer.css'
import BeforeIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Document, Page, pdfjs } from 'react-pdf'
import { PDF_ROLE_TO_HTML_ROLE } from 'react-pdf/dist/shared/constants.js'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { installTrustedTypes } from '../../ui/trusted-types.ts'
import { PdfFiles, workerUrl } from './pdf-files.ts'
import { mendStructure } from './pdf-structure.ts'

// pdf.js names its worker by address, which the page's policy takes only by way of the default policy
installTrustedTypes()
pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
// NOTE pdf.js takes the head of a tagged table for one header cell, which leaves screen readers with a broken table
Object.assign(PDF_ROLE_TO_HTML_ROLE, { THead: 'rowgroup', TBody: 'rowgroup', TFoot: 'rowgroup' })

const options = {
  useWorkerFetch: false,
  BinaryDataFactory: PdfFiles,
  // NOTE asked whether they are set, never fetched from: PdfFiles answers
  cMapUrl: '/assets/',
  standardFontDataUrl: '/assets/',
  wasmUrl: '/assets/',
}
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

interface PdfPagesProps {
  url: string
  title: string
  download: ReactNode
  /** Anew with every page that is turned to. */
  onShown: (page: number, count: number) => void
  onFailed: () => void
}

/** A PDF page by page, as wide as there is room; drawn by pdf.js, because not every browser has a viewer of its own. */
export function PdfPages({ url, title, download, onShown, onFailed }: PdfPagesProps) {
  const { t, i18n } = useTranslation('files')
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [count, setCount] = useState(0)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    // whole pixels: a scroll bar that comes and goes must not redraw for ever
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const go = (next: number) => {
    if (next < 1 || next > count || next === page) return
    setPage(next)
    onShown(next, count)
    if (frame.current) frame.current.scrollTop = 0
  }
  const rescale = (by: 1 | -1) => setZoom((before) => zooms[zooms.indexOf(before) + by] ?? before)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = readKey(event.key, i18n.dir())
    // while a zoomed page can be moved sideways, the arrows do that
    if (key === null || (zoom > 1 && event.key.startsWith('Arrow'))) return
    event.preventDefault()
    if (key === 'larger') rescale(1)
    else if (key === 'smaller') rescale(-1)
    else go({ first: 1, last: count, next: page + 1, previous: page - 1 }[key])
  }

  const mirrored = { transform: i18n.dir() === 'rtl' ? 'scaleX(-1)' : 'none' }
  return (
    <Box>
      <Box
        role="group"
        aria-label={title}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center', mb: 1 }}
      >
        <IconButton aria-label={t('previousPage')} disabled={page <= 1} onClick={() => go(page - 1)}>
          <BeforeIcon sx={mirrored} />
        </IconButton>
        <Typography
          variant="body2"
          role="status"
          sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 92, textAlign: 'center' }}
        >
          {count > 0 ? t('pages', { page, count }) : '…'}
        </Typography>
        <IconButton aria-label={t('nextPage')} disabled={page >= count} onClick={() => go(page + 1)}>
          <NextIcon sx={mirrored} />
        </IconButton>
        <IconButton aria-label={t('zoomOut')} disabled={zoom === zooms[0]} onClick={() => rescale(-1)}>
          <ZoomOutIcon />
        </IconButton>
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 48, textAlign: 'center' }}>
          {new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(zoom)}
        </Typography>
        <IconButton aria-label={t('zoomIn')} disabled={zoom === zooms.at(-1)} onClick={() => rescale(1)}>
          <ZoomInIcon />
        </IconButton>
        <Box sx={{ marginInlineStart: 'auto' }}>{download}</Box>
      </Box>
      <Box
        ref={frame}
        role="region"
        aria-label={title}
        tabIndex={0}
        onKeyDown={onKeyDown}
        dir="ltr"
        sx={{
          overflow: 'auto',
          maxHeight: '85vh',
          minHeight: 320,
          border: 1,
          borderColor: 'divider',
          borderRadius: '12px',
          bgcolor: 'action.hover',
          '& .react-pdf__Page': { mx: 'auto', width: 'fit-content' },
          '& canvas': { display: 'block' },
        }}
      >
        <Document
          file={url}
          suspense={false}
          options={options}
          onLoadSuccess={(pdf) => {
            mendStructure(pdf)
            setCount(pdf.numPages)
            onShown(page, pdf.numPages)
          }}
          onLoadError={onFailed}
          onSourceError={onFailed}
          onItemClick={({ pageNumber }) => go(pageNumber)}
          externalLinkTarget="_blank"
          externalLinkRel="noopener noreferrer"
          loading={<Waiting />}
          error=""
          noData=""
        >
          {width > 0 && count > 0 && (
            <Page suspense={false} pageNumber={page} width={width * zoom} loading={<Waiting />} />
          )}
        </Document>
      </Box>
    </Box>
  )
}

function readKey(key: string, direction: 'ltr' | 'rtl') {
  switch (key) {
    case 'PageDown':
      return 'next'
    case 'PageUp':
      return 'previous'
    case 'ArrowRight':
      return direction === 'rtl' ? 'previous' : 'next'
    case 'ArrowLeft':
      return direction === 'rtl' ? 'next' : 'previous'
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    case '+':
      return 'larger'
    case '-':
      return 'smaller'
    default:
      return null
  }
}

function Waiting() {
  return (
    <Box sx={{ p: 3 }}>
      <LinesSkeleton lines={10} />
    </Box>
  )
}
