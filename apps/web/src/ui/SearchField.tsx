import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainIcon } from './PlainIcon.tsx'

/**
 * A search box that tells what is typed after a short pause and never loses the focus to its own answer. It is dressed by
 * the toolbar around it (ControlsFrame.tsx).
 */
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
    <div className="field">
      <PlainIcon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed) {
            event.stopPropagation()
            setTyped('')
          }
        }}
      />
      {typed && (
        <button
          type="button"
          aria-label={t('parts:table.clearSearch')}
          onClick={() => {
            setTyped('')
            // the button is gone with what was typed
            input.current?.focus()
          }}
        >
          <PlainIcon name="close" />
        </button>
      )}
    </div>
  )
}
