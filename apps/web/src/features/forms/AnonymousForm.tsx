import type { Answers } from '@learnt/contract/forms/answers'
import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { OpenForm } from '@learnt/contract/forms/operations'
import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { type FormErrors, FormRenderer } from './FormRenderer.tsx'
import { useFormServices } from './files-and-people.ts'
import { formPaths } from './form-paths.ts'
import { findDraft, keepDraft, keepOpenForm } from './kept-answers.ts'
import { withChanges } from './useAnswers.ts'

/** A form whose answers nobody can lead back to a person: its draft never leaves this device. */
export function AnonymousForm({ open }: { open: OpenForm }) {
  const { t } = useTranslation(['myForms', 'problems'])
  const { t: problems } = useTranslation('problems')
  const Anchor = useAnchor()
  const { userId } = useMe()
  const { form, formId, member, today } = open
  const [answers, setAnswers] = useState<Answers>(() => withChanges({}, findDraft(userId, formId)))
  const [tried, setTried] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const [isDone, setDone] = useState(false)
  const services = useFormServices(open.files, null)
  const send = useSend(api.forms.submitAnonymously, {
    outdates: ['forms', 'learning'],
    onSuccess: () => {
      keepDraft(userId, formId, null)
      keepOpenForm(userId, formId, null)
      setDone(true)
      window.scrollTo({ top: 0 })
    },
  })
  useEffect(() => {
    if (!isDone) keepDraft(userId, formId, Object.keys(answers).length > 0 ? { ...answers } : null)
  }, [answers, userId, formId, isDone])
  const checked = useMemo(() => checkAnswers(form, answers, member, today), [form, answers, member, today])
  const errors = useMemo<FormErrors>(() => {
    if (!tried) return {}
    const found: Record<string, AnswerComplaint> = {}
    for (const error of checked.errors) found[error.field] = error
    for (const key of unread) found[key] = { code: 'invalid' }
    return found
  }, [tried, checked, unread])
  const tellUnread = useCallback((key: string, isUnread: boolean) => {
    setUnread((before) => {
      const next = new Set(before)
      if (isUnread) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  const submit = () => {
    setTried(true)
    if (checked.errors.length > 0 || unread.size > 0) setRefusals((before) => before + 1)
    else
      send.mutate({
        params: { documentId: formId },
        body: { versionNumber: open.versionNumber, answers: { ...checked.answers } },
      })
  }
  const header = (
    <PageHeader title={form.title} back={{ href: formPaths.one(formId, form.title), label: t('toOverview') }} />
  )
  if (isDone) {
    return (
      <>
        {header}
        <StatePanel
          role="status"
          icon={<DoneIcon />}
          tone="primary"
          title={t('submitted')}
          text={t('reasons.answered')}
          action={
            <Button component={Anchor} href={formPaths.mine} variant="contained">
              {t('mine')}
            </Button>
          }
        />
      </>
    )
  }
  return (
    <>
      {header}
      <Box sx={{ maxWidth: 860, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity="info">{t('anonymous')}</Alert>
        <FormRenderer
          form={form}
          answers={answers}
          member={member}
          onChange={(key, answer) => setAnswers((before) => withChanges(before, { [key]: answer }))}
          errors={errors}
          mode="fill"
          services={services}
          today={today}
          onUnread={tellUnread}
          refusals={refusals}
          footer={
            <Button variant="contained" size="large" loading={send.isPending} onClick={submit}>
              {t('submit')}
            </Button>
          }
        />
        {send.error && (
          <Alert severity="error" role="alert">
            {problemText(problems, send.error)}
          </Alert>
        )}
      </Box>
    </>
  )
}
