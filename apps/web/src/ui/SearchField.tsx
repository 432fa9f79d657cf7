import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import type { SxProps, Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A search box that tells what is typed after a short pause and never loses the focus to its own answer. */
export function SearchField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  pause?: number
  sx?: SxProps<Theme>
}) {
  const { label, value, onChange, pause = 250, sx } = props
  const { t } = useTranslation(['common', 'parts'])
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useRef(onChange)
  tell.current = onChange

  // the address changed from outside (back, a saved view): show it, unless it is our own word coming back
  useEffect(() => {
    if (value !== told.current) {
      told.current = value
      setTyped(value)
    }
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === told.current) return
    const timer = setTimeout(() => {
      told.current = next
      tell.current(next)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, pause])

  return (
    <TextField
      size="small"
      value={typed}
      placeholder={label}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) {
          event.stopPropagation()
          setTyped('')
        }
      }}
      {...(sx ? { sx } : {})}
      slotProps={{
        htmlInput: { type: 'search', 'aria-label': label, autoComplete: 'off', enterKeyHint: 'search' },
        input: {
          sx: { height: 40, '& input::-webkit-search-cancel-button': { display: 'none' } },
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: typed && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={t('parts:table.clearSearch')}
                onClick={() => setTyped('')}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
