import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askSubmission } from './asks.ts'
import { formPaths } from './form-paths.ts'
import { SubmissionReview } from './SubmissionReview.tsx'

export function SubmissionPage({ reader }: { reader: 'admin' | 'manager' }) {
  const { t } = useTranslation('formMarking')
  const navigate = useNavigate()
  const { submissionId = '' } = useParams({ strict: false }) as { submissionId?: string }
  const formId = useQuery(askSubmission(submissionId)).data?.formId
  const queue = formId ? formPaths.queue(reader, formId) : `/apps/${reader}/forms`
  return (
    <SubmissionReview
      key={submissionId}
      submissionId={submissionId}
      addressOf={(id) => formPaths.submission(reader, id)}
      back={{ href: queue, label: t('queue') }}
      onGo={(id) => void navigate({ to: id ? formPaths.submission(reader, id) : queue })}
    />
  )
}
