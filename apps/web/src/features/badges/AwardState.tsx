import type { AwardState as State } from '@learnt/contract/badges'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../ui/ToneChip.tsx'

const tones = { valid: 'success', expired: 'warning', revoked: 'error' } as const

/** How an award stands, in a word. */
export function AwardState({ state }: { state: State }) {
  const { t } = useTranslation('myBadges')
  return <ToneChip tone={tones[state]}>{t(`states.${state}`)}</ToneChip>
}
