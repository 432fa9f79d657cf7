import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askDocument } from './asks.ts'
import { DocumentWorkspace } from './DocumentWorkspace.tsx'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'

/** The editor of one document; its page exports the loader with askDocument(). */
export function DocumentPage<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  id,
}: {
  kind: KindWorkspace<Content, Document>
  id: string
}) {
  const { t } = useTranslation('documentKinds')
  useLive('courses')
  const document = useQuery(askDocument<Content, Document>(kind, id))
  if (document.data) return <DocumentWorkspace key={id} kind={kind} document={document.data} />
  if (!document.error) return <PageSkeleton />
  const name = kind.nameOf({})
  return (
    <>
      <PageHeader title={t(`${name}.many`)} back={{ href: kind.pages.list, label: t(`${name}.back`) }} />
      <ErrorState error={document.error} onRetry={() => void document.refetch()} />
    </>
  )
}
