import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../ActionMenu.tsx'
import type { RowsProps } from './RowTable.tsx'

/** The same rows on a phone: one card each. */
export function RowCards<Row extends object>({
  label,
  columns,
  rows,
  rowId,
  rowName,
  rowActions,
  ticks,
}: RowsProps<Row>) {
  const { t } = useTranslation(['common', 'parts'])
  const at = (place: string) => columns.filter((column) => (column.card ?? 'line') === place)
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {rows.map((row) => (
        <Card
          component="li"
          key={rowId(row)}
          sx={{ p: 1.75, ...(ticks?.has(rowId(row)) ? { borderColor: 'primary.main' } : {}) }}
        >
          <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
            {ticks && (
              <Checkbox
                size="small"
                sx={{ m: -0.75, mt: -0.5 }}
                checked={ticks.has(rowId(row))}
                onChange={() => ticks.toggle(rowId(row))}
                slotProps={{ input: { 'aria-label': t('parts:table.selectRow', { name: rowName(row) }) } }}
              />
            )}
            {at('image').map((column) => (
              <Box key={column.id}>{column.cell(row)}</Box>
            ))}
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {at('title').map((column) => (
                <Typography key={column.id} component="div" sx={{ fontWeight: 700 }}>
                  {column.cell(row)}
                </Typography>
              ))}
              {at('subtitle').map((column) => (
                <Typography key={column.id} variant="body2" component="div" color="textSecondary">
                  {column.cell(row)}
                </Typography>
              ))}
            </Box>
            {rowActions && <ActionMenu items={rowActions(row)} label={`${t('actions.more')}: ${rowName(row)}`} />}
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 1.25,
              display: 'grid',
              gridTemplateColumns: 'minmax(96px, auto) 1fr',
              columnGap: 2,
              rowGap: 0.75,
            }}
          >
            {at('line').map((column) => (
              <Box key={column.id} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="caption" color="textSecondary" sx={{ pt: 0.25 }}>
                  {column.header}
                </Typography>
                <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {column.cell(row)}
                </Typography>
              </Box>
            ))}
          </Box>
        </Card>
      ))}
    </Box>
  )
}
