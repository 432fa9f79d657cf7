import { mayEnter } from '@learnt/contract/route-groups'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/**
 * Links administrators and managers to their work, and learners to the catalogue. Without offers, learners wait for a
 * course.
 */
export function NothingToLearn() {
  const { t } = useTranslation(['learning', 'parts'])
  const { me, team } = useSession()
  const Anchor = useAnchor()
  const held = me?.roles ?? []
  const catalogue = useQuery(queryOf(api.catalogues.list, { query: { limit: 1 } }))
  const hasOffers = catalogue.data?.isEmpty === false
  const work = [
    ...(mayEnter('superadmin', held) && me
      ? [{ href: paths.tenant(me.tenantId), text: t('parts:work.checklist') }]
      : []),
    ...(mayEnter('admin', held)
      ? [
          { href: paths.courses, text: t('parts:work.courses') },
          { href: paths.users, text: t('parts:work.people') },
        ]
      : []),
    ...(mayEnter('manager', held) && team?.settings.features.managerReports
      ? [{ href: paths.reporting('manager'), text: t('parts:work.reports') }]
      : []),
  ]
  const offers = hasOffers && (
    <Button component={Anchor} href={paths.catalogue} variant={work.length === 0 ? 'contained' : 'outlined'}>
      {t('toCatalogue')}
    </Button>
  )
  if (work.length === 0)
    return (
      <EmptyState
        title={t('nothing')}
        text={t(hasOffers ? 'offersText' : 'nothingText')}
        action={offers || undefined}
      />
    )
  return (
    <EmptyState
      title={t('parts:work.title')}
      text={t('parts:work.text')}
      action={
        <>
          {work.map(({ href, text }, nth) => (
            <Button key={href} component={Anchor} href={href} variant={nth === 0 ? 'contained' : 'outlined'}>
              {text}
            </Button>
          ))}
          {offers}
        </>
      }
    />
  )
}
