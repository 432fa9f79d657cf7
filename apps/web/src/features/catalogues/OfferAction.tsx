import type { CatalogueCard } from '@learnt/contract/catalogues'
import LockIcon from '@mui/icons-material/LockOutlined'
import PlayIcon from '@mui/icons-material/PlayArrow'
import WaitIcon from '@mui/icons-material/ScheduleOutlined'
import AskIcon from '@mui/icons-material/SendOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../ui/AppLink.tsx'
import { learningPath } from './item-path.ts'

/** What the person can do next, as one button. A request, and what stands in the way, are seen to on the item's page. */
export function OfferAction({
  offer,
  onAsk,
  onShow,
  size = 'medium',
}: {
  offer: CatalogueCard
  onAsk: () => void
  /** Opens the item; absent where it is open. */
  onShow?: () => void
  size?: 'small' | 'medium' | 'large'
}) {
  const { t } = useTranslation('catalogues')
  const Anchor = useAnchor()
  const label = t(`buttons.${offer.button}`)
  const named = { 'aria-label': t('buttonOf', { label, title: offer.title }), size }
  switch (offer.button) {
    case 'request':
      return (
        <Button {...named} variant="outlined" startIcon={<AskIcon />} onClick={onAsk}>
          {label}
        </Button>
      )
    case 'requested':
    case 'locked':
      return (
        <Button
          {...named}
          variant="text"
          color="inherit"
          disabled={!onShow}
          startIcon={offer.button === 'locked' ? <LockIcon /> : <WaitIcon />}
          onClick={onShow}
        >
          {label}
        </Button>
      )
    default:
      return (
        <Button
          {...named}
          component={Anchor}
          href={learningPath(offer)}
          variant={offer.button === 'open' ? 'outlined' : 'contained'}
          startIcon={<PlayIcon />}
        >
          {label}
        </Button>
      )
  }
}
