import ExpandIcon from '@mui/icons-material/ExpandMore'
import OutsideIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { alpha, type Theme } from '@mui/material/styles'
import { useMatches } from '@tanstack/react-router'
import { memo, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../ui/AppLink.tsx'
import { NavBadgeChip } from './NavBadgeChip.tsx'
import { NavIcon } from './NavIcon.tsx'
import { isActive, type Label, type NavBranch, type NavLeaf as NavLeafNode, type NavNode } from './navigation.ts'

interface TreeProps {
  nodes: NavNode[]
  wordsOf: (label: Label) => string
  /** Icons alone; the names stay for screen readers. */
  folded: boolean
  onNavigate?: () => void
}

/** Entries of the side navigation. Rows are 40 high; the indent is 24, then 40 and 16 more for each level. */
export function NavTree({ nodes, wordsOf, folded, onNavigate }: TreeProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {nodes.map((node) => (
        <NavEntry
          key={node.id}
          node={node}
          level={0}
          wordsOf={wordsOf}
          folded={folded}
          {...(onNavigate ? { onNavigate } : {})}
        />
      ))}
    </Box>
  )
}

type EntryProps = Omit<TreeProps, 'nodes'> & { node: NavNode; level: number }

const NavEntry = memo(function NavEntry({ node, level, wordsOf, folded, onNavigate }: EntryProps) {
  // NOTE by the page that is shown: to mark another entry is no part of the frame that people wait for
  const active = useMatches({
    select: (matches) => node.type !== 'divider' && isActive(node, matches.at(-1)?.pathname ?? '/'),
  })
  if (node.type === 'divider')
    return (
      <Box
        component="li"
        aria-hidden
        sx={(theme) => ({ my: 1.5, mx: 2, borderTop: `1px solid ${theme.bars.navbar.line}` })}
      />
    )
  const shared = { wordsOf, folded, ...(onNavigate ? { onNavigate } : {}) }
  if ('children' in node) {
    if (node.type === 'group') return <NavGroup node={node} {...shared} />
    return <NavCollapse node={node} level={level} active={active} {...shared} />
  }
  return <NavLeaf node={node} level={level} active={active} {...shared} />
})

function NavGroup({ node, ...shared }: Omit<TreeProps, 'nodes'> & { node: NavBranch }) {
  const id = useId()
  return (
    <Box component="li" sx={{ mt: 2 }}>
      <Box
        id={id}
        sx={(theme) => ({
          ...theme.typography.overline,
          color: theme.bars.navbar.muted,
          height: 32,
          display: 'flex',
          alignItems: 'center',
          paddingInlineStart: '24px',
          whiteSpace: 'nowrap',
          opacity: shared.folded ? 0 : 1,
        })}
      >
        {shared.wordsOf(node.label)}
        {node.badge && (
          <Box component="span" sx={{ ml: 1, mr: 1.5, display: 'inline-flex' }}>
            <NavBadgeChip badge={node.badge} />
          </Box>
        )}
      </Box>
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {node.children.map((child) => (
          <NavEntry key={child.id} node={child} level={0} {...shared} />
        ))}
      </Box>
    </Box>
  )
}

function NavCollapse(props: Omit<TreeProps, 'nodes'> & { node: NavBranch; level: number; active: boolean }) {
  const { node, level, active, ...shared } = props
  const [open, setOpen] = useState(active)
  const id = useId()
  // opens when a page inside is reached by another way
  useEffect(() => {
    if (active) setOpen(true)
  }, [active])
  return (
    <li>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        aria-label={node.badge && !shared.folded ? undefined : shared.wordsOf(node.label)}
        onClick={() => setOpen(!open)}
        sx={(theme) => rowStyle(theme, level, shared.folded, false)}
      >
        <RowContent label={shared.wordsOf(node.label)} icon={node.icon} folded={shared.folded} />
        {node.badge && !shared.folded && <NavBadgeChip badge={node.badge} />}
        {!shared.folded && (
          <ExpandIcon
            fontSize="small"
            aria-hidden
            sx={{
              marginInlineStart: node.badge ? 0 : 'auto',
              transform: open ? 'rotate(180deg)' : 'none',
              transition: 'transform 150ms',
            }}
          />
        )}
      </ButtonBase>
      <Box
        sx={{
          display: 'grid',
          gridTemplateRows: open && !shared.folded ? '1fr' : '0fr',
          visibility: open && !shared.folded ? 'visible' : 'hidden',
          transition: 'grid-template-rows 200ms, visibility 200ms',
        }}
      >
        <Box
          component="ul"
          id={id}
          aria-label={shared.wordsOf(node.label)}
          sx={{ listStyle: 'none', m: 0, p: 0, minHeight: 0, overflow: 'hidden' }}
        >
          {node.children.map((child) => (
            <NavEntry key={child.id} node={child} level={level + 1} {...shared} />
          ))}
        </Box>
      </Box>
    </li>
  )
}

function NavLeaf(props: Omit<TreeProps, 'nodes'> & { node: NavLeafNode; level: number; active: boolean }) {
  const { node, level, active, wordsOf, folded, onNavigate } = props
  const { t } = useTranslation()
  const Anchor = useAnchor()
  const outside = node.target === '_blank'
  const label = wordsOf(node.label)
  const named = node.badge && !folded ? `${label} ${node.badge.title}` : label
  return (
    <li>
      <ButtonBase
        component={Anchor}
        href={node.href}
        {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        {...(active ? { 'aria-current': 'page' as const } : {})}
        // With a badge on show its name is what it shows: both words.
        aria-label={outside ? `${named} (${t('opensNewTab')})` : node.badge && !folded ? undefined : label}
        {...(folded ? { title: label } : {})}
        onClick={onNavigate}
        sx={(theme: Theme) => rowStyle(theme, level, folded, active)}
      >
        <RowContent label={label} icon={node.icon} folded={folded} />
        {node.badge && !folded && <NavBadgeChip badge={node.badge} />}
        {outside && !folded && (
          <OutsideIcon aria-hidden sx={{ fontSize: 16, marginInlineStart: 'auto', opacity: 0.7 }} />
        )}
      </ButtonBase>
    </li>
  )
}

function RowContent({ label, icon, folded }: { label: string; icon: string | undefined; folded: boolean }) {
  return (
    <>
      <Box component="span" aria-hidden sx={{ display: 'grid', placeItems: 'center', width: 20, flexShrink: 0 }}>
        <NavIcon name={icon} />
      </Box>
      <Box
        component="span"
        sx={{
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          opacity: folded ? 0 : 1,
          transition: 'opacity 120ms',
        }}
      >
        {label}
      </Box>
    </>
  )
}

function rowStyle(theme: Theme, level: number, folded: boolean, active: boolean) {
  const bar = theme.bars.navbar
  const indent = level === 0 || folded ? 24 : Math.min(24 + 16 + (level - 1) * 16, 80)
  return {
    height: 40,
    width: 'calc(100% - 12px)',
    marginBlock: '2px',
    justifyContent: 'flex-start',
    gap: '14px',
    paddingInlineStart: `${folded ? 22 : indent}px`,
    paddingInlineEnd: '14px',
    // the pill is round on the side away from the edge
    borderRadius: 0,
    borderStartEndRadius: 20,
    borderEndEndRadius: 20,
    fontFamily: theme.typography.fontFamily,
    fontSize: '0.9rem',
    fontWeight: active ? 800 : 600,
    textAlign: 'start',
    color: active ? bar.onSelected : bar.text,
    backgroundColor: active ? bar.selected : 'transparent',
    '&:hover': { backgroundColor: active ? bar.selected : bar.hover },
    '&:focus-visible': { outline: `2px solid ${bar.text}`, outlineOffset: -2 },
    '&.Mui-focusVisible': { backgroundColor: active ? bar.selected : alpha(bar.text, 0.1) },
  } as const
}
