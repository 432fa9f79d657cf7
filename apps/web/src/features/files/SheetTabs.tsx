import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReaderProps } from './reading.ts'
import { SheetTable } from './SheetTable.tsx'

/** Rows that are looked at in one go, how long that takes, and after how long a long table counts as read. */
const rowsPerLook = 40
const secondsPerLook = 20
const longestRead = 300

/** The sheets of a workbook, or the one table of a CSV. */
export function SheetTabs({ outline, url, title, onShown, onFailed }: ReaderProps) {
  const { t } = useTranslation('files')
  const id = useId()
  const [shown, setShown] = useState(0)
  const { sheets } = outline
  const sheet = sheets[shown]
  const looks = sheets.reduce((sum, { rows }) => sum + Math.ceil(rows / rowsPerLook), 0)
  const seconds = Math.min(longestRead, Math.max(1, looks) * secondsPerLook)
  const nameOf = (index: number) => sheets[index]?.name || t('sheet', { number: index + 1 })
  if (!sheet) return null
  const table =
    sheet.rows === 0 ? (
      <Typography color="textSecondary" sx={{ py: 3 }}>
        {t('emptySheet')}
      </Typography>
    ) : (
      <SheetTable
        key={shown}
        sheet={sheet}
        url={url}
        label={sheets.length > 1 ? nameOf(shown) : title}
        onShown={(atLastRow) => onShown({ atEnd: atLastRow && shown === sheets.length - 1, seconds })}
        onFailed={onFailed}
      />
    )
  if (sheets.length === 1) return table
  return (
    <Box>
      <Tabs
        value={shown}
        onChange={(_, next: number) => setShown(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('sheets')}
        sx={{ mb: 1.5 }}
      >
        {sheets.map((one, index) => (
          <Tab
            key={one.firstPart + one.name}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-sheet`}
            label={<span dir="auto">{nameOf(index)}</span>}
            sx={{ textTransform: 'none' }}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-sheet`} aria-labelledby={`${id}-tab-${shown}`}>
        {table}
      </Box>
    </Box>
  )
}
