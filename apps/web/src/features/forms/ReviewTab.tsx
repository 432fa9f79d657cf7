import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StandInButton } from '../requests/StandInButton.tsx'
import { formPaths } from './form-paths.ts'
import { SubmissionQueue } from './SubmissionQueue.tsx'
import { SubmissionReview } from './SubmissionReview.tsx'

/** Submissions for an assessor who is neither manager nor administrator. */
export function ReviewTab({ submissionId }: { submissionId: string | null }) {
  const { t } = useTranslation('formMarking')
  const navigate = useNavigate()
  if (submissionId === null)
    return <SubmissionQueue reader="assessor" formId="" label={t('queue')} toolbar={<StandInButton />} />
  return (
    <SubmissionReview
      key={submissionId}
      submissionId={submissionId}
      addressOf={formPaths.reviewOne}
      back={{ href: formPaths.review, label: t('queue') }}
      onGo={(id) => void navigate({ to: id ? formPaths.reviewOne(id) : formPaths.review })}
    />
  )
}
