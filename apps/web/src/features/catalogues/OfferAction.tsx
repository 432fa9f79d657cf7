import type { CatalogueCard } from '@learnt/contract/catalogues'
import LockIcon from '@mui/icons-material/LockOutlined'
import PlayIcon from '@mui/icons-material/PlayArrow'
import StartOverIcon from '@mui/icons-material/Replay'
import WaitIcon from '@mui/icons-material/ScheduleOutlined'
import AskIcon from '@mui/icons-material/SendOutlined'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/SessionProvider.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { useStartOver } from '../learning/useStartOver.ts'
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
      if (offer.startsOver) return <StartOver offer={offer} named={named} label={label} />
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

function StartOver({
  offer,
  named,
  label,
}: {
  offer: CatalogueCard
  named: Pick<ButtonProps, 'aria-label' | 'size'>
  label: string
}) {
  const { startOver, isBusy } = useStartOver()
  const { impersonation } = useMe()
  return (
    <Button
      {...named}
      variant="outlined"
      startIcon={<StartOverIcon />}
      loading={isBusy}
      disabled={impersonation?.writes === false}
      onClick={() => startOver({ userCourseId: offer.assignmentId, title: offer.title })}
    >
      {label}
    </Button>
  )
}
