import type { TeamChoice } from '@learnt/contract/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from './api/call.ts'
import { api } from './api/operations.ts'
import { rememberTeam } from './api/team-hint.ts'
import { paths } from './paths.ts'
import { showToast } from './ui/toasts.ts'

/** Continues the session in another team and opens its homepage afresh: nothing of the old team stays in the page. */
export function useTeamSwitch() {
  const { t } = useTranslation('shell')
  const [busy, setBusy] = useState<string | null>(null)
  const enter = async (choice: TeamChoice, address: string = paths.home) => {
    if (choice.address) {
      location.assign(choice.address)
      return
    }
    setBusy(choice.membershipId)
    try {
      rememberTeam(await call(api.session.switchTeam, { body: { membershipId: choice.membershipId } }))
      location.assign(address)
    } catch {
      setBusy(null)
      showToast({ variant: 'error', text: t('user.switchFailed') })
    }
  }
  return { busy, enter }
}
