import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askOwnForm } from './asks.ts'
import { BeginForm } from './BeginForm.tsx'
import { FormFacts } from './FormFacts.tsx'
import { formPaths } from './form-paths.ts'
import { OwnSubmissionList } from './OwnSubmissionList.tsx'
import { SubmissionState } from './SubmissionState.tsx'
import { useFormId, useRightHandle } from './use-form-address.ts'

export const loader: Loader = ({ client, params: { formId = '' } }) => client.prefetchQuery(askOwnForm(formId))

/** A form before it is filled in: what it is, how it stands, what was done, and the way to begin. */
export function MyFormPage() {
  const { t } = useTranslation('myForms')
  const formId = useFormId()
  const result = useQuery(askOwnForm(formId))
  const form = result.data
  useDocumentTitle(form?.title)
  useLive('me')
  useRightHandle(form?.title, formPaths.one)
  const back = { href: formPaths.mine, label: t('mine') }
  if (result.error && !form) {
    return (
      <>
        <PageHeader title={t('form')} back={back} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  }
  if (!form) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title={form.title}
        back={back}
        status={<SubmissionState state={form.state} outcome={form.outcome} />}
      />
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 860 }}>
        <BeginForm form={form} />
        {form.description && (
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {form.description}
          </Typography>
        )}
        <FormFacts form={form} />
        {form.submissions.length > 0 && (
          <Box component="section" aria-labelledby="form-attempts">
            <Typography variant="h2" id="form-attempts" sx={{ mb: 1.5 }}>
              {t('attemptsTitle')}
            </Typography>
            <OwnSubmissionList formId={form.formId} title={form.title} submissions={form.submissions} />
          </Box>
        )}
      </Box>
    </>
  )
}
