import type { Erasure } from '@learnt/contract/erasures'
import { useTranslation } from 'react-i18next'

const tones: Readonly<Record<Erasure['state'], string>> = {
  open: 'warning',
  held: 'error',
  running: 'info',
  done: 'success',
  withdrawn: 'neutral',
  dismissed: 'neutral',
}

/** How far an erasure is, in a word. */
export function ErasureState({ state }: { state: Erasure['state'] }) {
  const { t } = useTranslation('erasures')
  return (
    <span className="word-chip" data-tone={tones[state]} data-size="small">
      {t(`states.${state}`)}
    </span>
  )
}
