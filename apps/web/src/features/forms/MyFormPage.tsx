import { documentKinds } from '@learnt/contract/document-kinds'
import type { OwnForm } from '@learnt/contract/forms/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDueDay } from '../../lists/useDueDay.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { askOwnForm } from './asks.ts'
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
        <Begin form={form} />
        {form.description && (
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {form.description}
          </Typography>
        )}
        <Facts form={form} />
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

/** The one button, or why there is none. */
function Begin({ form }: { form: OwnForm }) {
  const { t } = useTranslation('myForms')
  const Anchor = useAnchor()
  const { button, reason } = form
  const mayFill = reason === null && button !== 'none' && button !== 'look'
  const [newest] = form.submissions
  return (
    <Card sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 1.5 }}>
        <Tag look="filled">{t(`kinds.${form.kind}`)}</Tag>
        {(form.dueState === 'overdue' || form.dueState === 'soon') && <StateChip kind="due" state={form.dueState} />}
        {form.isOptional && <Tag>{t('optional')}</Tag>}
      </Box>
      {form.anonymous && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('anonymous')}
        </Alert>
      )}
      {reason !== null && (
        <Alert severity={reason === 'locked' || reason === 'closed' ? 'warning' : 'info'} sx={{ mb: 2 }}>
          {t(`reasons.${reason}`)}{' '}
          {form.canStartAt && (
            <>
              {t('canStartAt')} <DateText value={form.canStartAt} format="minute" />
            </>
          )}
          {form.waitsFor && (
            <AppLink href={documentKinds[form.waitsFor.type as 'form'].learner.one(form.waitsFor.id)}>
              {form.waitsFor.title}
            </AppLink>
          )}
        </Alert>
      )}
      {mayFill && (
        <Button
          component={Anchor}
          href={formPaths.fill(form.formId, form.title)}
          variant="contained"
          size="large"
          sx={{ width: { xs: '100%', sm: 'auto' } }}
        >
          {t(button === 'again' && form.kind === 'application' ? 'buttons.askAgain' : `buttons.${button}`)}
        </Button>
      )}
      {button === 'look' && newest && (
        <Button
          component={Anchor}
          href={formPaths.submissions(form.formId, form.title, newest.id)}
          variant="outlined"
          size="large"
        >
          {t('buttons.look')}
        </Button>
      )}
      {mayFill && form.ownTimeLimitMinutes !== null && button !== 'continue' && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {t('timeStarts', { count: form.ownTimeLimitMinutes })}
        </Typography>
      )}
    </Card>
  )
}

function Facts({ form }: { form: OwnForm }) {
  const { t } = useTranslation('myForms')
  const dueDay = useDueDay()
  const attempts =
    form.attempts === null ? t('attemptsFree', { count: form.attemptsMade }) : `${form.attemptsMade} / ${form.attempts}`
  const facts: [name: string, value: ReactNode][] = [
    [t('facts.questions'), String(form.questions)],
    ...(form.pages > 1 ? ([[t('facts.pages'), String(form.pages)]] as [string, ReactNode][]) : []),
    ...(form.minutes > 0
      ? ([[t('facts.minutes'), t('minutes', { count: form.minutes })]] as [string, ReactNode][])
      : []),
    ...(form.ownTimeLimitMinutes === null
      ? []
      : ([[t('facts.timeLimit'), t('minutes', { count: form.ownTimeLimitMinutes })]] as [string, ReactNode][])),
    ...(form.anonymous ? [] : ([[t('facts.attempts'), attempts]] as [string, ReactNode][])),
    ...(form.waitMinutes > 0
      ? ([[t('facts.wait'), t('minutes', { count: form.waitMinutes })]] as [string, ReactNode][])
      : []),
    ...(form.passPercent === null ? [] : ([[t('facts.pass'), `${form.passPercent} %`]] as [string, ReactNode][])),
    ...(form.dueAt && !form.completedAt ? ([[t('facts.due'), dueDay(form.dueAt)]] as [string, ReactNode][]) : []),
    ...(form.opensAt
      ? ([[t('facts.opens'), <DateText key="opens" value={form.opensAt} format="minute" />]] as [string, ReactNode][])
      : []),
    ...(form.closesAt
      ? ([[t('facts.closes'), <DateText key="closes" value={form.closesAt} format="minute" />]] as [
          string,
          ReactNode,
        ][])
      : []),
  ]
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 600 }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  )
}
