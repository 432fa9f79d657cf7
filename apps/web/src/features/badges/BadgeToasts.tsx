import type { BadgeNotice } from '@learnt/contract/badges'
import { limits } from '@learnt/contract/measures'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Snackbar from '@mui/material/Snackbar'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useChange } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { paths } from '../../routes/paths.ts'
import { ownAddress } from './picture-address.ts'
import { useHeldTimer } from './useHeldTimer.ts'

/** Badges that the person earned in this session, one after the other, bottom left; the pointer and the focus stop the clock. */
export function BadgeToasts({ onOpen }: { onOpen: (path: string) => void }) {
  const { t } = useTranslation('badgeToast')
  const client = useQueryClient()
  const [shown, setShown] = useState<BadgeNotice | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isBusy = useRef(false)
  const showNext = useCallback(async () => {
    // a tab that nobody sees leaves it to the one that is seen
    if (isBusy.current || document.hidden) return
    isBusy.current = true
    const next = await claimNotice().catch(() => null)
    isBusy.current = next !== null
    if (!next) return
    setShown(next)
    setOpen(true)
  }, [])
  useEffect(() => {
    void showNext()
    const look = () => void showNext()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [showNext])
  useChange('me', 'badge', () => {
    void client.invalidateQueries({ queryKey: ['badges'] })
    void showNext()
  })
  const close = () => setOpen(false)
  const held = useHeldTimer(limits.badgeToastMs, isOpen, close)
  return (
    // the region is there before its words, or they would not be read out
    <Box role="status">
      {shown && (
        <Snackbar
          key={shown.id}
          open={isOpen}
          {...held}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          onClose={(_, reason) => reason !== 'clickaway' && close()}
          slotProps={{
            transition: {
              onExited: () => {
                setShown(null)
                isBusy.current = false
                void showNext()
              },
            },
          }}
        >
          <Paper
            elevation={8}
            sx={{
              display: 'flex',
              gap: 2,
              alignItems: 'center',
              p: 2,
              maxWidth: 420,
              border: 1,
              borderColor: 'divider',
            }}
          >
            <Box
              component="img"
              src={ownAddress(shown.s3Url)}
              alt={t('picture', { badge: shown.title, name: `${shown.firstName} ${shown.lastName}`.trim() })}
              width={64}
              height={64}
              sx={{ flex: 'none', objectFit: 'contain' }}
            />
            <Typography>
              {t('text')}{' '}
              <Link
                href={paths.profile}
                onClick={(event) => {
                  close()
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onOpen(paths.profile)
                }}
              >
                {t('view')}
              </Link>
            </Typography>
            <IconButton size="small" aria-label={t('close')} onClick={close} sx={{ alignSelf: 'start' }}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Paper>
        </Snackbar>
      )}
    </Box>
  )
}

/** The oldest that no other page of the session shows: the server gives each to the first that asks for it. */
async function claimNotice(): Promise<BadgeNotice | null> {
  const { items } = await call(api.badges.notices.unseen)
  for (const notice of items) {
    const { ids } = await call(api.badges.notices.shown, { body: { ids: [notice.id] } })
    if (ids.length > 0) return notice
  }
  return null
}
