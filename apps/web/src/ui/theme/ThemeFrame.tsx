import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { colorsOf, type TeamColors } from './colors.ts'
import { createAppTheme } from './create-theme.ts'
import { findCache, loadCache } from './emotion-cache.ts'
import { followDevice, readDevice, schemeOf, showScheme } from './shown-scheme.ts'

export interface ThemeFrameProps {
  team: TeamColors
  wish: 'light' | 'dark' | 'system'
  direction: 'ltr' | 'rtl'
  customScrollbars?: boolean
  children: ReactNode
}

/** Theme, direction and style cache round the whole application; waits for the mirror plugin before a right-to-left page. */
export function ThemeFrame({ team, wish, direction, customScrollbars = false, children }: ThemeFrameProps) {
  const { t } = useTranslation()
  const deviceIsDark = useSyncExternalStore(followDevice, readDevice)
  const [cache, setCache] = useState<{ direction: 'ltr' | 'rtl'; value: EmotionCache } | null>(() => {
    const value = findCache(direction)
    return value && { direction, value }
  })
  const scheme = schemeOf(wish, team.palette, deviceIsDark)

  useEffect(() => {
    if (cache?.direction === direction) return
    let stale = false
    void loadCache(direction).then((value) => {
      if (!stale) setCache({ direction, value })
    })
    return () => {
      stale = true
    }
  }, [direction, cache])
  useEffect(() => showScheme(scheme, wish), [scheme, wish])

  useEffect(() => {
    document.documentElement.dataset.scrollbars = customScrollbars ? 'custom' : 'device'
  }, [customScrollbars])

  const words = useMemo(
    () => ({
      clear: t('actions.clear'),
      close: t('actions.close'),
      open: t('actions.open'),
      loading: t('loading'),
      noOptions: t('noResults'),
    }),
    [t],
  )
  // until the other direction's cache is there, the page stays as it was: nothing that somebody typed is lost
  const shown = cache?.direction ?? direction
  const theme = useMemo(() => createAppTheme(colorsOf(team, scheme), shown, words), [team, scheme, shown, words])
  if (!cache) return null
  return (
    <CacheProvider value={cache.value}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
