import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { buildNavigation, knownItems, type Label, type NavNode } from './navigation.ts'
import { withoutSwitchedOff } from './switched-off.ts'

/** The signed-in person's navigation, and the words of its entries. */
export function useNavigation(): { nodes: NavNode[]; wordsOf: (label: Label) => string } {
  const me = useMe()
  const { features } = useSession().settings
  const { t, i18n } = useTranslation('navigation')
  const nodes = useMemo(() => {
    const english = i18n.getFixedT('en', 'navigation')
    const standardTitle = (id: string) => {
      const label = knownItems[id]?.label
      return label && 'key' in label ? english(label.key) : ''
    }
    const whole = buildNavigation({ stored: me.sideNavigation, held: me.roles, standardTitle })
    return withoutSwitchedOff(whole, features)
  }, [me, i18n, features])
  return { nodes, wordsOf: (label) => ('words' in label ? label.words : t(label.key)) }
}
