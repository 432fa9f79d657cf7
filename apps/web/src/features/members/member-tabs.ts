import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../routes/paths.ts'

/** Tabs of a person's page, in their order. */
export const memberTabs = [
  'about',
  'learning',
  'why',
  'certificates',
  'points',
  'sessions',
  'mails',
  'history',
] as const
export type MemberTab = (typeof memberTabs)[number]

/** Words of the page's address that are no list's. */
export const memberWords = ['tab', 'teamId'] as const

export const tabOf = (wanted: string | null | undefined): MemberTab =>
  memberTabs.find((one) => one === wanted) ?? 'about'

/** The open tab, which the address names. */
export function useMemberTab(): [MemberTab, (next: MemberTab) => void] {
  const navigate = useNavigate()
  const { tab, teamId } = useSearch({ strict: false }) as { tab?: string; teamId?: string }
  const open = (next: MemberTab) =>
    void navigate({
      to: '.',
      search: { ...(teamId ? { teamId } : {}), ...(next === 'about' ? {} : { tab: next }) } as never,
      resetScroll: false,
    })
  return [tabOf(tab), open]
}

/** Another tab, or another view of a list in one: what is typed in the form stays. */
export function isSameMember(next: { pathname: string; search: unknown }, of: { userId: string; teamId?: string }) {
  const { teamId } = next.search as { teamId?: string }
  return next.pathname === paths.user(of.userId) && teamId === of.teamId
}
