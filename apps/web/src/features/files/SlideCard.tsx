import type { Slide, SlideBlock } from '@learnt/contract/files'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

export function SlideCard({ slide }: { slide: Slide }) {
  const { t } = useTranslation('files')
  const heading = `slide-${slide.number}`
  return (
    <Card component="section" aria-labelledby={heading} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5, fontVariantNumeric: 'tabular-nums' }}>
        {slide.title && t('slide', { number: slide.number })}
      </Typography>
      <Typography
        id={heading}
        component="h3"
        variant="h3"
        dir="auto"
        sx={{ fontSize: '1.25rem', overflowWrap: 'anywhere' }}
      >
        {slide.title || t('slide', { number: slide.number })}
      </Typography>
      {slide.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a slide consists of never changes
        <Box key={index} sx={{ mt: 2 }}>
          <Block block={block} />
        </Box>
      ))}
    </Card>
  )
}

function Block({ block }: { block: SlideBlock }) {
  const { t } = useTranslation('files')
  switch (block.kind) {
    case 'text':
      return <Lines lines={block.lines} />
    case 'picture':
      return (
        <Box
          component="img"
          src={block.url}
          alt={block.alt}
          width={block.width}
          height={block.height}
          loading="lazy"
          sx={{
            maxWidth: '100%',
            height: 'auto',
            maxHeight: 480,
            width: 'auto',
            borderRadius: '10px',
            display: 'block',
          }}
        />
      )
    case 'table':
      return <Table label={t('table')} head={block.rows[0] ?? []} rows={block.rows.slice(1)} />
    case 'chart':
      return (
        <Box component="figure" sx={{ m: 0 }}>
          <Typography component="figcaption" variant="body2" sx={{ fontWeight: 700, mb: 1 }} dir="auto">
            {block.title || t('chart')}
          </Typography>
          <Table
            label={block.title || t('chart')}
            head={['', ...block.series.map(({ name }) => name)]}
            rows={block.categories.map((category, row) => [
              category,
              ...block.series.map(({ values }) => values[row] ?? ''),
            ])}
            isFigures
          />
        </Box>
      )
  }
}

type Line = Extract<SlideBlock, { kind: 'text' }>['lines'][number]

/** Bullets that follow each other are one list. */
function Lines({ lines }: { lines: readonly Line[] }) {
  const groups: { isList: boolean; lines: Line[] }[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.isList === line.isBullet) last.lines.push(line)
    else groups.push({ isList: line.isBullet, lines: [line] })
  }
  return groups.map((group, at) => (
    <Box
      // biome-ignore lint/suspicious/noArrayIndexKey: what a slide consists of never changes
      key={at}
      component={group.isList ? 'ul' : 'div'}
      dir="auto"
      sx={{ m: 0, mb: 1, paddingInlineStart: group.isList ? '1.25em' : 0 }}
    >
      {group.lines.map((line, index) => (
        <Typography
          // biome-ignore lint/suspicious/noArrayIndexKey: what a slide consists of never changes
          key={index}
          component={group.isList ? 'li' : 'p'}
          sx={{
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
            marginInlineStart: `${line.level * 1.25}em`,
            mb: 0.5,
          }}
        >
          {line.text}
        </Typography>
      ))}
    </Box>
  ))
}

const TableFrame = styled('div')(({ theme }) => ({
  overflowX: 'auto',
  '& table': { borderCollapse: 'collapse', fontSize: '0.9375rem' },
  '& th, & td': {
    border: `1px solid ${theme.palette.divider}`,
    padding: '6px 12px',
    textAlign: 'start',
    verticalAlign: 'top',
    minWidth: 64,
  },
  '& th': { backgroundColor: theme.palette.action.hover },
  '& .figure': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
}))

interface TableProps {
  label: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Figures under the names of their series. */
  isFigures?: boolean
}

function Table({ label, head, rows, isFigures = false }: TableProps) {
  return (
    // in reach of the keyboard, which moves a wide table sideways
    <TableFrame tabIndex={0} role="region" aria-label={label}>
      <table dir="auto">
        <thead>
          <tr>
            {head.map((text, column) =>
              text === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <td key={column} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <th key={column} scope="col" className={isFigures ? 'figure' : undefined}>
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={index}>
              {row.map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <td key={column} className={isFigures && column > 0 ? 'figure' : undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
