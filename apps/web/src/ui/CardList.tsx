import { styled } from '@mui/material/styles'

/** Cards, as many in a row as fit. One style sheet for all cards: a part with a style of its own in each of them is what a slow telephone waits for. */
export const CardList = styled('ul')(({ theme: { palette, typography, shadows, line } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 20,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
  '& > .card': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    border: `1px solid ${line}`,
    borderRadius: 14,
    transition: 'box-shadow 150ms, transform 150ms',
    '&:hover': { boxShadow: shadows[4] },
    '@media (prefers-reduced-motion: no-preference)': { '&:hover': { transform: 'translateY(-2px)' } },
    '&:focus-within': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
  },
  '& .body': { padding: 16, display: 'flex', flexDirection: 'column', gap: 8, flex: 1 },
  '& .marks': { display: 'flex', gap: 6, flexWrap: 'wrap', minHeight: 24 },
  '& .covering-link': { fontSize: '1.05rem', lineHeight: 1.3 },
  '& .facts': { ...typography.body2, color: palette.text.secondary },
  '& .progress-place': { marginTop: 'auto', paddingTop: 8 },
}))
