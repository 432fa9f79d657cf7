import { limits } from '@learnt/contract/measures'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { searchPages, usePages } from './page-list.ts'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** "Search for an app or page": up to ten permitted pages, the first one highlighted. Ctrl or Cmd with K comes here. */
export function PageSearch({ small }: { small: boolean }) {
  const { t } = useTranslation('shell')
  const pages = usePages()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = searchPages(pages, typed, limits.pageSuggestions)
  const [shown, setShown] = useState(false)
  const visible = !small || shown

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        // in the page before the focus goes there: what is typed at once must arrive
        flushSync(() => setShown(true))
        input.current?.focus()
        input.current?.select()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const close = () => {
    setOpen(false)
    setTyped('')
    setAt(0)
    setShown(false)
  }
  const go = (index: number) => {
    const page = found[index]
    if (!page) return
    close()
    input.current?.blur()
    void navigate({ to: page.path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      input.current?.blur()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (found.length > 0) setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(at)
    }
  }
  return (
    <>
      {small && (
        <IconButton
          aria-label={t('toolbar.search')}
          aria-expanded={shown}
          onClick={() => {
            flushSync(() => setShown(true))
            input.current?.focus()
          }}
        >
          <SearchIcon />
        </IconButton>
      )}
      {visible && (
        <Box
          ref={box}
          role="search"
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) close()
          }}
          sx={
            small
              ? { position: 'absolute', insetInline: 8, zIndex: 3 }
              : { position: 'relative', width: 'min(380px, 38vw)' }
          }
        >
          <Box
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              height: 42,
              borderRadius: '11px',
              fontFamily: theme.typography.fontFamily,
              backgroundColor: small ? theme.palette.background.paper : theme.bars.toolbar.hover,
              color: small ? theme.palette.text.primary : theme.bars.toolbar.text,
              border: `1px solid ${small ? theme.line : 'transparent'}`,
              '&:focus-within': { borderColor: 'currentColor' },
              '& input': {
                flex: 1,
                minWidth: 0,
                height: '100%',
                border: 0,
                outline: 0,
                background: 'none',
                color: 'inherit',
                font: 'inherit',
                fontSize: '0.9375rem',
                padding: 0,
              },
              '& input::placeholder': { color: 'inherit', opacity: 1 },
            })}
          >
            <SearchIcon fontSize="small" sx={{ mx: 1.25, opacity: 0.8 }} />
            <input
              ref={input}
              role="combobox"
              type="text"
              value={typed}
              placeholder={t('toolbar.search')}
              aria-label={t('toolbar.search')}
              aria-expanded={open}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
              {...(open && found.length > 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value)
                setOpen(true)
                setAt(0)
              }}
              onFocus={() => setOpen(true)}
              onClick={() => setOpen(true)}
              onKeyDown={onKeyDown}
            />
            {!small && (
              <Box
                component="kbd"
                aria-hidden
                sx={{ fontFamily: 'inherit', fontSize: '0.75rem', opacity: 0.8, px: 1.25, whiteSpace: 'nowrap' }}
              >
                {apple ? '⌘K' : 'Ctrl K'}
              </Box>
            )}
          </Box>
          {open && (
            <Paper
              elevation={8}
              sx={{
                position: 'absolute',
                top: 48,
                insetInline: 0,
                p: 0.75,
                borderRadius: '12px',
                maxHeight: '70vh',
                overflowY: 'auto',
              }}
            >
              {found.length === 0 && (
                <Box sx={{ p: 1.5, color: 'text.secondary' }} role="status">
                  {t('toolbar.noResults')}
                </Box>
              )}
              <Box role="listbox" id={`${id}-list`} aria-label={t('toolbar.search')}>
                {found.map((page, index) => (
                  <Box
                    key={page.path}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === at}
                    onMouseEnter={() => setAt(index)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => go(index)}
                    sx={(theme) => ({
                      px: 1.5,
                      py: 1,
                      borderRadius: '8px',
                      cursor: 'pointer',
                      display: 'flex',
                      justifyContent: 'space-between',
                      gap: 2,
                      fontSize: '0.9375rem',
                      fontWeight: 600,
                      ...(index === at
                        ? { backgroundColor: theme.palette.primary.soft, color: theme.palette.primary.onSoft }
                        : {}),
                    })}
                  >
                    <span>{page.title}</span>
                    {page.group && (
                      <Box component="span" sx={{ fontWeight: 500, fontSize: '0.8125rem', opacity: 0.9 }}>
                        {page.group}
                      </Box>
                    )}
                  </Box>
                ))}
              </Box>
            </Paper>
          )}
          <span style={visuallyHidden} role="status">
            {open && typed ? (found.length === 0 ? '' : t('toolbar.suggestions', { count: found.length })) : ''}
          </span>
        </Box>
      )}
    </>
  )
}
