import { flowOf } from '@learnt/contract/forms/submission-states'
import { submissionTransitions } from '@learnt/contract/forms/submission-transitions'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addressOf as addressOfCall } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { askOwnSubmission, askOwnSubmissions } from './asks.ts'
import { formPaths } from './form-paths.ts'
import { OwnAnswers } from './OwnAnswers.tsx'
import { OwnSubmissionList } from './OwnSubmissionList.tsx'
import { SubmissionHistory } from './SubmissionHistory.tsx'
import { SubmissionState } from './SubmissionState.tsx'
import { useFormId, useRightHandle } from './use-form-address.ts'

export const loader: Loader = ({ client, params: { formId = '' } }) => client.prefetchQuery(askOwnSubmissions(formId))

/** The person's own answers to a form: the list of attempts, and one of them with what it came to. */
export function MySubmissionsPage() {
  const { t } = useTranslation('myForms')
  const formId = useFormId()
  const { submission } = useSearch({ strict: false }) as { submission?: string }
  const result = useQuery(askOwnSubmissions(formId))
  const list = result.data
  useDocumentTitle(list?.title)
  useLive('me')
  useRightHandle(list?.title, addressOf)
  const back = { href: formPaths.one(formId, list?.title), label: t('toOverview') }
  if (result.error && !list) {
    return (
      <>
        <PageHeader title={t('answersTitle')} back={{ href: formPaths.mine, label: t('mine') }} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  }
  if (!list) return <PageSkeleton />
  const decided = list.items.filter((one) => one.submittedAt !== null)
  const shown = submission ?? (list.items.length === 1 ? decided[0]?.id : undefined)
  if (shown) return <OneSubmission key={shown} submissionId={shown} isOnly={list.items.length === 1} />
  return (
    <>
      <PageHeader title={list.title} kicker={t('answersTitle')} back={back} />
      {list.items.length === 0 ? (
        <EmptyState title={t('noAnswers')} text={t('noAnswersText')} />
      ) : (
        <Box sx={{ maxWidth: 860 }}>
          <OwnSubmissionList formId={formId} title={list.title} submissions={list.items} />
        </Box>
      )}
    </>
  )
}

const addressOf = (formId: string, title: string) => formPaths.submissions(formId, title)

function OneSubmission({ submissionId, isOnly }: { submissionId: string; isOnly: boolean }) {
  const { t } = useTranslation(['myForms', 'problems'])
  const { t: problems } = useTranslation('problems')
  const result = useQuery(askOwnSubmission(submissionId))
  const withdraw = useSend(api.forms.withdrawSubmission, {
    outdates: ['forms', 'requests', 'learning'],
    onSuccess: () => showToast({ variant: 'success', text: t('withdrawn') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const one = result.data
  if (result.error && !one) {
    return (
      <>
        <PageHeader title={t('answersTitle')} back={{ href: formPaths.mine, label: t('mine') }} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  }
  if (!one) return <PageSkeleton />
  const verbs = submissionTransitions[flowOf(one.form)][one.state] ?? {}
  const mayWithdraw = 'withdraw' in verbs && (one.can.withdrawSubmission ?? null) === null
  return (
    <>
      <PageHeader
        title={one.title}
        kicker={isOnly ? t('answersTitle') : t('attempt', { number: one.number })}
        back={{
          href: isOnly ? formPaths.one(one.formId, one.title) : formPaths.submissions(one.formId, one.title),
          label: isOnly ? t('toOverview') : t('answersTitle'),
        }}
        status={<SubmissionState state={one.state} outcome={one.outcome} />}
        actions={
          <>
            <CsvButton
              href={addressOfCall(api.forms.ownSubmissionPdf, { params: { submissionId } })}
              fileName="submission.pdf"
              label={t('pdf')}
            />
            {mayWithdraw && (
              <ActionButton
                variant="outlined"
                color="inherit"
                loading={withdraw.isPending}
                onClick={() =>
                  void confirm({ title: t('withdrawAsk'), text: t('withdrawText'), confirmLabel: t('withdraw') }).then(
                    (yes) => {
                      if (yes) withdraw.mutate({ params: { submissionId } })
                    },
                  )
                }
              >
                {t('withdraw')}
              </ActionButton>
            )}
          </>
        }
      />
      <Box sx={{ maxWidth: 860, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <OwnAnswers one={one}>
          {one.state === 'pendingResubmission' && (
            <Alert severity="warning">
              {t('reopened')} <AppLink href={formPaths.fill(one.formId, one.title)}>{t('buttons.resubmit')}</AppLink>
            </Alert>
          )}
        </OwnAnswers>
        <SubmissionHistory events={one.events} />
      </Box>
    </>
  )
}
