import type { Certificate } from '@learnt/contract/certificates'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'

const tones = {
  valid: 'success',
  expiring: 'warning',
  expired: 'error',
  revoked: 'error',
  replaced: 'default',
} as const

/** How a certificate stands, in a word; the colour only repeats it. */
export function StateMark({ state, isExpiring = false }: Pick<Certificate, 'state'> & { isExpiring?: boolean }) {
  const { t } = useTranslation('myCertificates')
  const shown = state === 'valid' && isExpiring ? 'expiring' : state
  return (
    <Chip
      size="small"
      variant="outlined"
      color={tones[shown]}
      label={t(`states.${shown}`)}
      sx={{ color: 'text.primary' }}
    />
  )
}
