import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A search box that tells what is typed after a short pause and never loses the focus to its own answer. */
export function SearchField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  pause?: number
}) {
  const { label, value, onChange, pause = 250 } = props
  const { t } = useTranslation(['common', 'parts'])
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
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
    <OutlinedInput
      inputRef={input}
      size="small"
      type="search"
      placeholder={label}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) {
          event.stopPropagation()
          setTyped('')
        }
      }}
      slotProps={{ input: { 'aria-label': label, enterKeyHint: 'search' } }}
      startAdornment={<SearchIcon fontSize="small" color="action" sx={{ marginInlineEnd: 1 }} />}
      endAdornment={
        typed && (
          <IconButton
            size="small"
            edge="end"
            aria-label={t('parts:table.clearSearch')}
            onClick={() => {
              setTyped('')
              // the button is gone with what was typed
              input.current?.focus()
            }}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        )
      }
      sx={{
        flex: { xs: '1 1 100%', sm: '0 1 320px' },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  )
}
