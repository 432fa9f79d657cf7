import type { OpenForm } from '@learnt/contract/forms/operations'
import FormIcon from '@mui/icons-material/AssignmentOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { askOpen } from './asks.ts'
import { FilledForm } from './FilledForm.tsx'
import { formPaths } from './form-paths.ts'
import { findOpenForm, keepOpenForm } from './kept-answers.ts'
import { useFormId, useRightHandle } from './use-form-address.ts'

/** Where a form is filled in. What was opened once opens without a network, too. */
export function FormPage() {
  const { t } = useTranslation(['myForms', 'problems'])
  const { t: problems } = useTranslation('problems')
  const Anchor = useAnchor()
  const { userId } = useMe()
  const formId = useFormId()
  const result = useQuery(askOpen(formId))
  const isOffline = isProblem(result.error, 'unavailable')
  const open: OpenForm | null = result.data ?? (isOffline ? findOpenForm(userId, formId) : null)
  useDocumentTitle(open?.form.title)
  useRightHandle(open?.form.title, formPaths.fill)
  useEffect(() => {
    if (result.data) keepOpenForm(userId, formId, result.data)
  }, [result.data, userId, formId])
  if (open) return <FilledForm key={open.submission.id} open={open} />
  if (!result.error) return <PageSkeleton />
  const back = { href: formPaths.one(formId), label: t('form') }
  // not now: the overview says why, and what can be done
  const isRefused = isProblem(result.error, 'wrong-state', 'conflict')
  return (
    <>
      <PageHeader title={t('form')} back={back} />
      {isRefused ? (
        <StatePanel
          icon={<FormIcon />}
          tone="neutral"
          title={t('notNow')}
          text={problemText(problems, result.error)}
          action={
            <Button component={Anchor} href={formPaths.one(formId)} variant="contained">
              {t('toOverview')}
            </Button>
          }
        />
      ) : (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      )}
    </>
  )
}
