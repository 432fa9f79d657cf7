import type { AwardState as State } from '@learnt/contract/badges'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'

const tones = { valid: 'success', expired: 'warning', revoked: 'error' } as const

/** How an award stands, in a word; the colour only repeats it. */
export function AwardState({ state }: { state: State }) {
  const { t } = useTranslation('myBadges')
  return (
    <Chip
      size="small"
      variant="outlined"
      color={tones[state]}
      label={t(`states.${state}`)}
      sx={{ color: 'text.primary' }}
    />
  )
}
