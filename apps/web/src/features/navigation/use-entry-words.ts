import type { NavigationRow } from '@learnt/contract/navigation'
import { useTranslation } from 'react-i18next'
import { findRoute, works } from '../../routes/route-book.ts'
import { knownItems } from '../../shell/navigation.ts'

type Named = Pick<NavigationRow, 'id' | 'title'>

/** What an entry is called, and what it looks like when the team says nothing. */
export function useEntryWords() {
  const { t } = useTranslation('navigation')
  const knownOf = (id: string) => (Object.hasOwn(knownItems(), id) ? knownItems()[id] : undefined)
  const standardName = (id: string): string => {
    const label = knownOf(id)?.label
    return label ? ('words' in label ? label.words : t(label.key)) : ''
  }
  return {
    standardName,
    nameOf: (row: Named): string => row.title || standardName(row.id) || row.id,
    iconOf: (row: Pick<NavigationRow, 'id' | 'icon' | 'isGroup'>): string =>
      row.icon || knownOf(row.id)?.icon || (row.isGroup ? 'folder' : 'link'),
    /** False for entries of pages that do not exist yet: nobody sees them. */
    hasPage: ({ id }: Pick<NavigationRow, 'id'>): boolean => {
      const href = knownOf(id)?.href
      return !href || works(findRoute(href))
    },
  }
}
