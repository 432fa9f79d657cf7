import { mayEnter } from '@learnt/contract/route-groups'
import Box from '@mui/material/Box'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { findRoute, works } from '../routes/route-book.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

const pages = [
  'theme',
  'providers',
  'billing',
  'usermanagement',
  'navigation',
  'notifications',
  'dynamic-custom-fields',
  'data-protection',
].map((name) => `/apps/admin/settings/${name}`)

/** Head and ways between the settings pages: those that exist and that the person may enter. */
export function SettingsFrame({
  title,
  text,
  actions,
  children,
}: {
  title: string
  text: string
  actions?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation(['settings', 'navigation'])
  const { roles } = useMe()
  const Anchor = useAnchor()
  const pathname = useLocation({ select: (location) => location.pathname })
  const row = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => revealCurrent(row.current), [])
  const open = pages.flatMap((path) => {
    const route = findRoute(path)
    return route && works(route) && mayEnter(route.who, roles) ? [route] : []
  })
  return (
    <>
      <PageHeader kicker={t('kicker')} title={title} text={text} {...(actions ? { actions } : {})} />
      {open.length > 1 && (
        <Box component="nav" aria-label={t('pages')} sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}>
          <Box
            component="ul"
            ref={row}
            sx={{ listStyle: 'none', display: 'flex', m: 0, p: 0, gap: 0.5, overflowX: 'auto', scrollbarWidth: 'thin' }}
          >
            {open.map((route) => {
              const here = route.path === pathname
              return (
                <li key={route.path}>
                  <Box
                    component={Anchor}
                    href={route.path}
                    {...(here ? { 'aria-current': 'page' as const } : {})}
                    sx={{
                      display: 'block',
                      px: 1.75,
                      py: 1.375,
                      whiteSpace: 'nowrap',
                      fontWeight: 700,
                      textDecoration: 'none',
                      color: here ? 'primary.main' : 'text.secondary',
                      borderBottom: 3,
                      borderColor: here ? 'primary.main' : 'transparent',
                      '&:hover': { color: 'text.primary' },
                      '&:focus-visible': { outlineOffset: -2 },
                    }}
                  >
                    {t(`navigation:titles.${route.title}`)}
                  </Box>
                </li>
              )
            })}
          </Box>
        </Box>
      )}
      {children}
    </>
  )
}

/** On a phone the row is wider than the window: the page that is open stands in the middle of what is seen of it. */
function revealCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector('[aria-current]')
  if (!row || !current) return
  const [all, one] = [row.getBoundingClientRect(), current.getBoundingClientRect()]
  row.scrollLeft += (one.left + one.right - all.left - all.right) / 2
}
