import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type ListState, withFilter } from '../../ui/table/list-state.ts'

/** A day that the list begins or ends with; kept in the address when it is whole. */
export function DayField({
  label,
  name,
  state,
  onChange,
}: {
  label: string
  name: string
  state: ListState
  onChange: (next: ListState) => void
}) {
  const value = state.filters[name]?.[0] ?? ''
  // NOTE the address follows when the field is left: a year that is being typed begins as 0002
  const [typed, setTyped] = useState({ of: value, day: value })
  if (typed.of !== value) setTyped({ of: value, day: value })
  const ask = () => typed.day !== value && onChange(withFilter(state, name, typed.day ? [typed.day] : []))
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={typed.day}
      onChange={(event) => setTyped({ of: value, day: event.target.value })}
      onBlur={ask}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
      sx={{ minWidth: 150 }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
