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
    '& pre, & code': { textAlign: 'start', unicodeBidi: 'isolate', tabSize: 4 },
    '& code': { fontSize: '0.92em' },
    '& table': { borderCollapse: 'collapse', width: '100%', margin: '1.2em 0' },
    '& th, & td': {
      border: `1px solid ${theme.line}`,
      padding: '0.5em 0.75em',
      textAlign: 'start',
      verticalAlign: 'top',
      minWidth: '5em',
      overflowWrap: 'break-word',
    },
    '& th': { backgroundColor: theme.palette.action.hover, fontWeight: 700 },
    '& td > :last-child, & th > :last-child': { marginBottom: 0 },
    // a table is as wide as it needs to be, and is moved sideways by itself
    '& .table-scroll': { overflowX: 'auto', margin: '1.2em 0', '& > table': { margin: 0 } },
    '& .block-name': { fontWeight: 800, margin: '0 0 0.3em' },
    '& aside[data-callout]': {
      margin: '1.2em 0',
      padding: '0.8em 1.2em',
      borderInlineStart: '4px solid',
      borderRadius: '10px',
      breakInside: 'avoid',
      '& > :last-child, & > div > :last-child': { marginBottom: 0 },
      ...calloutColors(theme),
    },
    '& div[data-columns]': {
      display: 'grid',
      gap: '0 1.6em',
      margin: '1.2em 0',
      gridTemplateColumns: 'minmax(0, 1fr)',
      [theme.breakpoints.up('sm')]: {
        gridAutoFlow: 'column',
        gridTemplateColumns: 'none',
        gridAutoColumns: 'minmax(0, 1fr)',
      },
    },
    '& figure': { margin: '1.2em 0' },
    '& figcaption': { color: theme.palette.text.secondary, fontSize: '0.9em' },
    '& figure[data-video]': {
      padding: '1em 1.2em',
      border: `1px solid ${theme.line}`,
      borderRadius: '10px',
      backgroundColor: theme.palette.action.hover,
      breakInside: 'avoid',
      '& small': { display: 'block', overflowWrap: 'anywhere', color: theme.palette.text.secondary },
      '& iframe': {
        display: 'block',
        width: '100%',
        aspectRatio: '16 / 9',
        border: 0,
        borderRadius: '6px',
        marginBottom: '0.6em',
      },
      '& button': {
        font: 'inherit',
        fontWeight: 700,
        textAlign: 'start',
        padding: '0.5em 1em',
        marginBottom: '0.5em',
        border: 0,
        borderRadius: '9px',
        cursor: 'pointer',
        backgroundColor: theme.palette.primary.fill,
        color: theme.palette.primary.onFill,
      },
    },
    '@media print': {
      '& figure[data-video] button, & figure[data-video] iframe': { display: 'none' },
      // what cannot be played on paper can be found
      '& figure[data-video]::after': { content: 'attr(data-video)', overflowWrap: 'anywhere' },
      '& pre': { whiteSpace: 'pre-wrap' },
      '& .table-scroll': { overflow: 'visible' },
      '& tr, & img': { breakInside: 'avoid' },
    },
  } as const
}

function calloutColors(theme: Theme) {
  const look = ({ main, soft }: { main: string; soft: string }) => ({
    borderColor: main,
    backgroundColor: soft,
    '& > .block-name': { color: main },
  })
  const { info, success, warning } = theme.palette
  return {
    '&[data-callout="info"]': look(info),
    '&[data-callout="tip"]': look(success),
    '&[data-callout="warning"]': look(warning),
  }
}
