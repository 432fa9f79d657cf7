import type { OpenForm } from '@learnt/contract/forms/operations'
import FormIcon from '@mui/icons-material/AssignmentOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { askOpen } from './asks.ts'
import { FilledForm } from './FilledForm.tsx'
import { formPaths } from './form-paths.ts'
import { findOpenForm, keepOpenForm, placeOfOpen } from './kept-answers.ts'
import { useFormId, useRightHandle } from './use-form-address.ts'

const AnonymousForm = lazyPart(async () => (await import('./AnonymousForm.tsx')).AnonymousForm, {
  fallback: <PageSkeleton />,
})

/** Where a form is filled in. What was opened once opens without a network, too. */
export function FormPage() {
  const { t } = useTranslation(['myForms', 'observations', 'problems'])
  const { t: problems } = useTranslation('problems')
  const Anchor = useAnchor()
  const { userId, roles } = useMe()
  const formId = useFormId()
  // an assessor fills it in about this person
  const { person = null } = useSearch({ strict: false }) as { person?: string }
  const place = placeOfOpen(formId, person)
  // reloading the page after the time is over does not begin another attempt: only the button does
  const [isOver] = useState(() => isTimeOver(findOpenForm(userId, place)))
  useEffect(() => {
    if (isOver) keepOpenForm(userId, place, null)
  }, [isOver, userId, place])
  const result = useQuery({ ...askOpen(formId, person), enabled: !isOver })
  const isOffline = isProblem(result.error, 'unavailable')
  const open: OpenForm | null = result.data ?? (isOffline ? findOpenForm(userId, place) : null)
  useDocumentTitle(open?.about ? `${open.about.name}: ${open.form.title}` : open?.form.title)
  useRightHandle(open?.form.title, formPaths.fill)
  useEffect(() => {
    if (result.data) keepOpenForm(userId, place, result.data)
  }, [result.data, userId, place])
  if (open?.form.settings.anonymous) return <AnonymousForm open={open} />
  if (open) return <FilledForm key={open.submission.id} open={open} />
  if (!result.error && !isOver) return <PageSkeleton />
  const back = person
    ? { href: formPaths.observations(roles, formId), label: t('observations:toPeople') }
    : { href: formPaths.one(formId), label: t('form') }
  // not now: the overview says why, and what can be done
  const isRefused = isOver || isProblem(result.error, 'wrong-state', 'conflict')
  return (
    <>
      <PageHeader title={t('form')} back={back} />
      {isRefused ? (
        <StatePanel
          icon={<FormIcon />}
          tone="neutral"
          title={t('notNow')}
          text={isOver ? t('timeOver') : problemText(problems, result.error)}
          action={
            <Button component={Anchor} href={back.href} variant="contained">
              {person ? back.label : t('toOverview')}
            </Button>
          }
        />
      ) : (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      )}
    </>
  )
}

function isTimeOver(open: OpenForm | null): boolean {
  return open?.submission.endsAt ? Date.parse(open.submission.endsAt) < Date.parse(open.now) : false
}
