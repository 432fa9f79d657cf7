import type { CatalogueCard } from '@learnt/contract/catalogues'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from './language-name.ts'

/** How long, how many steps, in which language: separated by dots. */
export function OfferFacts({ offer }: { offer: CatalogueCard }) {
  const { t, i18n } = useTranslation('catalogues')
  const facts = [
    offer.category,
    offer.minutes > 0 ? t('minutes', { count: offer.minutes }) : '',
    offer.stepCount > 0 ? t('steps', { count: offer.stepCount }) : '',
    offer.rating
      ? t('rating', {
          average: new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
            offer.rating.average,
          ),
          count: offer.rating.count,
        })
      : '',
    offer.language ? languageName(offer.language, i18n.language) : '',
  ].filter(Boolean)
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' · '}
      <span style={{ display: 'inline-block' }}>{fact}</span>
    </Fragment>
  ))
}
