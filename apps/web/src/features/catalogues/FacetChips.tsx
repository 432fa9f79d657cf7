import type { CatalogueFacets } from '@learnt/contract/catalogues'
import FilterIcon from '@mui/icons-material/FilterList'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import { type FacetName, facetNames } from './asks.ts'
import { languageName } from './language-name.ts'

/** Values of a facet that stand there before somebody asks for the others. */
const shownAtFirst = 8

/** The filters as chips with the number behind each; on a phone they fold away. */
export function FacetChips({
  facets,
  state,
  onChange,
}: {
  facets: CatalogueFacets
  state: ListState
  onChange: (next: ListState) => void
}) {
  const { t } = useTranslation('catalogues')
  const theme = useTheme()
  const isPhone = useMediaQuery(theme.breakpoints.down('md'))
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = facetNames.reduce((sum, name) => sum + (state.filters[name]?.length ?? 0), 0)
  const rows = facetNames.filter((name) => facets[name].length > 1 || (state.filters[name]?.length ?? 0) > 0)
  if (rows.length === 0) return null
  return (
    <Box sx={{ mb: 3 }}>
      {isPhone && (
        <Button
          variant="outlined"
          startIcon={<FilterIcon />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {chosen > 0 ? t('filtersChosen', { count: chosen }) : t('filters')}
        </Button>
      )}
      <Box id={id} sx={{ display: isPhone && !isOpen ? 'none' : 'grid', gap: 1.25, mt: isPhone ? 2 : 0 }}>
        {rows.map((name) => (
          <Facet
            key={name}
            name={name}
            values={facets[name]}
            chosen={state.filters[name] ?? []}
            onChange={(values) => onChange(withFilter(state, name, values))}
          />
        ))}
      </Box>
    </Box>
  )
}

function Facet({
  name,
  values,
  chosen,
  onChange,
}: {
  name: FacetName
  values: CatalogueFacets[FacetName]
  chosen: readonly string[]
  onChange: (values: string[]) => void
}) {
  const { t, i18n } = useTranslation('catalogues')
  const [isWhole, setWhole] = useState(false)
  const wordOf = (value: string) => {
    if (name === 'kind') return t(`kinds.${value as 'course'}`)
    if (name === 'length') return t(`lengths.${value as 'short'}`)
    return name === 'language' ? languageName(value, i18n.language) : value
  }
  // what is chosen stays in sight, also where nothing is behind it any more
  const gone = chosen.filter((value) => !values.some((one) => one.value === value))
  const all = [...gone.map((value) => ({ value, count: 0 })), ...values]
  const shown = isWhole ? all : all.filter((one, index) => index < shownAtFirst || chosen.includes(one.value))
  return (
    <Box
      role="group"
      aria-label={t(`facets.${name}`)}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: 88, fontWeight: 700 }}>
        {t(`facets.${name}`)}
      </Typography>
      {shown.map(({ value, count }) => {
        const isChosen = chosen.includes(value)
        return (
          <Chip
            key={value}
            size="small"
            color={isChosen ? 'primary' : 'default'}
            variant={isChosen ? 'filled' : 'outlined'}
            aria-pressed={isChosen}
            label={`${wordOf(value)} (${formatNumber(count, i18n.language)})`}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
          />
        )
      })}
      {shown.length < all.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('moreValues', { count: all.length - shown.length })}
        </Button>
      )}
    </Box>
  )
}
