import type { Theme } from '@mui/material/styles'

/**
 * A name that shows under a button on hover and focus, by style alone: give the button `data-tip`. For the bars, which
 * every first page pays for; pages use MUI's Tooltip. Screen readers have the button's own label.
 */
export function tip(theme: Theme) {
  const light = theme.palette.mode === 'light'
  return {
    '& [data-tip]': { position: 'relative' },
    '& [data-tip]::after': {
      content: 'attr(data-tip) / ""',
      position: 'absolute',
      top: 'calc(100% + 6px)',
      left: '50%',
      transform: 'translateX(-50%)',
      padding: '5px 10px',
      borderRadius: '8px',
      backgroundColor: light ? '#16191d' : '#f2f4f6',
      color: light ? '#ffffff' : '#16191d',
      font: `600 0.8125rem/1.4 ${theme.typography.fontFamily}`,
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
      visibility: 'hidden',
      opacity: 0,
      transition: 'opacity 120ms 350ms, visibility 0ms 350ms',
      zIndex: theme.zIndex.tooltip,
    },
    '& [data-tip]:hover::after, & [data-tip]:focus-visible::after': { visibility: 'visible', opacity: 1 },
    '& [data-tip][aria-expanded="true"]::after': { visibility: 'hidden' },
    // nothing hovers on a touch screen: a tap would leave the name standing
    '@media (hover: none)': { '& [data-tip]::after': { display: 'none' } },
  } as const
}
