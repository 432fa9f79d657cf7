import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { plainList } from '../../ui/table/list-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { askObservations, askQueue } from './asks.ts'
import { formPaths } from './form-paths.ts'
import { ObservationList } from './ObservationList.tsx'
import { SubmissionQueue } from './SubmissionQueue.tsx'
import { useFormId } from './use-form-address.ts'

/** All submissions to a form that its reader sees: an administrator everybody's, a manager those of their own people. */
export function SubmissionsPage({ reader }: { reader: 'admin' | 'manager' }) {
  const { t } = useTranslation(['formMarking', 'observations', 'problems'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const formId = useFormId()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const people = useQuery(askObservations(formId, { ...plainList, limit: 1 }))
  const observes = tab === 'observe'
  // the form's name stands in every row
  const first = useQuery(askQueue(reader, formId, { ...plainList, sort: 'submittedAt', limit: 1 }))
  const title = first.data?.items[0]?.title ?? people.data?.items[0]?.title
  const zip = useSend(api.forms.zipFiles, {
    outdates: ['jobs'],
    onSuccess: () => showToast({ variant: 'success', text: t('zipStarted') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  useDocumentTitle(title)
  return (
    <>
      <PageHeader
        title={title ?? t('queue')}
        {...(title ? { kicker: t('queue') } : {})}
        text={t(reader === 'admin' ? 'queueText' : 'queueTextOfManager')}
        back={{ href: `/apps/${reader}/forms`, label: t('toForms') }}
      />
      {(observes || (people.data?.total ?? 0) > 0) && (
        <Tabs
          value={observes ? 'observe' : 'submissions'}
          onChange={(_, next: string) =>
            void navigate({
              to: `${formPaths.queue(reader, formId)}${next === 'observe' ? '?tab=observe' : ''}`,
              replace: true,
            })
          }
          aria-label={title ?? t('queue')}
          sx={{ mb: 3 }}
        >
          <Tab value="submissions" label={t('observations:tabs.submissions')} />
          <Tab value="observe" label={t('observations:tabs.observe')} />
        </Tabs>
      )}
      {observes ? (
        <ObservationList formId={formId} />
      ) : (
        <SubmissionQueue
          reader={reader}
          formId={formId}
          label={title ?? t('queue')}
          toolbar={
            <>
              <ActionButton
                variant="outlined"
                color="inherit"
                loading={zip.isPending}
                onClick={() => zip.mutate({ params: { documentId: formId } })}
              >
                {t('zip')}
              </ActionButton>
              <CsvButton
                href={addressOf(api.forms.submissionsCsv, { params: { documentId: formId } })}
                fileName="submissions.csv"
              />
            </>
          }
        />
      )}
    </>
  )
}
