import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../../ui/table/list-state.ts'

/** The past day whose end the report is of; empty: now. */
export function AsOfField({
  state,
  onChange,
  history,
}: {
  state: ListState
  onChange: (next: ListState) => void
  history: { historyFrom: string; historyTo: string } | undefined
}) {
  const { t } = useTranslation('reports')
  const value = state.filters.asOf?.[0] ?? ''
  // NOTE the address follows a moment later, and a year that is being typed begins as 0002
  const [typed, setTyped] = useState({ of: value, day: value })
  if (typed.of !== value) setTyped({ of: value, day: value })
  const { day } = typed
  const ask = (next: string) => next !== value && onChange(withFilter(state, 'asOf', next ? [next] : []))
  const hasNone = history !== undefined && history.historyTo < history.historyFrom
  return (
    <TextField
      type="date"
      size="small"
      label={t('asOf')}
      value={day}
      disabled={hasNone && value === ''}
      title={hasNone ? t('asOfNone') : t('asOfHelp')}
      onChange={(event) => {
        const next = event.target.value
        setTyped({ of: value, day: next })
        if (!history || (next >= history.historyFrom && next <= history.historyTo)) ask(next)
      }}
      onBlur={() => ask(day)}
      sx={{ minWidth: 165 }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: history?.historyFrom, max: history?.historyTo },
      }}
    />
  )
}
