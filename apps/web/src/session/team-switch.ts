import type { TeamChoice } from '@learnt/contract/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { track } from '../api/analytics.ts'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { rememberTeam } from '../api/team-hint.ts'
import { forgetKept } from '../installation/forget-kept.ts'
import { paths } from '../routes/paths.ts'
import { webPage } from '../routes/web-page.ts'
import { beginSignOut } from './leave-signed-out.ts'

const failedKey = 'learnt.switchFailed'

/**
 * Continues the session in another team and opens its homepage afresh: nothing of the old team stays in the page. A team
 * of another host name is entered there, by a code for this browser. Where that fails the homepage of the present team
 * opens, and says so.
 */
export function useTeamSwitch() {
  const { t } = useTranslation('shell')
  const [busy, setBusy] = useState<string | null>(null)
  const enter = async (choice: TeamChoice, path: string = paths.home) => {
    const { membershipId } = choice
    track('team-switch')
    setBusy(membershipId)
    // the page is another team's from here on: that its socket closes is no news; every way out of here opens a page afresh
    beginSignOut()
    try {
      await forgetKept()
      if (choice.address) {
        const { address } = await call(api.session.handOver, { body: { membershipId, returnUrl: path } })
        location.assign(webPage(address))
        return
      }
      rememberTeam(await call(api.session.switchTeam, { body: { membershipId } }))
      location.assign(path)
    } catch (error) {
      keepNotice(error instanceof Error && error.message ? error.message : t('user.switchFailed'))
      location.assign(paths.home)
    }
  }
  return { busy, enter }
}

/** What went wrong before the page was opened afresh; asked once. */
export function takeSwitchNotice(): string | null {
  try {
    const text = sessionStorage.getItem(failedKey)
    sessionStorage.removeItem(failedKey)
    return text
  } catch {
    return null
  }
}

function keepNotice(text: string): void {
  try {
    sessionStorage.setItem(failedKey, text)
  } catch {
    // without storage the homepage opens without a word
  }
}
