import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../ui/table/list-state.ts'
import { formatDay } from '../ui/times.ts'

/** Says that the figures are those of a past day, and what in the rows is not. */
export function AsOfNotice({
  state,
  onChange,
  historyFrom,
}: {
  state: ListState
  onChange: (next: ListState) => void
  historyFrom: string | undefined
}) {
  const { t, i18n } = useTranslation('reports')
  const day = state.filters.asOf?.[0]
  if (!day) return null
  const words = (value: string) => formatDay(new Date(`${value}T12:00:00Z`), i18n.language, 'UTC')
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={() => onChange(withFilter(state, 'asOf', []))}>
          {t('asOfEnd')}
        </Button>
      }
    >
      {/^\d{4}-\d\d-\d\d$/.test(day) && t('asOfNotice', { day: words(day) })}{' '}
      {historyFrom && t('asOfFrom', { day: words(historyFrom) })}
    </Alert>
  )
}
