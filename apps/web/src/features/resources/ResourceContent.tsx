import type { StoredFile } from '@learnt/contract/files'
import type { ResourceType } from '@learnt/contract/resources'
import DownloadIcon from '@mui/icons-material/Download'
import OpenIcon from '@mui/icons-material/OpenInNew'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { DocumentReader } from '../files/DocumentReader.tsx'
import type { ShownDocument } from '../files/reading.ts'
import { MediaView } from '../learning/MediaView.tsx'
import { watchedPercent } from '../learning/segments.ts'
import type { Recorder } from '../learning/useRecorder.ts'
import { useSeen } from '../learning/useSeen.ts'
import type { Reading } from './useReading.ts'

interface ShownResource {
  id: string
  title: string
  type: ResourceType
  file: StoredFile | null
  url: string
}

/** What somebody has to have played of a film or a sound to have seen it. */
const playedPercent = 90

/** A resource as people read it. `reading`: null in a preview, which records nothing. */
export function ResourceContent({
  resource,
  reading,
  onStale,
}: {
  resource: ShownResource
  reading: Reading | null
  onStale?: (() => void) | undefined
}) {
  const { t } = useTranslation('resources')
  const { type, file, url, title } = resource
  if (type === 'link') return url ? <LinkCard url={url} reading={reading} /> : <EmptyState title={t('noLink')} />
  if (!file) return <EmptyState title={t('noFile')} />
  if (type === 'video' || type === 'audio')
    return <Media key={file.id} resource={resource} kind={type} file={file} reading={reading} onStale={onStale} />
  return <Pages key={file.id} file={file} title={title} reading={reading} onStale={onStale} />
}

/** Seen is who followed the link, not who looked at this card. */
function LinkCard({ url, reading }: { url: string; reading: Reading | null }) {
  const { t } = useTranslation(['resources', 'common'])
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{t('linkText')}</Typography>
      <Typography color="textSecondary" variant="body2" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
        {url}
      </Typography>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="contained"
        size="large"
        endIcon={<OpenIcon sx={(theme) => ({ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' })} />}
        onClick={() => reading?.opened()}
        // the middle button opens a tab as well
        onAuxClick={() => reading?.opened()}
      >
        {t('openLink')}
        <span style={visuallyHidden}> ({t('common:opensNewTab')})</span>
      </Button>
    </Card>
  )
}

interface FileProps {
  file: StoredFile
  reading: Reading | null
  onStale?: (() => void) | undefined
}

function Pages({ file, title, reading, onStale }: FileProps & { title: string }) {
  const [shown, setShown] = useState<ShownDocument | null>(null)
  const recorder = useMemo(() => reading && { opened: reading.opened, seen: reading.read }, [reading])
  useSeen(recorder, shown)
  return (
    <DocumentReader
      file={file}
      title={title}
      onShown={setShown}
      onDownload={() => reading?.downloaded()}
      onStale={onStale}
    />
  )
}

/** By the player of courses. */
function Media({
  resource,
  kind,
  file,
  reading,
  onStale,
}: FileProps & { resource: ShownResource; kind: 'video' | 'audio' }) {
  const { t } = useTranslation('resources')
  const recorder = useMemo<Recorder | null>(
    () =>
      reading && {
        opened: reading.opened,
        seen: reading.read,
        tick: () => Promise.resolve(),
        watched: ({ segments, duration }) => {
          if (watchedPercent(segments, duration) >= playedPercent) reading.read()
        },
        playing: reading.playing,
        flush: () => {},
        position: null,
        state: 'inprogress',
        progress: 0,
        saving: { state: 'idle' },
      },
    [reading],
  )
  return (
    <>
      <MediaView
        content={{
          kind,
          id: resource.id,
          title: resource.title,
          completion: { rule: 'watch', percent: playedPercent },
          state: 'inprogress',
          progress: 0,
          scorePercent: null,
          savedAt: null,
          file,
          captions: [],
          transcript: '',
          position: 0,
          segments: [],
        }}
        recorder={recorder}
        onStale={onStale}
      />
      <Button
        component="a"
        href={file.url}
        download={file.name}
        variant="outlined"
        startIcon={<DownloadIcon />}
        onClick={() => reading?.downloaded()}
        sx={{ mt: 2 }}
      >
        {t('download')}
      </Button>
    </>
  )
}
