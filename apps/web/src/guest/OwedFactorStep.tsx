import type { Team } from '@learnt/contract/session'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { isProblem } from '../api/problem.ts'
import { FactorStep } from './FactorStep.tsx'
import { factorComplaint } from './factor-complaint.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { OwedProof, type WaysToProve } from './OwedProof.tsx'
import './guest.css'

/**
 * The second step over the page that somebody is at, because a role newly asks for it: what they have typed waits behind
 * it. Above whatever dialog is open.
 */
export function OwedFactorStep({
  team,
  account,
  onShown,
  onGivenUp,
}: {
  team: Team
  /** For the browser's store of passwords. */
  account: string
  onShown: () => void
  onGivenUp: () => void
}) {
  const { t } = useTranslation('factors')
  const frame = useRef<HTMLDialogElement>(null)
  const [isBegun, setBegun] = useState(false)
  const [failure, setFailure] = useState('')
  /** By what a fresh proof can be given, where one is wanted first. */
  const [ways, setWays] = useState<WaysToProve | null>(null)
  // NOTE read before the frame inside gives the window its own title
  const [title] = useState(() => document.title)
  useEffect(() => {
    const before = document.activeElement
    frame.current?.showModal()
    return () => {
      document.title = title
      if (before instanceof HTMLElement) before.focus()
    }
  }, [title])
  const begin = useCallback(async () => {
    setFailure('')
    try {
      await call(api.factors.beginOwedStep)
      setWays(null)
      setBegun(true)
    } catch (error) {
      // shown in another tab meanwhile
      if (isProblem(error, 'wrong-state')) return onShown()
      if (isProblem(error, 'proof-required')) return askForProof()
      if (!isProblem(error, 'not-signed-in')) setFailure(factorComplaint(error, t))
    }
    async function askForProof() {
      try {
        setWays(await call(api.providers.waysToProve))
      } catch (error) {
        setFailure(factorComplaint(error, t))
      }
    }
  }, [onShown, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once, as the dialog opens
  useEffect(() => {
    void begin()
  }, [])
  // NOTE: beside the application's root, which an open dialog of it hides from screen readers
  return createPortal(
    <dialog
      ref={frame}
      className="guest-over"
      aria-label={t('owed.heading')}
      // NOTE a second Escape, or the phone's back gesture, cannot be prevented: it would close the step and leave all waiting
      closedby="none"
      onCancel={(event) => event.preventDefault()}
    >
      {isBegun ? (
        <FactorStep
          team={team}
          lead={t('owed.text')}
          onSignedIn={onShown}
          onBack={(words) => {
            if (words === undefined) return onGivenUp()
            // the step is over, not the session
            setBegun(false)
            setFailure(words)
          }}
        />
      ) : ways !== null && failure === '' ? (
        <OwedProof team={team} ways={ways} account={account} onProved={() => void begin()} onGivenUp={onGivenUp} />
      ) : (
        <GuestFrame team={team} heading={t('owed.heading')} lead={t('owed.text')}>
          {failure === '' ? (
            <p role="status">{t('step.checking')}</p>
          ) : (
            <>
              <p className="guest-notice guest-notice-error" role="alert">
                {failure}
              </p>
              <button type="button" className="guest-button" onClick={() => void begin()}>
                {t('owed.again')}
              </button>
            </>
          )}
          <button type="button" className="guest-text-button" onClick={onGivenUp}>
            {t('owed.signOut')}
          </button>
        </GuestFrame>
      )}
    </dialog>,
    document.body,
  )
}
