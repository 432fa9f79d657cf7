import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

/** One choice of several for a whole file. */
export function OptionField<Value extends string>({
  label,
  help,
  value,
  options,
  nameOf,
  onChange,
}: {
  label: string
  help: string
  value: Value
  options: readonly Value[]
  nameOf: (value: Value) => string
  onChange: (value: Value) => void
}) {
  return (
    <TextField
      select
      label={label}
      helperText={help}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map((one) => (
        <MenuItem key={one} value={one}>
          {nameOf(one)}
        </MenuItem>
      ))}
    </TextField>
  )
}
