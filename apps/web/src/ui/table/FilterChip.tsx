import { searchForm } from '@learnt/contract/text'
import CaretIcon from '@mui/icons-material/ArrowDropDown'
import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import InputAdornment from '@mui/material/InputAdornment'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../times.ts'
import type { ListFilter } from './Column.ts'

/** One filter: a chip that opens its values with their counts. Long lists can be narrowed by typing. */
export function FilterChip({
  filter,
  values,
  onChange,
}: {
  filter: ListFilter
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const { t, i18n } = useTranslation(['common', 'parts'])
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const long = filter.options.length > 12
  const shown = filter.options.filter((option) => searchForm(option.label).includes(searchForm(typed.trim())))
  const toggle = (value: string) => {
    const has = values.includes(value)
    if (filter.single) {
      onChange(has ? [] : [value])
      setAnchor(null)
    } else onChange(has ? values.filter((one) => one !== value) : [...values, value])
  }
  const open = (at: HTMLElement | null) => {
    setWanted(true)
    setAnchor(at)
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        endIcon={<CaretIcon />}
        sx={({ line, palette: { primary } }) => ({
          fontWeight: 600,
          borderColor: line,
          ...(values.length > 0 && { backgroundColor: primary.soft, color: primary.onSoft, borderColor: primary.soft }),
        })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => open(event.currentTarget)}
      >
        {values.length > 0 ? `${filter.label} (${values.length})` : filter.label}
      </Button>
      {wanted && (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => {
            setAnchor(null)
            setTyped('')
          }}
          autoFocus={!long}
          slotProps={{ paper: { sx: { minWidth: 220, maxHeight: 420 } } }}
        >
          {long && (
            <li role="none">
              <TextField
                autoFocus
                fullWidth
                size="small"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
                slotProps={{
                  htmlInput: { 'aria-label': t('actions.search') },
                  input: {
                    startAdornment: (
                      <InputAdornment position="start">
                        <SearchIcon fontSize="small" />
                      </InputAdornment>
                    ),
                  },
                }}
                sx={{ px: 0.5, pb: 1 }}
              />
            </li>
          )}
          {shown.length === 0 && (
            <MenuItem disabled>
              {typed ? t('parts:table.noResults') : t(filter.loading ? 'loading' : 'parts:table.noFilterValues')}
            </MenuItem>
          )}
          {shown.map((option) => (
            <MenuItem
              key={option.value}
              dense
              role={filter.single ? 'menuitemradio' : 'menuitemcheckbox'}
              aria-checked={values.includes(option.value)}
              onClick={() => toggle(option.value)}
            >
              <Checkbox
                size="small"
                checked={values.includes(option.value)}
                tabIndex={-1}
                disableRipple
                aria-hidden
                sx={{ p: 0.5, marginInlineEnd: 1 }}
              />
              <ListItemText primary={option.label} slotProps={{ primary: { variant: 'body2' } }} />
              {option.count !== undefined && (
                <Typography
                  variant="caption"
                  color="textSecondary"
                  sx={{ marginInlineStart: 2, fontVariantNumeric: 'tabular-nums' }}
                >
                  {formatNumber(option.count, i18n.language)}
                </Typography>
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
