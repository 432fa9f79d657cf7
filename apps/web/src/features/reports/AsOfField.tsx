import TextField from '@mui/material/TextField'
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
  const hasNone = history !== undefined && history.historyTo < history.historyFrom
  return (
    <TextField
      type="date"
      size="small"
      label={t('asOf')}
      value={value}
      disabled={hasNone && value === ''}
      title={hasNone ? t('asOfNone') : t('asOfHelp')}
      onChange={(event) => onChange(withFilter(state, 'asOf', event.target.value ? [event.target.value] : []))}
      sx={{ minWidth: 165 }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: history?.historyFrom, max: history?.historyTo },
      }}
    />
  )
}
