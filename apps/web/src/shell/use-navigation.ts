import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { buildNavigation, knownItems, type Label, type NavNode } from './navigation.ts'

/** The signed-in person's navigation, and the words of its entries. */
export function useNavigation(): { nodes: NavNode[]; wordsOf: (label: Label) => string } {
  const me = useMe()
  const { t, i18n } = useTranslation('navigation')
  const nodes = useMemo(() => {
    const english = i18n.getFixedT('en', 'navigation')
    const standardTitle = (id: string) => {
      const label = knownItems[id]?.label
      return label && 'key' in label ? english(label.key) : ''
    }
    return buildNavigation({ stored: me.sideNavigation, held: me.roles, standardTitle })
  }, [me, i18n])
  return { nodes, wordsOf: (label) => ('words' in label ? label.words : t(label.key)) }
}
