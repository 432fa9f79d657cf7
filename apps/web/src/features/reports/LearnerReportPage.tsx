import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'
import { Freshness } from './Freshness.tsx'
import { useReportScope } from './report-scope.ts'

/** The courses behind a person's figures. */
export function LearnerReportPage() {
  const { t } = useTranslation('reports')
  const { as, operations } = useReportScope()
  const { userId } = useParams({ strict: false }) as { userId: string }
  const first = useQuery(queryOf(operations.assignments, { query: { userId, limit: 1 } }))
  return (
    <>
      <PageHeader
        title={first.data?.items[0]?.name ?? t('learners')}
        kicker={t('learners')}
        text={first.data?.items[0]?.email}
        back={{ href: paths.reporting(as), label: t('learners') }}
        actions={<Freshness at={first.data?.freshAt} />}
      />
      <AssignmentTable of={{ userId }} />
    </>
  )
}
