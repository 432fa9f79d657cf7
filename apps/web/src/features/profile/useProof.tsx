import type { OwnFactors } from '@learnt/contract/factors'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { ProveDialog } from './ProveDialog.tsx'

/**
 * Runs what changes how the account is protected. Where the server wants a fresh proof the person is asked for one, and it
 * runs again; what is refused otherwise is said in a toast, unless `onError` takes it.
 */
export function useProof(factors: OwnFactors | undefined): {
  run: (work: () => Promise<void>, onError?: (error: unknown) => void) => Promise<void>
  dialog: ReactNode
} {
  const { t } = useTranslation('problems')
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ answer: (proved: boolean) => void } | null>(null)
  const prove = () => new Promise<boolean>((answer) => setAsked({ answer }))
  const close = (proved: boolean) => {
    setAsked(null)
    asked?.answer(proved)
  }
  const run = async (work: () => Promise<void>, onError?: (error: unknown) => void): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (isProblem(error, 'proof-required')) {
        if (await prove()) await run(work, onError)
        return
      }
      if (onError) onError(error)
      else showToast({ variant: 'error', text: problemText(t, error) })
    } finally {
      await client.invalidateQueries({ queryKey: ['factors'] })
    }
  }
  return { run, dialog: factors && asked ? <ProveDialog factors={factors} onDone={close} /> : null }
}
