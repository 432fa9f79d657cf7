import FilterIcon from '@mui/icons-material/FilterList'
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../SearchField.tsx'
import { formatNumber } from '../times.ts'
import type { Column, ListFilter } from './Column.ts'
import { FilterChip } from './FilterChip.tsx'
import { ask, isNarrowed, type ListState, withFilter } from './list-state.ts'

export interface ListToolbarProps<Row> {
  columns: readonly Column<Row>[]
  filters: readonly ListFilter[]
  state: ListState
  onChange: (next: ListState, typing?: boolean) => void
  visible: Record<string, boolean>
  total: number | undefined
  /** There are more than `total`. */
  isMore: boolean
  phone: boolean
  searchable: boolean
  searchLabel?: string
  views?: ReactNode
  toolbar?: ReactNode
}

/** Above every list: search, filters as chips with counts, sort (on a phone), columns, saved views. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { columns, filters, state, onChange, visible, total, isMore, phone, searchable, searchLabel, views, toolbar } =
    props
  const { t, i18n } = useTranslation(['common', 'parts'])
  const [columnsAt, setColumnsAt] = useState<HTMLElement | null>(null)
  const [columnsWanted, setColumnsWanted] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const sortable = columns.filter((column) => column.sortable)
  const choosable = columns.filter((column) => !column.fixed)
  const chosen = filters.flatMap((filter) => (state.filters[filter.key] ?? []).map((value) => ({ filter, value })))

  const toggleColumn = (id: string) => {
    const now = columns.filter((column) => visible[column.id]).map((column) => column.id)
    onChange({ ...state, columns: now.includes(id) ? now.filter((one) => one !== id) : [...now, id] })
  }

  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={row}>
        {searchable && (
          <SearchField
            label={searchLabel ?? t('actions.search')}
            value={state.search}
            onChange={(search) => onChange(ask(state, { search }), true)}
          />
        )}
        {phone && filters.length > 0 && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<FilterIcon />}
            aria-expanded={filtersOpen}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            {t('parts:table.filters')}
            {chosen.length > 0 && (
              <Badge color="primary" badgeContent={formatNumber(chosen.length, i18n.language)} sx={{ mx: 1.25 }} />
            )}
          </Button>
        )}
        <Box sx={{ flex: 1 }} />
        {phone && sortable.length > 0 && (
          <TextField
            select
            size="small"
            label={t('parts:table.sort')}
            value={state.sort ? `${state.sort} ${state.direction}` : ''}
            sx={{ minWidth: 150 }}
            onChange={(event) => {
              const [sort = '', direction] = event.target.value.split(' ')
              onChange(ask(state, { sort, direction: direction === 'desc' ? 'desc' : 'asc' }))
            }}
          >
            {sortable.flatMap((column) =>
              (['asc', 'desc'] as const).map((direction) => (
                <MenuItem key={`${column.id} ${direction}`} value={`${column.id} ${direction}`}>
                  {column.header} · {t(direction === 'asc' ? 'parts:table.ascending' : 'parts:table.descending')}
                </MenuItem>
              )),
            )}
          </TextField>
        )}
        {views}
        {!phone && choosable.length > 1 && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<ColumnsIcon />}
            aria-haspopup="menu"
            aria-expanded={columnsAt !== null}
            onClick={(event) => {
              setColumnsWanted(true)
              setColumnsAt(event.currentTarget)
            }}
          >
            {t('parts:table.chooseColumns')}
          </Button>
        )}
        {columnsWanted && (
          <Menu anchorEl={columnsAt} open={columnsAt !== null} onClose={() => setColumnsAt(null)}>
            {choosable.map((column) => (
              <MenuItem
                key={column.id}
                role="menuitemcheckbox"
                aria-checked={visible[column.id] ?? false}
                onClick={() => toggleColumn(column.id)}
                dense
              >
                <Checkbox
                  size="small"
                  checked={visible[column.id] ?? false}
                  tabIndex={-1}
                  disableRipple
                  sx={{ p: 0.5, marginInlineEnd: 1 }}
                  aria-hidden
                />
                <ListItemText primary={column.header} slotProps={{ primary: { variant: 'body2' } }} />
              </MenuItem>
            ))}
          </Menu>
        )}
        {toolbar}
      </Box>
      <Box sx={{ ...row, mt: 1.5, minHeight: 24 }}>
        {(!phone || filtersOpen) &&
          filters.map((filter) => (
            <FilterChip
              key={filter.key}
              filter={filter}
              values={state.filters[filter.key] ?? []}
              onChange={(values) => onChange(withFilter(state, filter.key, values))}
            />
          ))}
        {chosen.map(({ filter, value }) => {
          const name = filter.options.find((option) => option.value === value)?.label ?? value
          return (
            <Chip
              key={`${filter.key} ${value}`}
              size="small"
              label={`${filter.label}: ${name}`}
              onDelete={() =>
                onChange(
                  withFilter(
                    state,
                    filter.key,
                    (state.filters[filter.key] ?? []).filter((one) => one !== value),
                  ),
                )
              }
              slotProps={{ root: { 'aria-label': t('parts:table.removeFilter', { name: filter.label, value: name }) } }}
            />
          )
        })}
        {chosen.length > 0 && (
          <Button size="small" color="inherit" onClick={() => onChange(ask(state, { filters: {} }))}>
            {t('parts:table.clearFilters')}
          </Button>
        )}
        <Typography
          role="status"
          component="div"
          variant="body2"
          color="textSecondary"
          sx={phone ? { width: '100%' } : { marginInlineStart: 'auto' }}
        >
          {total === undefined || (total === 0 && !isNarrowed(state))
            ? '\u00a0'
            : t('parts:table.count', {
                count: total,
                formatted: isMore
                  ? t('parts:table.moreThan', { formatted: formatNumber(total, i18n.language) })
                  : formatNumber(total, i18n.language),
              })}
        </Typography>
      </Box>
    </Box>
  )
}

const row = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const
