import type { Me, Team } from '@learnt/contract/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { answerByPasskey, passkeysWork } from '../session/passkeys.ts'
import { factorComplaint } from './factor-complaint.ts'

/** Signs in with a passkey alone: no name, no password. */
export function PasskeySignIn({
  team,
  persist,
  acceptsTerms,
  onSignedIn,
}: {
  team: Team
  persist: boolean
  acceptsTerms: boolean
  onSignedIn: (me: Me) => void
}) {
  const { t } = useTranslation('factors')
  const [busy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState('')
  if (!passkeysWork()) return null
  const signIn = async () => {
    if (busy) return
    setBusy(true)
    setComplaint('')
    try {
      const passkey = await answerByPasskey(await call(api.factors.signInPasskey))
      if (passkey !== null) {
        onSignedIn(
          await call(api.factors.signIn, {
            body: {
              passkey,
              persistUserSession: persist,
              personalTermsAndCondition: acceptsTerms,
              team: team.id,
              tenant: team.tenantId,
            },
          }),
        )
        return
      }
      setComplaint(t('step.refused'))
    } catch (error) {
      setComplaint(factorComplaint(error, t))
    }
    setBusy(false)
  }
  return (
    <div>
      <button
        type="button"
        className="guest-button guest-button-quiet"
        aria-disabled={busy || undefined}
        onClick={() => void signIn()}
      >
        {busy && <span className="guest-spinner" aria-hidden="true" />}
        {t(busy ? 'signIn.busy' : 'signIn.passkey')}
      </button>
      {complaint && (
        <p className="guest-error" role="alert">
          {complaint}
        </p>
      )}
    </div>
  )
}
