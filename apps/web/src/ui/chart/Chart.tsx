import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Bone } from '../Bone.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { formatNumber } from '../times.ts'
import { visuallyHidden } from '../visually-hidden.ts'
import type { ChartProps } from './ChartCanvas.tsx'

const ChartCanvas = lazyPart(async () => (await import('./ChartCanvas.tsx')).ChartCanvas, {
  fallback: <Bone height={200} radius={10} />,
})

/** A chart with its table: the same figures for those who do not see it, and on the screen for those who want to read them. */
export function Chart(props: ChartProps & { label: string; categoryLabel: string }) {
  const { label, categoryLabel, ...chart } = props
  const { t, i18n } = useTranslation('parts')
  const [isTable, setTable] = useState(false)
  return (
    <Box component="figure" aria-label={label} sx={{ m: 0, minWidth: 0 }}>
      {!isTable && <ChartCanvas {...chart} />}
      <Box sx={isTable ? { overflowX: 'auto' } : visuallyHidden}>
        <Table size="small" aria-label={label}>
          <TableHead>
            <TableRow>
              <TableCell>{categoryLabel}</TableCell>
              {chart.series.map(({ name }) => (
                <TableCell key={name} align="right">
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {chart.categories.map((category, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two choices may be called the same
              <TableRow key={at}>
                <TableCell component="th" scope="row" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                  {category}
                </TableCell>
                {chart.series.map(({ name, values }) => (
                  <TableCell key={name} align="right">
                    {values[at] === null || values[at] === undefined
                      ? '–'
                      : formatNumber(values[at] as number, i18n.language)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Button size="small" color="inherit" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        {t(isTable ? 'chart.asChart' : 'chart.asTable')}
      </Button>
    </Box>
  )
}
