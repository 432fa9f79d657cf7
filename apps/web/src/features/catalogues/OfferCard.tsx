import type { CatalogueCard } from '@learnt/contract/catalogues'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { nameOfItem } from './asks.ts'
import { OfferAction } from './OfferAction.tsx'
import { OfferFacts } from './OfferFacts.tsx'

/** Something to take, in the grid: the card opens its page, the button does what comes next. */
export function OfferCard({ offer, onAsk, onShow }: { offer: CatalogueCard; onAsk: () => void; onShow: () => void }) {
  const { t } = useTranslation('catalogues')
  return (
    <li className="card">
      <CoverImage src={offer.image} title={offer.title} />
      <div className="body">
        <div className="marks">
          <Tag look="filled">{t(`kinds.${offer.kind}`)}</Tag>
          {offer.request?.state === 'declined' && offer.button === 'request' ? (
            <StateChip kind="request" state="declined" />
          ) : (
            offer.state !== 'notstarted' && <StateChip kind="progress" state={offer.state} />
          )}
        </div>
        <AppLink
          href={`${paths.catalogue}?item=${nameOfItem(offer)}`}
          underline="none"
          className="covering-link"
          onClick={(event) => {
            // the list, its filters and its place stay behind the item
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onShow()
          }}
        >
          {offer.title}
        </AppLink>
        <div className="facts">
          <OfferFacts offer={offer} />
        </div>
        {offer.progress > 0 && offer.progress < 100 && <ProgressBar value={offer.progress} label={offer.title} />}
        <div className="action">
          <OfferAction offer={offer} onAsk={onAsk} onShow={onShow} size="small" />
        </div>
      </div>
    </li>
  )
}

/** One style sheet for all cards, as in the person's own lists. */
export const OfferGrid = styled('ul')(({ theme: { palette, typography, shadows, line } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 20,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
  '& > .card': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    border: `1px solid ${line}`,
    borderRadius: 14,
    transition: 'box-shadow 150ms',
    '&:hover': { boxShadow: shadows[4] },
    '&:has(.covering-link:focus-visible)': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
  },
  '& .body': { padding: 16, display: 'flex', flexDirection: 'column', gap: 8, flex: 1 },
  '& .marks': { display: 'flex', gap: 6, flexWrap: 'wrap', minHeight: 24 },
  '& .covering-link': { fontSize: '1.05rem', lineHeight: 1.3, overflowWrap: 'anywhere' },
  '& .facts': { ...typography.body2, color: palette.text.secondary },
  // above the link that covers the card
  '& .action': { position: 'relative', marginTop: 'auto', paddingTop: 8 },
}))
