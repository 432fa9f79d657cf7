import type { ImportState } from '@learnt/contract/import-states'
import { useTranslation } from 'react-i18next'

const tones: Record<ImportState, string> = {
  mapping: 'neutral',
  checking: 'info',
  checked: 'warning',
  committing: 'info',
  done: 'success',
  stopped: 'warning',
  undoing: 'info',
  undone: 'neutral',
  failed: 'error',
  discarded: 'neutral',
}

/** The state of a run in words; the colour only helps. */
export function RunState({ state }: { state: ImportState }) {
  const { t } = useTranslation('imports')
  return (
    <span className="word-chip" data-tone={tones[state]} data-size="small">
      {t(`states.${state}`)}
    </span>
  )
}
