import type { Launch } from '@learnt/contract/learning'
import { type PlayerErrorCode, playerAllow, playerSandbox } from '@learnt/contract/player'
import FullIcon from '@mui/icons-material/Fullscreen'
import SmallIcon from '@mui/icons-material/FullscreenExit'
import LeaveIcon from '@mui/icons-material/Logout'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConnectedPlayer, connectPlayer } from '../../player-host/connect-player.ts'
import { SaveState, type Saving } from '../../ui/SaveState.tsx'

/** A player that has not answered by then will not. */
const patience = 20_000

interface PackageFrameProps {
  launch: Launch
  title: string
  /** Launches again when the token has run out. */
  renew: () => Promise<Launch>
  /** Whether the last words are on the server; else they wait on this device. */
  onClosed: (saved: boolean) => void
}

/** The package over the whole window, with its name, what is saved, and the way out. */
export function PackageFrame({ launch, title, renew, onClosed }: PackageFrameProps) {
  const { t, i18n } = useTranslation(['learning', 'parts'])
  const theme = useTheme()
  const id = useId()
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const whole = useRef<HTMLDivElement>(null)
  const player = useRef<ConnectedPlayer | null>(null)
  const [starting, setStarting] = useState(true)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [error, setError] = useState<PlayerErrorCode | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [full, setFull] = useState(false)

  /** The one way out: the package says its last words, and nobody goes before they are saved or the patience is over. */
  const farewell = useRef<Promise<void> | null>(null)
  const leave = () => {
    farewell.current ??= (async () => {
      setLeaving(true)
      if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
      const saved = (await player.current?.close()) ?? true
      player.current = null
      latest.current.onClosed(saved || launch.mode !== 'normal')
    })()
    return farewell.current
  }
  const latest = useRef({ renew, onClosed, leave })
  latest.current = { renew, onClosed, leave }
  const scheme = theme.palette.mode
  const spoken = useRef({ title, language: i18n.language, direction: i18n.dir(), scheme })

  useEffect(() => {
    if (!frame) return
    const timer = setTimeout(() => setError((before) => before ?? 'state-failed'), patience)
    const connected = connectPlayer({
      frame,
      launch,
      ...spoken.current,
      renew: () => latest.current.renew(),
      onReady: () => {
        clearTimeout(timer)
        setStarting(false)
        setError(null)
      },
      onSaved: (at) => setSaving({ state: 'saved', at }),
      onUnsaved: (offline) => setSaving({ state: offline ? 'retrying' : 'saving' }),
      onExit: () => void latest.current.leave(),
      onError: (code) => {
        clearTimeout(timer)
        setStarting(false)
        setError(code)
      },
    })
    player.current = connected
    return () => {
      clearTimeout(timer)
      // after a farewell it has hung up already
      if (player.current === connected) connected.disconnect()
    }
  }, [frame, launch])

  // back, a link, another page: the last words first
  useBlocker({
    shouldBlockFn: async () => {
      await latest.current.leave()
      return false
    },
    enableBeforeUnload: false,
  })

  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void whole.current?.requestFullscreen().catch(() => {})
  }

  const canFill = document.fullscreenEnabled
  return (
    <Dialog
      fullScreen
      open
      transitionDuration={0}
      aria-labelledby={id}
      slotProps={{ paper: { ref: whole, sx: { border: 0, borderRadius: 0, bgcolor: 'background.default' } } }}
    >
      <Box
        component="header"
        sx={{
          display: 'flex',
          gap: { xs: 1, sm: 2 },
          alignItems: 'center',
          px: { xs: 1.5, sm: 2 },
          minHeight: 56,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Typography id={id} component="h2" variant="subtitle1" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        {launch.mode === 'normal' ? (
          <SaveState saving={saving} />
        ) : (
          <Chip size="small" label={t(launch.mode === 'review' ? 'reviewOnly' : 'previewBanner')} />
        )}
        {canFill && (
          <Tooltip title={t(full ? 'leaveFullScreen' : 'fullScreen')} slotProps={{ popper: { disablePortal: true } }}>
            <IconButton aria-label={t(full ? 'leaveFullScreen' : 'fullScreen')} onClick={toggleFull}>
              {full ? <SmallIcon /> : <FullIcon />}
            </IconButton>
          </Tooltip>
        )}
        <Button
          variant="contained"
          startIcon={<LeaveIcon sx={{ transform: i18n.dir() === 'rtl' ? 'scaleX(-1)' : 'none' }} />}
          loading={leaving}
          onClick={() => void leave()}
          sx={{ flexShrink: 0 }}
        >
          {t('exit')}
        </Button>
      </Box>
      {saving.state === 'retrying' && (
        <Alert severity="warning" sx={{ borderRadius: 0 }}>
          {t('offline')}
        </Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ borderRadius: 0 }}>
          {t(`parts:playerErrors.${error}`)}
        </Alert>
      )}
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
        {starting && !error && (
          <Typography
            role="status"
            color="textSecondary"
            sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' }}
          >
            {t('playerStarting')}
          </Typography>
        )}
        <Box
          component="iframe"
          ref={setFrame}
          // what is done in there is not seen from here: while it is open, somebody is at work
          data-running-course
          title={t('player', { title })}
          // set before an address: the first document in the frame has them already
          sandbox={playerSandbox}
          allow={playerAllow}
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0, display: 'block' }}
        />
      </Box>
    </Dialog>
  )
}
