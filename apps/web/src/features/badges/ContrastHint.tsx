import type { BadgeDesign } from '@learnt/contract/badge-picture'
import { contrast, readableRatio, textOn } from '@learnt/contract/contrast'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

/** Says whether symbol and text can be read on the ground, and offers the colour that can. */
export function ContrastHint({ design, onInk }: { design: BadgeDesign; onInk: (ink: string) => void }) {
  const { t, i18n } = useTranslation('badges')
  const ratio = contrast(design.ink, design.fill)
  const words = { ratio: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(ratio) }
  if (ratio >= readableRatio)
    return (
      <Alert severity="success" role="status">
        {t('design.readable', words)}
      </Alert>
    )
  const better = textOn(design.fill)
  return (
    <Alert
      severity="warning"
      role="status"
      action={
        <Button color="inherit" size="small" onClick={() => onInk(better)}>
          {t(better === '#ffffff' ? 'design.takeWhite' : 'design.takeBlack')}
        </Button>
      }
    >
      {t('design.unreadable', words)}
    </Alert>
  )
}
