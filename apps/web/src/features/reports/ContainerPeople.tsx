import { reportLists } from '@learnt/contract/report-lists'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'
import { askFirstAssignment } from './asks.ts'
import { Freshness } from './Freshness.tsx'
import { PreviewLink } from './PreviewLink.tsx'
import { useReportScope } from './report-scope.ts'

/** The people behind the figures of a bundle, a pathway or a learning package. */
export function ContainerPeople({ name }: { name: 'bundles' | 'pathways' }) {
  const { t } = useTranslation('reports')
  const { as } = useReportScope()
  const { documentId } = useParams({ strict: false }) as { documentId: string }
  const first = useQuery(askFirstAssignment(as, { documentId }))
  const one = first.data?.items[0]
  return (
    <>
      <PageHeader
        title={one?.courseTitle ?? t(name)}
        kicker={one && name === 'pathways' ? t(`kinds.${one.documentType}`) : t(name)}
        back={{ href: paths.report(as, reportLists[name].page), label: t(name) }}
        actions={
          <>
            <Freshness at={first.data?.freshAt} />
            <PreviewLink type={one?.documentType} documentId={documentId} />
          </>
        }
      />
      <AssignmentTable of={{ documentId }} />
    </>
  )
}
