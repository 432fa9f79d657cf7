import { mix } from '@learnt/contract/contrast'
import { alpha, styled, type Theme } from '@mui/material/styles'

export const rowHeight = 57

/** What a row is about stays in sight while a wide table is scrolled sideways, and its actions stay in reach. */
function stays<Place extends object>(place: Place) {
  return { position: 'sticky', backgroundColor: 'inherit', zIndex: 1, ...place } as const
}

/** A cell of the head or of a row, with the padding of the one that stays at the end of the line. */
function cell({ palette, typography }: Theme, { padding }: { padding: string }) {
  return {
    fontFamily: typography.fontFamily,
    padding: '10px 12px',
    textAlign: 'left',
    borderBottom: `1px solid ${palette.divider}`,
    '&.at-start': stays({ insetInlineStart: 0, minWidth: 168 }),
    '&.at-end': stays({ insetInlineEnd: 0, padding }),
    '&.number': { textAlign: 'right' },
    '&.with-tick': { width: 48 },
  } as const
}

/**
 * One style sheet for a table, its head and all its rows: a part with a style of its own in every cell is half a second of
 * a slow telephone. Rows, boxes and buttons look as those of the theme do, whose colours they take.
 */
export const RowsFrame = styled('div')(({ theme, theme: { palette, typography, transitions } }) => ({
  width: '100%',
  overflowX: 'auto',
  // what gets the focus comes out from under the cells that stay
  scrollPaddingInline: '176px 64px',
  '& table': { width: '100%', borderCollapse: 'collapse', borderSpacing: 0 },
  // solid grounds, so that a cell which stays in place while the others scroll under it can inherit them
  '& thead > tr': { backgroundColor: palette.background.paper },
  '& thead th': {
    ...cell(theme, { padding: '10px 8px' }),
    fontSize: '0.8125rem',
    fontWeight: 700,
    lineHeight: '1.5rem',
    whiteSpace: 'nowrap',
    color: palette.text.secondary,
  },
  '& thead th.at-end': { width: 56 },
  '& .sort': {
    display: 'inline-flex',
    alignItems: 'center',
    // on the line of headers without a button, which way round the arrow stands
    verticalAlign: 'top',
    margin: 0,
    padding: 0,
    border: 0,
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    userSelect: 'none',
    WebkitTapHighlightColor: 'transparent',
    '& svg': {
      width: 18,
      height: 18,
      marginInline: 4,
      fill: 'currentColor',
      opacity: 0,
      transition: transitions.create(['opacity', 'transform'], { duration: transitions.duration.shorter }),
    },
    '&:hover, &:focus-visible': { color: palette.text.secondary },
    '&:hover svg, &:focus-visible svg': { opacity: 0.5 },
    '&[data-direction]': { color: palette.text.primary },
    '&[data-direction] svg': { opacity: 1, color: palette.text.secondary },
    '&[data-direction="asc"] svg': { transform: 'rotate(180deg)' },
  },
  '& .number > .sort': { flexDirection: 'row-reverse' },
  '& .help': {
    display: 'inline-block',
    width: 16,
    marginInline: 4,
    border: '1px solid currentColor',
    borderRadius: '50%',
    fontSize: '0.6875rem',
    lineHeight: '14px',
    textAlign: 'center',
    cursor: 'help',
  },
  '& .rows > tr': {
    height: rowHeight,
    backgroundColor: palette.background.paper,
    '&:hover': { backgroundColor: mix(palette.background.paper, palette.text.primary, 0.03) },
    '&[data-selected], &[data-selected]:hover': { backgroundColor: palette.primary.soft },
  },
  '& .rows > tr > td': {
    ...cell(theme, { padding: '4px 8px' }),
    fontSize: '0.875rem',
    lineHeight: typography.body2.lineHeight,
    verticalAlign: 'inherit',
    color: palette.text.primary,
  },
  '& .rows > tr > td.at-end': { textAlign: 'right' },
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
    '& :checked + svg, & :indeterminate + svg': { color: palette.primary.main },
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
