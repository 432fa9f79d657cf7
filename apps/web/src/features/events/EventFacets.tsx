import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'

const names = ['month', 'place', 'seats', 'category', 'tag'] as const
type Name = (typeof names)[number]
/** These take one value at most. */
const single: readonly Name[] = ['month', 'seats']
const mostValues = 12

/** The filters of events as chips with the number behind each. */
export function EventFacets({
  facets,
  state,
  onChange,
}: {
  facets: Record<Name, readonly { value: string; count: number }[]>
  state: ListState
  onChange: (next: ListState) => void
}) {
  const { t, i18n } = useTranslation('events')
  const wordOf = (name: Name, value: string) => {
    if (name === 'place') return t(`places.${value as 'virtual'}`)
    if (name === 'seats') return t(`seatWords.${value as 'free'}`)
    if (name === 'month')
      return new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${value}-01T00:00:00Z`),
      )
    return value
  }
  const shown = names.filter((name) => facets[name].length > 1 || state.filters[name])
  if (shown.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 1.25, mb: 3 }}>
      {shown.map((name) => {
        const chosen = state.filters[name] ?? []
        const values = facets[name].filter((one, at) => at < mostValues || chosen.includes(one.value))
        const gone = chosen.filter((value) => !values.some((one) => one.value === value))
        return (
          <Box
            key={name}
            role="group"
            aria-label={t(`facets.${name}`)}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
          >
            <Typography variant="body2" color="textSecondary" sx={{ minWidth: 88, fontWeight: 700 }}>
              {t(`facets.${name}`)}
            </Typography>
            {[...gone.map((value) => ({ value, count: 0 })), ...values].map(({ value, count }) => {
              const isChosen = chosen.includes(value)
              const others = single.includes(name) ? [] : chosen.filter((one) => one !== value)
              return (
                <Chip
                  key={value}
                  size="small"
                  color={isChosen ? 'primary' : 'default'}
                  variant={isChosen ? 'filled' : 'outlined'}
                  aria-pressed={isChosen}
                  label={`${wordOf(name, value)} (${formatNumber(count, i18n.language)})`}
                  onClick={() => onChange(withFilter(state, name, isChosen ? others : [...others, value]))}
                />
              )
            })}
          </Box>
        )
      })}
    </Box>
  )
}
