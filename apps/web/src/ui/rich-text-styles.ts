import type { Theme } from '@mui/material/styles'

/** Type of written content: pages of courses, and the editor in which they are written. */
export function richTextStyles(theme: Theme) {
  return {
    ...theme.typography.body1,
    fontSize: '1.0625rem',
    lineHeight: 1.7,
    overflowWrap: 'anywhere',
    '& > :first-of-type': { marginTop: 0 },
    '& > :last-child': { marginBottom: 0 },
    '& h1, & h2': { ...theme.typography.h2, fontSize: '1.4rem', margin: '1.6em 0 0.5em' },
    '& h3, & h4': { ...theme.typography.h3, fontSize: '1.15rem', margin: '1.4em 0 0.4em' },
    '& p': { margin: '0 0 1em' },
    '& ul, & ol': { margin: '0 0 1em', paddingInlineStart: '1.5em' },
    '& li': { marginBottom: '0.35em' },
    '& li > p': { margin: 0 },
    '& blockquote': {
      margin: '1.2em 0',
      padding: '0.4em 1.2em',
      borderInlineStart: `4px solid ${theme.palette.primary.main}`,
      backgroundColor: theme.palette.primary.soft,
      borderRadius: '6px',
    },
    '& a': { color: theme.palette.primary.main, textDecoration: 'underline', fontWeight: 600 },
    '& img': { maxWidth: '100%', height: 'auto', borderRadius: '10px', display: 'block', margin: '1.2em auto' },
    '& hr': { border: 0, borderTop: `1px solid ${theme.line}`, margin: '2em 0' },
    '& pre': {
      overflowX: 'auto',
      padding: '1em',
      borderRadius: '10px',
      backgroundColor: theme.palette.action.hover,
      fontSize: '0.9em',
    },
    '& code': { fontSize: '0.92em' },
    '& table': { borderCollapse: 'collapse', width: '100%', margin: '1.2em 0' },
    '& th, & td': { border: `1px solid ${theme.line}`, padding: '0.5em 0.75em', textAlign: 'start' },
  } as const
}
