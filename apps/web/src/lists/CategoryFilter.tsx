import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../ui/table/list-state.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { EndlessResult } from './EndlessList.tsx'

interface CategoryFilterProps {
  label: string
  state: ListState
  change: (next: ListState) => void
  /** What is shown; the chosen category stays when nothing of it is left. */
  result: EndlessResult<{ category: string }>
}

/** Narrows a list to one of the categories in it; nothing where it has none. */
export function CategoryFilter({ label, state, change, result }: CategoryFilterProps) {
  const { t } = useTranslation('common')
  const chosen = state.filters.category?.[0] ?? ''
  const shown = result.data?.pages.flatMap((page) => page.items.map((one) => one.category)) ?? []
  const categories = [...new Set([...shown, chosen])].filter(Boolean)
  if (categories.length === 0) return null
  return (
    <ChoiceFilter
      label={label}
      value={chosen}
      choices={[['', t('all')], ...categories.map((one) => [one, one] as const)]}
      onChange={(value) => change(withFilter(state, 'category', value ? [value] : []))}
    />
  )
}
