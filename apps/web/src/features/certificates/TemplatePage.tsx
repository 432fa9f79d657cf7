import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askTemplate } from './asks.ts'
import { Designer } from './Designer.tsx'
import { certificatePaths } from './paths.ts'

export const loader: Loader = ({ client, params: { templateId = '' } }) => client.prefetchQuery(askTemplate(templateId))

/** The designer of one template. */
export function TemplatePage() {
  const { t } = useTranslation('certificates')
  const { templateId } = useParams({ strict: false }) as { templateId: string }
  // what is being designed is not replaced by what comes from the server meanwhile
  const template = useQuery({
    ...askTemplate(templateId),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (template.data) return <Designer key={template.data.id} template={template.data} />
  return (
    <>
      <PageHeader
        title={t('templates.one')}
        back={{ href: certificatePaths.certificates('admin'), label: t('title') }}
      />
      {template.error ? (
        <ErrorState error={template.error} onRetry={() => void template.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}
