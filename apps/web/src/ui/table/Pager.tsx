import NextIcon from '@mui/icons-material/ChevronRight'
import FirstPageIcon from '@mui/icons-material/FirstPage'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, type ListState, pageSizes } from './list-state.ts'

/** Next and previous by cursor. The way back is known while the list is open; after a reload it leads to the first page. */
export function Pager(props: {
  state: ListState
  next: string | null
  total: number
  onChange: (next: ListState) => void
}) {
  const { state, next, total, onChange } = props
  const { t } = useTranslation(['common', 'parts'])
  const id = useId()
  const cameFrom = useRef(new Map<string, string | null>())
  const go = (cursor: string | null, page: number) => {
    onChange({ ...state, cursor, page })
    scrollTo({ top: 0 })
  }
  if (total <= pageSizes[0] && !state.cursor && !next) return null
  return (
    <Box
      component="nav"
      aria-label={t('parts:table.page', { page: state.page })}
      sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <Typography component="span" variant="body2" color="textSecondary" id={id}>
        {t('parts:table.pageSize')}
      </Typography>
      <Select
        size="small"
        labelId={id}
        value={state.limit}
        onChange={(event) => onChange(ask(state, { limit: Number(event.target.value) }))}
      >
        {pageSizes.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
      <Box sx={{ flex: 1 }} />
      {state.cursor && (
        <IconButton size="small" aria-label={t('parts:table.firstPage')} onClick={() => go(null, 1)}>
          <FirstPageIcon sx={mirrored} />
        </IconButton>
      )}
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        disabled={!state.cursor}
        onClick={() => {
          const back = cameFrom.current.get(state.cursor ?? '') ?? null
          go(back, back === null ? 1 : state.page - 1)
        }}
      >
        {t('parts:table.previous')}
      </Button>
      <Typography component="span" variant="body2" sx={{ minWidth: 64, textAlign: 'center' }}>
        {t('parts:table.page', { page: state.page })}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        endIcon={<NextIcon sx={mirrored} />}
        disabled={!next}
        onClick={() => {
          if (!next) return
          cameFrom.current.set(next, state.cursor)
          go(next, state.page + 1)
        }}
      >
        {t('parts:table.next')}
      </Button>
    </Box>
  )
}

const mirrored = ({ direction }: Theme) => ({ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' })
