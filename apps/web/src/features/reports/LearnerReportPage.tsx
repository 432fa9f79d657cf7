import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { PersonBadges } from '../badges/lazy-parts.ts'
import { PersonCertificates } from '../certificates/lazy-parts.ts'
import { AssignmentTable } from './AssignmentTable.tsx'
import { askFirstAssignment, loadFigures } from './asks.ts'
import { Freshness } from './Freshness.tsx'
import { useReportScope } from './report-scope.ts'

export const loader: Loader = (page) => loadFigures(page, { userId: page.params.userId ?? '' })

const PersonPathways = lazyPart(async () => (await import('../pathways/PersonPathways.tsx')).PersonPathways)
const ReportedPathway = lazyPart(async () => (await import('../pathways/ReportedPathway.tsx')).ReportedPathway)

/** A person's pathways and the courses behind their figures; or one of the pathways, with its steps. */
export function LearnerReportPage() {
  const { t } = useTranslation('reports')
  const { as } = useReportScope()
  const { userId } = useParams({ strict: false }) as { userId: string }
  const first = useQuery(askFirstAssignment(as, { userId }))
  const person = first.data?.items[0]
  const { pathway } = useSearch({ strict: false }) as { pathway?: string }
  const hasPathways = useSession().team?.settings.features.pathways === true
  const page = paths.learnerReport(as, userId)
  return (
    <>
      <PageHeader
        title={person?.name ?? t('learners')}
        kicker={t('learners')}
        text={person?.email}
        status={
          person && person.memberStatus !== 'active' ? (
            <StateChip kind="membership" state={person.memberStatus} size="medium" />
          ) : undefined
        }
        back={{ href: paths.reporting(as), label: t('learners') }}
        actions={<Freshness at={first.data?.freshAt} />}
      />
      {hasPathways && pathway ? (
        <ReportedPathway
          pathwayId={pathway}
          userId={userId}
          name={first.data ? (person?.name ?? '') : null}
          page={page}
        />
      ) : (
        <>
          {hasPathways && <PersonPathways userId={userId} page={page} />}
          <PersonCertificates userId={userId} as={as} />
          <PersonBadges userId={userId} as={as} />
          <AssignmentTable of={{ userId }} />
        </>
      )}
    </>
  )
}
