import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

/** One of a few values. */
export function SelectField<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  disabled?: boolean
  help?: string
  error?: string
  field?: string
  hiddenLabel?: boolean
}) {
  const { label, value, options, onChange, disabled = false, help, error, field, hiddenLabel = false } = props
  return (
    <TextField
      select
      size="small"
      {...(hiddenLabel ? {} : { label })}
      value={options.some((one) => one.value === value) ? value : ''}
      disabled={disabled}
      error={Boolean(error)}
      helperText={error || help}
      {...(field ? { 'data-field': field } : {})}
      onChange={(event) => onChange(event.target.value as Value)}
      slotProps={{ select: hiddenLabel ? { inputProps: { 'aria-label': label } } : {} }}
      sx={{ minWidth: 120 }}
    >
      {options.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
