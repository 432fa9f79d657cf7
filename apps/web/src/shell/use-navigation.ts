import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../api/LiveProvider.tsx'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { useMe, useSession } from '../api/SessionProvider.tsx'
import { buildNavigation, knownItems, type Label, type NavNode, withBadges } from './navigation.ts'
import { withoutSwitchedOff } from './switched-off.ts'

/** The signed-in person's navigation, and the words of its entries. */
export function useNavigation(): { nodes: NavNode[]; wordsOf: (label: Label) => string } {
  const me = useMe()
  const { features } = useSession().settings
  const { t, i18n } = useTranslation('navigation')
  const waiting = useWaitingRequests(me.roles)
  const whole = useMemo(() => {
    const english = i18n.getFixedT('en', 'navigation')
    const standardTitle = (id: string) => {
      const label = knownItems()[id]?.label
      return label && 'key' in label ? english(label.key) : ''
    }
    const built = buildNavigation({ stored: me.sideNavigation, held: me.roles, standardTitle })
    return withoutSwitchedOff(built, features)
  }, [me, i18n, features])
  const nodes = useMemo(
    () => withBadges(whole, { 'manager-requests': waiting?.manager ?? 0, requests: waiting?.admin ?? 0 }),
    [whole, waiting],
  )
  return { nodes, wordsOf: (label) => ('words' in label ? label.words : t(label.key)) }
}

/** How many requests wait for somebody who decides about some; asked again when one comes or is decided. */
function useWaitingRequests(roles: readonly string[]): { manager: number; admin: number } | undefined {
  const client = useQueryClient()
  const question = queryOf(api.requests.open)
  const decides = roles.some((role) => role === 'manager' || role === 'admin' || role === 'superadmin')
  const { data } = useQuery({ ...question, enabled: decides, staleTime: 60_000 })
  const again = () => decides && void client.invalidateQueries({ queryKey: question.queryKey })
  useChange('me', 'request', again)
  return data
}
