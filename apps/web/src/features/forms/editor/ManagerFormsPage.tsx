import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { loadDocuments } from '../../documents/asks.ts'
import { DocumentsPage } from '../../documents/DocumentsPage.tsx'
import type { KindList } from '../../documents/kind.ts'
import { managerFormKind } from '../kind.ts'
import { formList } from './form-list.ts'
import { NewFormDialog } from './NewFormDialog.tsx'

const kind: KindList = {
  ...managerFormKind,
  ...formList,
  Create: ({ onClose }) => <NewFormDialog kind={managerFormKind} onClose={onClose} />,
}

const SubmissionQueue = lazyPart(async () => (await import('../SubmissionQueue.tsx')).SubmissionQueue, {
  fallback: <PageSkeleton />,
})
const ObservationList = lazyPart(async () => (await import('../ObservationList.tsx')).ObservationList, {
  fallback: <PageSkeleton />,
})

export const loader = loadDocuments(kind)

/** The manager’s own forms, what their people have submitted, and the people that they can observe. */
export function ManagerFormsPage() {
  const { t } = useTranslation(['observations', 'formMarking'])
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const shown = tab === 'review' || tab === 'observe' ? tab : 'forms'
  const tabs = (
    <Tabs
      value={shown}
      onChange={(_, next: string) =>
        void navigate({ to: `/apps/manager/forms${next === 'forms' ? '' : `?tab=${next}`}`, replace: true })
      }
      aria-label={t('tabs.forms')}
      variant="scrollable"
      allowScrollButtonsMobile
      sx={{ mb: 3 }}
    >
      {(['forms', 'review', 'observe'] as const).map((name) => (
        <Tab key={name} value={name} label={t(`tabs.${name}`)} />
      ))}
    </Tabs>
  )
  if (shown === 'forms') return <DocumentsPage kind={kind}>{tabs}</DocumentsPage>
  return (
    <>
      <PageHeader
        title={t(`tabs.${shown}`)}
        text={shown === 'review' ? t('formMarking:queueTextOfManager') : undefined}
      />
      {tabs}
      {shown === 'review' ? (
        <SubmissionQueue reader="manager" formId="" label={t('tabs.review')} />
      ) : (
        <ObservationList />
      )}
    </>
  )
}
