import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'

export interface OptionalNumberProps {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  min: number
  max: number
  /** Whole numbers without it. */
  decimals?: boolean
  /** An empty field is refused: it goes back to the last good number. */
  required?: boolean
  disabled?: boolean
  field?: string
  error?: string
  help?: string
}

/** A number, or nothing. An invalid text stays while it is typed; leaving the field restores the last valid number. */
export function OptionalNumber(props: OptionalNumberProps) {
  const {
    label,
    value,
    onChange,
    min,
    max,
    decimals = false,
    required = false,
    disabled = false,
    field,
    error,
    help,
  } = props
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  useEffect(() => {
    setTyped((before) => (before !== '' && Number(before) === value ? before : value === null ? '' : String(value)))
  }, [value])
  return (
    <TextField
      type="number"
      size="small"
      label={label}
      value={typed}
      disabled={disabled}
      error={Boolean(error)}
      helperText={error || help}
      {...(field ? { 'data-field': field } : {})}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        if (text === '') {
          if (!required) onChange(null)
          return
        }
        const number = Number(text)
        if (number >= min && number <= max && (decimals || Number.isInteger(number))) onChange(number)
      }}
      onBlur={() => setTyped(value === null ? '' : String(value))}
      slotProps={{ htmlInput: { min, max, step: decimals ? 'any' : 1, inputMode: decimals ? 'decimal' : 'numeric' } }}
    />
  )
}
