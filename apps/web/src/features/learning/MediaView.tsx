import type { ActivityContent } from '@learnt/contract/learning'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useSteadyFile } from '../files/useSteadyFile.ts'
import { mergeSegments, readPlayed, type Segments, watchedPercent } from './segments.ts'
import type { Recorder } from './useRecorder.ts'

type Media = Extract<ActivityContent, { kind: 'video' | 'audio' }>

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
const speedKey = 'learnt.speed'
/** Somebody who left in the last seconds wants to see it again, not its end. */
const nearEnd = 3

/**
 * On arrival a film ends above the bar with the next step, below the heads of course and step; in a low window it takes
 * what the bars leave of it.
 */
const filmHeight = 'max(100dvh - 440px, min(320px, 100dvh - 164px))'

/** A film or a sound by the browser's own player: it is the one that people know and that works by keyboard. */
export function MediaView({
  content,
  recorder,
  onStale,
}: {
  content: Media
  recorder: Recorder | null
  onStale?: (() => void) | undefined
}) {
  const { t, i18n } = useTranslation(['learning', 'common'])
  const media = useRef<HTMLVideoElement>(null)
  const file = useSteadyFile(content.file)
  const [captions] = useState(content.captions)
  const [speed, setSpeed] = useState(readSpeed)
  const [duration, setDuration] = useState(0)
  const [watched, setWatched] = useState<Segments>(content.segments)
  const [failed, setFailed] = useState(false)
  /** The segments and position from before the element was reloaded. */
  const before = useRef<{ segments: Segments; position: number | null }>({ segments: [], position: null })
  const lastTold = useRef(0)
  const isVideo = content.kind === 'video'
  const opened = recorder?.opened

  useEffect(() => opened?.(), [opened])
  useEffect(() => {
    if (media.current) media.current.playbackRate = speed
  }, [speed])

  const tell = () => {
    const element = media.current
    if (!element || !Number.isFinite(element.duration) || element.duration <= 0) return
    const played = mergeSegments(before.current.segments, readPlayed(element.played))
    setWatched(mergeSegments(content.segments, played))
    before.current.position = element.currentTime
    lastTold.current = performance.now()
    recorder?.watched({ segments: played, position: element.currentTime, duration: element.duration })
  }
  // NOTE reports the last second before the recorder leaves: its listeners come after capturing ones, its clean-up
  // after those of layout effects
  const tellLast = useRef(tell)
  tellLast.current = tell
  useLayoutEffect(() => {
    const last = () => tellLast.current()
    addEventListener('pagehide', last, { capture: true })
    document.addEventListener('visibilitychange', last, { capture: true })
    return () => {
      removeEventListener('pagehide', last, { capture: true })
      document.removeEventListener('visibilitychange', last, { capture: true })
      last()
    }
  }, [])
  const playing = recorder?.playing

  const begin = () => {
    const element = media.current
    if (!element) return
    setFailed(false)
    setDuration(element.duration)
    element.playbackRate = speed
    const position = before.current.position ?? recorder?.position ?? content.position
    if (position > 0 && position < element.duration - nearEnd) element.currentTime = position
  }
  const stop = () => {
    tell()
    playing?.(false)
  }
  const fail = () => {
    const element = media.current
    if (element) before.current.segments = mergeSegments(before.current.segments, readPlayed(element.played))
    playing?.(false)
    setFailed(true)
  }
  const chooseSpeed = (next: number) => {
    setSpeed(next)
    try {
      localStorage.setItem(speedKey, String(next))
    } catch {
      // NOTE without storage the person chooses the speed again on the next step
    }
  }

  const percent = Math.floor(watchedPercent(watched, duration))
  const Element = isVideo ? 'video' : 'audio'
  return (
    <Box>
      <Box sx={isVideo ? { bgcolor: '#000', borderRadius: '14px', overflow: 'hidden', lineHeight: 0 } : { py: 1 }}>
        <Box
          component={Element}
          key={file.round}
          ref={media}
          src={file.url}
          controls
          playsInline
          preload="metadata"
          aria-label={content.title}
          onLoadedMetadata={begin}
          onDurationChange={() => setDuration(media.current?.duration ?? 0)}
          onTimeUpdate={() => performance.now() - lastTold.current > 1000 && tell()}
          onPlay={() => playing?.(true)}
          onPause={stop}
          onEnded={stop}
          onSeeked={tell}
          onRateChange={() => media.current && setSpeed(media.current.playbackRate)}
          onError={fail}
          sx={
            isVideo
              ? {
                  width: '100%',
                  aspectRatio: '16 / 9',
                  maxHeight: filmHeight,
                  display: 'block',
                }
              : { width: '100%', display: 'block' }
          }
        >
          {captions.map((track) => (
            <track
              key={track.url}
              kind="captions"
              src={track.url}
              srcLang={track.language}
              label={track.label}
              default={!isVideo && track.language.split('-')[0] === i18n.language}
            />
          ))}
        </Box>
      </Box>
      {failed && (
        <Alert
          severity="error"
          sx={{ mt: 2 }}
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                file.renew()
                onStale?.()
              }}
            >
              {t('common:actions.retry')}
            </Button>
          }
        >
          {t('mediaFailed')}
        </Alert>
      )}
      {!isVideo && captions.length > 0 && <CueText media={media} round={file.round} />}
      <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            {t(isVideo ? 'watched' : 'listened', { percent })}
          </Typography>
          <ProgressBar value={percent} label={t(isVideo ? 'watched' : 'listened', { percent })} showValue={false} />
        </Box>
        <TextField
          select
          size="small"
          label={t('speed')}
          value={String(speed)}
          onChange={(event) => chooseSpeed(Number(event.target.value))}
          sx={{ width: 110 }}
        >
          {[...new Set([...speeds, speed])]
            .sort((a, b) => a - b)
            .map((one) => (
              <MenuItem key={one} value={String(one)}>
                {new Intl.NumberFormat(i18n.language).format(one)}×
              </MenuItem>
            ))}
        </TextField>
      </Box>
      {content.transcript && (
        <Box
          component="details"
          sx={{
            mt: 3,
            border: 1,
            borderColor: 'divider',
            borderRadius: '12px',
            '&[open] > summary': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <Box component="summary" sx={{ px: 2, py: 1.25, fontWeight: 700, cursor: 'pointer', borderRadius: '12px' }}>
            {t('transcript')}
          </Box>
          <Typography
            component="div"
            sx={{ px: 2, py: 2, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 760 }}
          >
            {content.transcript}
          </Typography>
        </Box>
      )}
    </Box>
  )
}

/** Captions of a sound, which has no picture to lay them on. */
function CueText({ media, round }: { media: RefObject<HTMLMediaElement | null>; round: number }) {
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new element
  useEffect(() => {
    const tracks = [...(media.current?.textTracks ?? [])]
    const track = tracks.find((one) => one.mode === 'showing') ?? tracks[0]
    if (!track) return
    track.mode = 'hidden'
    const read = () =>
      setText([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text.replace(/<[^>]+>/g, '')).join('\n'))
    track.addEventListener('cuechange', read)
    return () => track.removeEventListener('cuechange', read)
  }, [media, round])
  return (
    <Typography sx={{ mt: 1, minHeight: '3.2em', textAlign: 'center', whiteSpace: 'pre-line', fontSize: '1.0625rem' }}>
      {text}
    </Typography>
  )
}

function readSpeed(): number {
  try {
    const speed = Number(localStorage.getItem(speedKey))
    return speeds.includes(speed) ? speed : 1
  } catch {
    return 1
  }
}
