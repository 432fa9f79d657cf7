import { mix } from '@learnt/contract/contrast'
import { alpha, styled } from '@mui/material/styles'

export const rowHeight = 57

/**
 * One style sheet for all rows of a table: a part with a style of its own in every cell is half a second of a slow
 * telephone. Rows, boxes and buttons look as those of the theme do, whose colours they take.
 */
export const RowsFrame = styled('div')(({ theme: { palette, typography, transitions } }) => ({
  width: '100%',
  overflowX: 'auto',
  '& .rows > tr': {
    height: rowHeight,
    backgroundColor: palette.background.paper,
    '&:hover': { backgroundColor: mix(palette.background.paper, palette.text.primary, 0.03) },
    '&[data-selected], &[data-selected]:hover': { backgroundColor: palette.primary.soft },
  },
  '& .rows > tr > td': {
    fontFamily: typography.fontFamily,
    fontSize: '0.875rem',
    lineHeight: typography.body2.lineHeight,
    padding: '10px 12px',
    textAlign: 'left',
    verticalAlign: 'inherit',
    color: palette.text.primary,
    borderBottom: `1px solid ${palette.divider}`,
    '&.at-start': {
      position: 'sticky',
      insetInlineStart: 0,
      backgroundColor: 'inherit',
      zIndex: 1,
      minWidth: 168,
    },
    '&.at-end': {
      position: 'sticky',
      insetInlineEnd: 0,
      backgroundColor: 'inherit',
      zIndex: 1,
      padding: '4px 8px',
      textAlign: 'right',
    },
    '&.number': { textAlign: 'right' },
    '&.with-tick': { width: 48 },
  },
  '& .rows > tr:last-of-type > td': { borderBottom: 0 },
  '& .rows > tr.space > td': { padding: 0, border: 0 },
  '& .tick': {
    position: 'relative',
    display: 'inline-flex',
    verticalAlign: 'middle',
    padding: '9px',
    borderRadius: '50%',
    cursor: 'pointer',
    color: palette.text.secondary,
    '& :checked + svg': { color: palette.primary.main },
    '&:hover': {
      backgroundColor: alpha(palette.primary.main, palette.action.hoverOpacity),
      '@media (hover: none)': { backgroundColor: 'transparent' },
    },
    '& :focus-visible + svg': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 11, borderRadius: '50%' },
    '& input': {
      position: 'absolute',
      insetInlineStart: 0,
      top: 0,
      width: '100%',
      height: '100%',
      margin: 0,
      padding: 0,
      opacity: 0,
      zIndex: 1,
      cursor: 'inherit',
    },
  },
  '& .tick svg, & .row-more svg': { display: 'block', width: '1.25rem', height: '1.25rem', fill: 'currentColor' },
  '& .row-more': {
    display: 'inline-flex',
    verticalAlign: 'middle',
    margin: 0,
    padding: '6px',
    border: 0,
    borderRadius: '10px',
    background: 'transparent',
    color: palette.action.active,
    cursor: 'pointer',
    userSelect: 'none',
    WebkitTapHighlightColor: 'transparent',
    transition: transitions.create('background-color', { duration: transitions.duration.shortest }),
    '&:hover': {
      backgroundColor: alpha(palette.action.active, palette.action.hoverOpacity),
      '@media (hover: none)': { backgroundColor: 'transparent' },
    },
  },
}))
