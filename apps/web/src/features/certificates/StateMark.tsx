import type { Certificate } from '@learnt/contract/certificates'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../ui/ToneChip.tsx'

const tones = {
  valid: 'success',
  expiring: 'warning',
  expired: 'error',
  revoked: 'error',
  replaced: 'neutral',
} as const

/** How a certificate stands, in a word. */
export function StateMark({ state, isExpiring = false }: Pick<Certificate, 'state'> & { isExpiring?: boolean }) {
  const { t } = useTranslation('myCertificates')
  const shown = state === 'valid' && isExpiring ? 'expiring' : state
  return <ToneChip tone={tones[shown]}>{t(`states.${shown}`)}</ToneChip>
}
