import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { plainList } from '../../ui/table/list-state.ts'
import { askQueue } from './asks.ts'
import { SubmissionQueue } from './SubmissionQueue.tsx'
import { useFormId } from './use-form-address.ts'

/** All submissions to a form that its reader sees: an administrator everybody's, a manager those of their own people. */
export function SubmissionsPage({ reader }: { reader: 'admin' | 'manager' }) {
  const { t } = useTranslation('formMarking')
  const formId = useFormId()
  // the form's name stands in every row
  const first = useQuery(askQueue(reader, formId, { ...plainList, sort: 'submittedAt', limit: 1 }))
  const title = first.data?.items[0]?.title
  useDocumentTitle(title)
  return (
    <>
      <PageHeader
        title={title ?? t('queue')}
        {...(title ? { kicker: t('queue') } : {})}
        text={t(reader === 'admin' ? 'queueText' : 'queueTextOfManager')}
        back={{ href: `/apps/${reader}/forms`, label: t('toForms') }}
      />
      <SubmissionQueue
        reader={reader}
        formId={formId}
        label={title ?? t('queue')}
        toolbar={
          <CsvButton
            href={addressOf(api.forms.submissionsCsv, { params: { documentId: formId } })}
            fileName="submissions.csv"
          />
        }
      />
    </>
  )
}
