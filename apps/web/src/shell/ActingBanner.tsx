import type { Me } from '@learnt/contract/session'
import { fullName } from '@learnt/contract/text'
import MaskIcon from '@mui/icons-material/TheaterComedyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { isProblem } from '../api/problem.ts'
import { useSend } from '../api/queries.ts'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { tellOtherTabs } from '../api/session-news.ts'
import { rememberTeam } from '../api/team-hint.ts'
import { paths } from '../routes/paths.ts'
import { beginSignOut } from '../session/leave-signed-out.ts'
import { showToast } from '../ui/toasts.ts'

/** The page goes back by itself this long before the server ends the session. */
const earlyMs = 5_000

/** Buttons have a background of their own, because the bar has the theme’s colour. */
const onBanner = {
  color: 'text.primary',
  bgcolor: 'background.paper',
  '&:hover': { bgcolor: 'background.default' },
}

/** Says on every page which person acts as which other one and with what rights, and leads back. */
export function ActingBanner({ impersonation }: { impersonation: NonNullable<Me['impersonation']> }) {
  const { t } = useTranslation('guard')
  const me = useMe()
  const { start, refresh } = useSession()
  const client = useQueryClient()
  const { name, writes, mayWrite, endsAt } = impersonation
  const person = fullName(me)
  const busy = useRef(false)
  const bar = useRoomAtEnd()

  const goBack = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    // from here on the page belongs to another person, so the closing socket is no news
    const stay = beginSignOut()
    try {
      rememberTeam(await call(api.impersonation.end))
    } catch (error) {
      if (!isProblem(error, 'wrong-state') && !isProblem(error, 'not-signed-in')) {
        busy.current = false
        stay()
        return showToast({ variant: 'error', text: t('acting.failed') })
      }
    }
    tellOtherTabs()
    location.assign(paths.home)
  }, [t])

  const allow = useSend(api.impersonation.allowWriting, {
    onSuccess: () => void refresh(),
    onError: () => showToast({ variant: 'error', text: t('acting.failed') }),
  })

  const left = new Date(endsAt).getTime() - new Date(start.serverTime).getTime()
  useEffect(() => {
    const timer = setTimeout(() => void goBack(), Math.max(0, left - earlyMs))
    return () => clearTimeout(timer)
  }, [left, goBack])

  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        const error = event.type === 'updated' && event.action.type === 'error' ? event.action.error : null
        if (isProblem(error, 'acting-read-only') || isProblem(error, 'not-while-acting'))
          // the server’s message explains the refusal
          showToast({ variant: 'warning', text: error.message })
      }),
    [client],
  )

  return (
    <Box
      ref={bar}
      component="section"
      aria-label={t('acting.label')}
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        // above the page and its bars, below dialogs
        zIndex: 1250,
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1, sm: 2 },
        alignItems: 'center',
        px: { xs: 2, sm: 3 },
        py: 1,
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
        boxShadow: 8,
      }}
    >
      <MaskIcon aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }} />
      <Typography role="status" sx={{ flex: '1 1 240px', minWidth: 0, fontWeight: 700, overflowWrap: 'anywhere' }}>
        {t('acting.both', { name, person })} {t(writes ? 'acting.writing' : 'acting.looking')}
      </Typography>
      {!writes && mayWrite && (
        <Button
          size="small"
          variant="outlined"
          sx={onBanner}
          loading={allow.isPending}
          onClick={() => allow.mutate({})}
        >
          {t('acting.allow')}
        </Button>
      )}
      <Button size="small" variant="outlined" sx={onBanner} onClick={() => void goBack()}>
        {t('acting.back')}
      </Button>
    </Box>
  )
}

/**
 * Ends the page above the banner, so that people can scroll to its last line and the banner never covers the focus.
 * What sticks to the end of the page starts at the CSS variable --page-end.
 */
function useRoomAtEnd(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const { documentElement: root, body } = document
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect()
      root.style.setProperty('--page-end', `${Math.ceil(height)}px`)
    })
    observer.observe(element)
    root.style.scrollPaddingBottom = body.style.paddingBottom = 'var(--page-end)'
    return () => {
      observer.disconnect()
      root.style.scrollPaddingBottom = body.style.paddingBottom = ''
      root.style.removeProperty('--page-end')
    }
  }, [])
  return bar
}
