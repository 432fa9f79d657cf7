import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'
import { askFirstAssignment, loadFigures } from './asks.ts'
import { Freshness } from './Freshness.tsx'
import { useReportScope } from './report-scope.ts'

export const loader: Loader = (page) => loadFigures(page, { userId: page.params.userId ?? '' })

/** The courses behind a person's figures. */
export function LearnerReportPage() {
  const { t } = useTranslation('reports')
  const { as } = useReportScope()
  const { userId } = useParams({ strict: false }) as { userId: string }
  const first = useQuery(askFirstAssignment(as, { userId }))
  const person = first.data?.items[0]
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
      <AssignmentTable of={{ userId }} />
    </>
  )
}
