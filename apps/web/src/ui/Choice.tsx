import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { PlainIcon } from './PlainIcon.tsx'

/** One of a few values, in a toolbar (ControlsFrame.tsx). Its list is made when it is first opened. */
export function Choice<Value extends string | number>({
  label,
  labelId,
  value,
  options,
  onChange,
  minWidth,
}: {
  /** In the edge of the field; without it `labelId` names the element that stands beside. */
  label?: string
  labelId?: string
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  minWidth?: number
}) {
  const id = useId()
  // once it was opened it stays: what closes keeps its place and its width
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (at: HTMLElement) => {
    setAnchor(at)
    setOpen(true)
  }
  const named = labelId ?? `${id}label`
  return (
    <>
      <button
        type="button"
        role="combobox"
        className="choice"
        data-small={label ? undefined : ''}
        style={{ minWidth }}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}list` : undefined}
        aria-labelledby={named}
        onClick={(event) => open(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open(event.currentTarget)
        }}
      >
        {label && (
          // it names the field, and is no part of the value
          <span className="label" id={named} aria-hidden>
            {label}
          </span>
        )}
        <span>{options.find((option) => option.value === value)?.label}</span>
        <PlainIcon name="caret" />
      </button>
      {anchor && (
        <Menu
          anchorEl={anchor}
          open={isOpen}
          onClose={() => setOpen(false)}
          slotProps={{
            list: { id: `${id}list`, role: 'listbox', 'aria-labelledby': named },
            paper: { style: { minWidth: anchor.clientWidth } },
          }}
        >
          {options.map((option) => (
            <MenuItem
              key={option.value}
              role="option"
              selected={option.value === value}
              aria-selected={option.value === value}
              onClick={() => {
                setOpen(false)
                if (option.value !== value) onChange(option.value)
              }}
            >
              {option.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
