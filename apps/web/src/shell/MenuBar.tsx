import { limits, sizes } from '@learnt/contract/measures'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../ui/AppLink.tsx'
import { NavBadgeChip } from './NavBadgeChip.tsx'
import { NavIcon } from './NavIcon.tsx'
import { isActive, type Label, type NavBranch, type NavLeaf } from './navigation.ts'
import { UserMenu } from './UserMenu.tsx'
import { useNavigation } from './use-navigation.ts'

type WordsOf = (label: Label) => string
type Entry = NavBranch | NavLeaf

/**
 * The navigation across the page. Menus open after 150 ms under the pointer and close as late, and at once by Enter or
 * the arrow down; the arrows go along the bar and inside of a menu, Escape closes. What finds no room goes under "More".
 */
export function MenuBar({
  width,
  brand,
  withPerson,
}: {
  width: number | undefined
  brand?: ReactNode
  withPerson: boolean
}) {
  const { t } = useTranslation('shell')
  const { nodes, wordsOf } = useNavigation()
  const entries = nodes.filter((node): node is Entry => node.type !== 'divider' && node.id !== 'logout')
  const row = useRef<HTMLUListElement>(null)
  const room = useRoom(row, entries.map((entry) => wordsOf(entry.label)).join('|'))
  const [open, setOpen] = useState<string | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pathname = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu closes when its page has come
  useEffect(() => setOpen(null), [pathname])
  useEffect(() => () => clearTimeout(waiting.current), [])

  const soon = (id: string | null) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => setOpen(id), limits.hoverMs)
  }
  const now = (id: string | null) => {
    clearTimeout(waiting.current)
    setOpen(id)
  }
  const rest = entries.slice(room)
  const shown: Entry[] = [
    ...entries.slice(0, room),
    ...(rest.length > 0
      ? [
          {
            type: 'group',
            id: 'more',
            label: { words: t('navigation.more') },
            icon: 'menu',
            children: rest,
          } as NavBranch,
        ]
      : []),
  ]
  return (
    <Box
      component="nav"
      aria-label={t('navigation.label')}
      sx={(theme) => ({
        minHeight: sizes.toolbar,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: width ? `max(24px, calc((100% - ${width}px) / 2))` : 3,
        backgroundColor: theme.bars.navbar.ground,
        color: theme.bars.navbar.text,
        borderBottom: `1px solid ${theme.bars.navbar.line}`,
        position: 'relative',
        zIndex: theme.zIndex.appBar + 1,
      })}
    >
      {brand}
      <Box
        component="ul"
        ref={row}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => onKey(event, open, now)}
        sx={{ flex: 1, minWidth: 0, listStyle: 'none', m: 0, p: 0, display: 'flex', alignItems: 'center', gap: 0.5 }}
      >
        {shown.map((entry) => (
          <Box
            component="li"
            key={entry.id}
            data-entry
            onMouseEnter={() => soon('children' in entry ? entry.id : null)}
            onMouseLeave={() => soon(null)}
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget) && open === entry.id) now(null)
            }}
            sx={{ flexShrink: 0 }}
          >
            {'children' in entry ? (
              <Menu
                entry={entry}
                open={open === entry.id}
                onOpen={(yes) => now(yes ? entry.id : null)}
                active={isActive(entry, pathname)}
                pathname={pathname}
                wordsOf={wordsOf}
              />
            ) : (
              <Leaf entry={entry} active={isActive(entry, pathname)} wordsOf={wordsOf} top />
            )}
          </Box>
        ))}
      </Box>
      {withPerson && <UserMenu small={false} />}
    </Box>
  )
}

interface MenuProps {
  entry: NavBranch
  open: boolean
  onOpen: (open: boolean) => void
  active: boolean
  pathname: string
  wordsOf: WordsOf
}

function Menu({ entry, open, onOpen, active, pathname, wordsOf }: MenuProps) {
  const id = useId()
  const leaves = entry.children.filter((node): node is NavLeaf => node.type !== 'divider' && !('children' in node))
  const branches = entry.children.filter((node): node is NavBranch => 'children' in node)
  return (
    <>
      <ButtonBase
        data-top
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        sx={(theme) => topStyle(theme, active)}
      >
        <NavIcon name={entry.icon} />
        {wordsOf(entry.label)}
        {entry.badge && <NavBadgeChip badge={entry.badge} />}
        <ExpandIcon
          fontSize="small"
          aria-hidden
          sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform 150ms' }}
        />
      </ButtonBase>
      <Box
        id={id}
        data-menu
        role="group"
        aria-label={wordsOf(entry.label)}
        hidden={!open}
        sx={(theme) => ({
          position: 'absolute',
          top: '100%',
          insetInline: 24,
          mx: 'auto',
          width: 'fit-content',
          maxWidth: 'calc(100% - 48px)',
          maxHeight: 'calc(100dvh - 160px)',
          overflowY: 'auto',
          p: 2,
          gap: 3,
          ...(open ? { display: 'flex' } : {}),
          flexWrap: 'wrap',
          backgroundColor: theme.raised,
          color: theme.palette.text.primary,
          border: `1px solid ${theme.line}`,
          borderRadius: '0 0 16px 16px',
          boxShadow: theme.shadows[8],
        })}
      >
        {leaves.length > 0 && (
          <Column count={leaves.length}>
            {leaves.map((leaf) => (
              <li key={leaf.id}>
                <Leaf entry={leaf} active={isActive(leaf, pathname)} wordsOf={wordsOf} />
              </li>
            ))}
          </Column>
        )}
        {branches.map((branch) => (
          <Section key={branch.id} branch={branch} pathname={pathname} wordsOf={wordsOf} />
        ))}
      </Box>
    </>
  )
}

function Section({ branch, pathname, wordsOf }: { branch: NavBranch; pathname: string; wordsOf: WordsOf }) {
  const id = useId()
  const leaves = leavesOf(branch)
  return (
    <Box>
      <Box id={id} sx={(theme) => ({ ...theme.typography.overline, color: 'text.secondary', px: 1.5, pb: 0.5 })}>
        {wordsOf(branch.label)}
      </Box>
      <Column count={leaves.length} labelledBy={id}>
        {leaves.map((leaf) => (
          <li key={leaf.id}>
            <Leaf entry={leaf} active={isActive(leaf, pathname)} wordsOf={wordsOf} />
          </li>
        ))}
      </Column>
    </Box>
  )
}

function Column({ count, labelledBy, children }: { count: number; labelledBy?: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      {...(labelledBy ? { 'aria-labelledby': labelledBy } : {})}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        // as close as those of its neighbours, however high they are
        alignContent: 'start',
        gridAutoFlow: 'column',
        gridTemplateRows: `repeat(${Math.min(count, 8)}, auto)`,
        columnGap: 1,
      }}
    >
      {children}
    </Box>
  )
}

function Leaf({
  entry,
  active,
  wordsOf,
  top = false,
}: {
  entry: NavLeaf
  active: boolean
  wordsOf: WordsOf
  top?: boolean
}) {
  const Anchor = useAnchor()
  const { t } = useTranslation()
  const outside = entry.target === '_blank'
  const label = wordsOf(entry.label)
  const named = entry.badge ? `${label} ${entry.badge.title}` : label
  return (
    <ButtonBase
      component={Anchor}
      href={entry.href}
      {...(top ? { 'data-top': true } : {})}
      {...(outside
        ? { target: '_blank', rel: 'noopener noreferrer', 'aria-label': `${named} (${t('opensNewTab')})` }
        : {})}
      {...(active ? { 'aria-current': 'page' as const } : {})}
      sx={(theme) => (top ? topStyle(theme, active) : leafStyle(theme, active))}
    >
      <NavIcon name={entry.icon} />
      {label}
      {entry.badge && <NavBadgeChip badge={entry.badge} />}
    </ButtonBase>
  )
}

function leavesOf(branch: NavBranch): NavLeaf[] {
  return branch.children.flatMap((node) =>
    node.type === 'divider' ? [] : 'children' in node ? leavesOf(node) : [node],
  )
}

/** The arrows go round the bar and round an open menu; left and right leave a menu for the bar. */
function onKey(event: KeyboardEvent<HTMLElement>, open: string | null, setOpen: (id: string | null) => void): void {
  const { key, currentTarget: bar } = event
  const focused = document.activeElement as HTMLElement
  const tops = [...bar.querySelectorAll<HTMLElement>('[data-top]')]
  const own = focused.closest('[data-entry]')
  const top = own?.querySelector<HTMLElement>('[data-top]')
  const menu = own?.querySelector<HTMLElement>('[data-menu]')
  if (!top) return
  const rtl = document.documentElement.dir === 'rtl'
  const ahead = rtl ? 'ArrowLeft' : 'ArrowRight'
  const back = rtl ? 'ArrowRight' : 'ArrowLeft'
  const step = (among: HTMLElement[], by: number) => among.at((among.indexOf(focused) + by) % among.length)?.focus()
  if (key === 'Escape' && open) {
    event.stopPropagation()
    setOpen(null)
    top.focus()
  } else if (key === ahead || key === back) {
    const from = tops.indexOf(top)
    tops.at((from + (key === ahead ? 1 : -1)) % tops.length)?.focus()
  } else if (key === 'Home' || key === 'End') {
    tops.at(key === 'Home' ? 0 : -1)?.focus()
  } else if ((key === 'ArrowDown' || key === 'ArrowUp') && menu) {
    const inMenu = focused !== top
    if (inMenu) step([...menu.querySelectorAll<HTMLElement>('a')], key === 'ArrowDown' ? 1 : -1)
    else {
      if (top.getAttribute('aria-expanded') === 'false') top.click()
      // the menu is in the page, and can take the focus once it is shown
      requestAnimationFrame(() => {
        const links = menu.querySelectorAll<HTMLElement>('a')
        links[key === 'ArrowDown' ? 0 : links.length - 1]?.focus()
      })
    }
  } else return
  event.preventDefault()
}

/** How many entries fit into the row, with room left for "More". Measured when all of them stand in it. */
function useRoom(row: { current: HTMLElement | null }, words: string): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const [counted, setCounted] = useState('')
  const widths = useRef<number[]>([])
  if (counted !== words && room !== Number.POSITIVE_INFINITY) setRoom(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const list = row.current
    if (!list) return
    if (counted !== words && room === Number.POSITIVE_INFINITY) {
      widths.current = [...list.children].map((entry) => (entry as HTMLElement).offsetWidth + 4)
      setCounted(words)
    }
    const measure = () => {
      const all = widths.current.reduce((sum, one) => sum + one, 0)
      // NOTE without a layout, in a test, everything fits
      if (list.clientWidth === 0 || all <= list.clientWidth) return setRoom(9999)
      let left = list.clientWidth - 130
      let count = 0
      while (count < widths.current.length && left >= (widths.current[count] ?? 0)) left -= widths.current[count++] ?? 0
      setRoom(count)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  }, [row, words, counted, room])
  return room
}

function topStyle(theme: Theme, active: boolean) {
  const bar = theme.bars.navbar
  return {
    height: 40,
    gap: 1,
    px: 1.5,
    borderRadius: '10px',
    whiteSpace: 'nowrap',
    fontFamily: theme.typography.fontFamily,
    fontSize: '0.9rem',
    fontWeight: active ? 800 : 600,
    color: active ? bar.onSelected : bar.text,
    backgroundColor: active ? bar.selected : 'transparent',
    '&:hover, &[aria-expanded="true"]': { backgroundColor: active ? bar.selected : bar.hover },
    '&:focus-visible': { outline: `2px solid ${bar.text}`, outlineOffset: -2 },
  } as const
}

function leafStyle(theme: Theme, active: boolean) {
  return {
    height: 40,
    width: '100%',
    justifyContent: 'flex-start',
    gap: 1.25,
    px: 1.5,
    borderRadius: '9px',
    whiteSpace: 'nowrap',
    fontFamily: theme.typography.fontFamily,
    fontSize: '0.9rem',
    fontWeight: active ? 800 : 600,
    color: active ? theme.palette.primary.onSoft : 'inherit',
    backgroundColor: active ? theme.palette.primary.soft : 'transparent',
    '&:hover': { backgroundColor: theme.palette.primary.soft, color: theme.palette.primary.onSoft },
  } as const
}
