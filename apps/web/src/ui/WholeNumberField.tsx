import TextField from '@mui/material/TextField'

/** Reads what stands in such a field: null for nothing, undefined for what is no whole number between the two. */
export function readWhole(typed: string, from: number, to: number): number | null | undefined {
  if (typed.trim() === '') return null
  const number = Number(typed)
  return Number.isInteger(number) && number >= from && number <= to ? number : undefined
}

/** A whole number, typed; what it may be the page checks with `readWhole`. */
export function WholeNumberField({
  label,
  help,
  value,
  onChange,
  wrong,
  required = false,
}: {
  label: string
  help: string
  value: string
  onChange: (value: string) => void
  wrong: string | null
  required?: boolean
}) {
  return (
    <TextField
      type="number"
      required={required}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={wrong !== null}
      helperText={wrong ?? help}
      slotProps={{ htmlInput: { inputMode: 'numeric', step: 1 } }}
    />
  )
}
