import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

interface ChoiceFilterProps<Value extends string> {
  label: string
  value: Value
  /** Values with the words of each, in the order of the list. */
  choices: readonly (readonly [value: Value, words: string])[]
  onChange: (value: Value) => void
}

/** One of several above a list: a filter or the order. */
export function ChoiceFilter<Value extends string>({ label, value, choices, onChange }: ChoiceFilterProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      sx={{ minWidth: 150 }}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {choices.map(([one, words]) => (
        <MenuItem key={one} value={one}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  )
}
