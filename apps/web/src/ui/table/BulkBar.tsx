import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../times.ts'
import type { Selected } from './Column.ts'

/** What can be done with the ticked rows; offers to widen the selection to all that match. */
export function BulkBar(props: {
  selected: Selected
  total: number
  /** There are more than `total`. */
  isMore: boolean
  onAll: () => void
  onClear: () => void
  children: ReactNode
}) {
  const { selected, total, isMore, onAll, onClear, children } = props
  const { t, i18n } = useTranslation(['common', 'parts'])
  const words = (count: number, more = false) => {
    const formatted = formatNumber(count, i18n.language)
    return { count, formatted: more ? t('parts:table.moreThan', { formatted }) : formatted }
  }
  return (
    <Paper
      variant="outlined"
      role="region"
      aria-label={t('parts:table.actions')}
      sx={(theme) => ({
        mb: 1.5,
        px: 2,
        py: 1,
        borderRadius: '12px',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        bgcolor: theme.palette.primary.soft,
        borderColor: theme.palette.primary.main,
        position: 'sticky',
        top: 72,
        zIndex: 5,
      })}
    >
      <Typography variant="subtitle2" role="status">
        {selected.by === 'filter'
          ? t('parts:table.allSelected', words(selected.count, selected.isMore))
          : t('parts:table.selected', words(selected.count))}
      </Typography>
      {selected.by === 'ids' && (isMore || total > selected.count) && (
        <Button size="small" onClick={onAll}>
          {t('parts:table.selectMatching', words(total, isMore))}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {children}
      <IconButton size="small" onClick={onClear} aria-label={t('parts:table.clearSelection')}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  )
}
