import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'

export interface NumberFieldProps {
  /** Read aloud; shown only with `isLabelled`. */
  label: string
  isLabelled?: boolean
  value: number
  min: number
  max: number
  /** Whole numbers without it. */
  step?: number
  disabled?: boolean
  error?: boolean
  onChange: (value: number) => void
}

/**
 * A number inside a sentence. An invalid text stays while it is typed; leaving the field restores the last valid
 * number.
 */
export function NumberField({
  label,
  isLabelled = false,
  value,
  min,
  max,
  step = 1,
  disabled = false,
  error = false,
  onChange,
}: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped((before) => (Number(before) === value ? before : String(value))), [value])
  return (
    <TextField
      type="number"
      size="small"
      {...(isLabelled ? { label } : {})}
      value={typed}
      disabled={disabled}
      error={error}
      onChange={(event) => {
        setTyped(event.target.value)
        const number = Number(event.target.value)
        const isGood = event.target.value !== '' && number >= min && number <= max && Number.isInteger(number / step)
        if (isGood) onChange(number)
      }}
      onBlur={() => setTyped(String(value))}
      slotProps={{
        htmlInput: {
          min,
          max,
          step,
          inputMode: step === 1 ? 'numeric' : 'decimal',
          ...(isLabelled ? {} : { 'aria-label': label }),
        },
      }}
      sx={{ width: 96 }}
    />
  )
}
