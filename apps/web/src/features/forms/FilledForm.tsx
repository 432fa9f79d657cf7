import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { AskedField } from '@learnt/contract/forms/content'
import { changeableKeys, isSignedBeside } from '@learnt/contract/forms/field-access'
import type { OpenForm, OwnSubmissionRow } from '@learnt/contract/forms/operations'
import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import { fieldsOf } from '@learnt/contract/forms/walk'
import OfflineIcon from '@mui/icons-material/CloudOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { preloadConfirm } from '../../ui/DialogHost.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { SaveState } from '../../ui/SaveState.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { isPassing } from './answer-saver.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { type FormErrors, FormRenderer } from './FormRenderer.tsx'
import { preloadFields } from './fields/FieldView.tsx'
import { useFormServices } from './files-and-people.ts'
import { formPaths } from './form-paths.ts'
import type { FormWithin } from './form-within.ts'
import { type Judgement, keepOpenForm, placeOfOpen } from './kept-answers.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { useAnswers } from './useAnswers.ts'

// only those who observe load it
const JudgementPart = lazyPart(async () => (await import('./JudgementPart.tsx')).JudgementPart)
// shown once the submission has arrived, so there is a network
const SubmittedPanel = lazyPart(async () => (await import('./SubmittedPanel.tsx')).SubmittedPanel)

type Sending = 'no' | 'now' | 'waits'

/** An open form: the person answers, the page saves, and at the end it is submitted, once. */
export function FilledForm({ open, within }: { open: OpenForm; within?: FormWithin }) {
  const { t } = useTranslation(['myForms', 'observations', 'problems'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const me = useMe()
  const { form, submission, formId, member, today, about } = open
  const keptAs = within?.keptAs ?? placeOfOpen(formId, about?.id ?? null)
  const filled = useAnswers(me.userId, open)
  const { answers, change, saving, conflicts, saver, end } = filled
  const services = useFormServices(open.files, submission.id)
  const [tried, setTried] = useState(false)
  const [told, setTold] = useState<FormErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState<Sending>('no')
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState<{ submission: OwnSubmissionRow; byTime: boolean } | null>(null)
  const isSending = useRef(false)
  useLeaveGuard(saving.state === 'failed' && done === null)

  // what the server takes is decided by the same function
  const changeable = useMemo(
    () => changeableKeys(form, open.as, { state: submission.state, reopened: open.reopened }),
    [form, open.as, submission.state, open.reopened],
  )
  const mayChange = useCallback((key: string) => changeable.has(key), [changeable])
  const ownName = `${me.firstName} ${me.lastName}`.trim()
  const nameOf = useCallback(
    (field: AskedField) => (about && isSignedBeside(form, field) ? about.name : ownName),
    [about, form, ownName],
  )

  /** What stands in the way of submitting, by field. */
  const findErrors = useCallback(() => {
    const errors: Record<string, AnswerComplaint> = {}
    for (const error of checkAnswers(form, answers, member, today).errors)
      if (mayChange(error.field)) errors[error.field] = error
    for (const key of unread) errors[key] = { code: 'invalid' }
    return errors
  }, [form, answers, member, today, unread, mayChange])
  const errors = useMemo<FormErrors>(() => (tried ? { ...told, ...findErrors() } : told), [tried, told, findErrors])

  const judgement = useRef<Judgement | null>(null)
  const send = async () => {
    if (!saver || isSending.current) return
    isSending.current = true
    setSending('now')
    setFailure('')
    const body = await saver.stop()
    saver.wantSubmit(true, judgement.current)
    try {
      // NOTE sent again it is another request, as more may have been typed; the server makes one submission of them
      const reply = await call(api.forms.submit, {
        params: { submissionId: submission.id },
        body: about ? { ...body, judgement: judgement.current } : body,
      })
      saver.done()
      keepOpenForm(me.userId, keptAs, null)
      setSending('no')
      setDone(reply)
      if (!within) window.scrollTo({ top: 0 })
      client.removeQueries({ queryKey: ['open-form', within ? keptAs : formId] })
      await Promise.all(['forms', 'learning'].map((part) => client.invalidateQueries({ queryKey: [part] })))
    } catch (error) {
      saver.goOn()
      if (isPassing(error)) {
        setSending('waits')
        return
      }
      saver.wantSubmit(false)
      setSending('no')
      if (isProblem(error, 'conflict')) {
        // the next save brings what the other window wrote, and the person chooses
        saver.flush()
        setFailure(t('chooseFirst'))
        return
      }
      if (isProblem(error) && error.status === 422) {
        const found: Record<string, AnswerComplaint> = {}
        for (const { path, code } of error.errors) {
          const key = /(?:answers|changes)\.([^.]+)/.exec(path)?.[1]
          if (key) found[key] = { code: (code ?? 'invalid') as AnswerComplaint['code'] }
        }
        setTold(found)
        setRefusals((before) => before + 1)
        if (Object.keys(found).length > 0) return
      }
      setFailure(problemText(problems, error))
    } finally {
      isSending.current = false
    }
  }
  // opened again without a network, it shows what was saved last
  const savedAt = saving.state === 'saved' ? saving.at : null
  const latestAnswers = useRef(answers)
  latestAnswers.current = answers
  useEffect(() => {
    if (savedAt === null || !saver) return
    const at = { ...open.submission, savedAt, revision: saver.revision }
    keepOpenForm(me.userId, keptAs, { ...open, submission: at, answers: latestAnswers.current })
  }, [savedAt, saver, open, me.userId, keptAs])

  // what may be asked later must not want a network then
  useEffect(() => {
    void preloadConfirm()
    if (open.judges) void JudgementPart.preload()
    void preloadFields(fieldsOf(form).map((field) => field.kind))
  }, [form, open.judges])

  const latestSend = useRef(send)
  latestSend.current = send

  // the date may have been moved while nothing was saved: ask before the answers go
  const over = async () => {
    if (!(await filled.askEnd())) await latestSend.current()
  }
  const latestOver = useRef(over)
  latestOver.current = over

  const submit = async (judged: Judgement | null = null) => {
    setTried(true)
    const found = findErrors()
    if (Object.keys(found).length > 0) {
      setRefusals((before) => before + 1)
      return
    }
    if (Object.keys(conflicts).length > 0) return setFailure(t('chooseFirst'))
    const isSure = about
      ? await confirm({
          title: t(`observations:sure.${judged?.finish ?? 'later'}`, { name: about.name }),
          text: judged ? t('observations:sureText', { name: about.name }) : t('observations:sureLater'),
          confirmLabel: judged ? t(`observations:${judged.finish}`) : t('submit'),
          cancelLabel: t('notYet'),
        })
      : form.kind === 'survey' ||
        (await confirm({ title: t('sure'), text: t('sureText'), confirmLabel: t('submit'), cancelLabel: t('notYet') }))
    judgement.current = judged
    if (isSure) await latestSend.current()
  }

  // submitted without a network: it goes out as soon as there is one, here or when the form is opened again
  useEffect(() => {
    if (sending !== 'waits') return
    const again = () => void latestSend.current()
    const timer = setInterval(again, 15_000)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [sending])
  const { wantsSubmit } = filled
  useEffect(() => {
    if (!wantsSubmit || !saver) return
    judgement.current = wantsSubmit.judgement
    void latestSend.current()
  }, [wantsSubmit, saver])

  const changeAnswer = useCallback<typeof change>((key, answer) => {
    setTold((before) => {
      if (!(key in before)) return before
      const { [key]: _, ...rest } = before
      return rest
    })
    latestChange.current(key, answer)
  }, [])
  const latestChange = useRef(change)
  latestChange.current = change
  const tellUnread = useCallback((key: string, isUnread: boolean) => {
    setUnread((before) => {
      const next = new Set(before)
      if (isUnread) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])

  if (done) return <SubmittedPanel open={open} done={done.submission} byTime={done.byTime} within={within} />
  const isOver = filled.refused !== null
  const bar = (
    <>
      <SaveState saving={saving} />
      {end.endsAt && (
        <TimeLeft key={end.endsAt} endsAt={end.endsAt} now={end.savedAt} onOver={() => void latestOver.current()} />
      )}
    </>
  )
  return (
    <>
      {within ? (
        within.head(bar)
      ) : (
        <>
          <PageHeader
            title={form.title}
            back={
              about
                ? { href: formPaths.observations(me.roles, formId), label: t('observations:toPeople') }
                : { href: formPaths.one(formId, form.title), label: t('toOverview') }
            }
            {...(about
              ? { kicker: t('observations:about', { name: about.name }) }
              : submission.number > 1
                ? { kicker: t('attempt', { number: submission.number }) }
                : {})}
          />
          <StickyBar sx={{ gap: 2, py: 1, justifyContent: 'space-between', minHeight: 44 }}>{bar}</StickyBar>
        </>
      )}
      <Box sx={{ maxWidth: 860, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {saving.state === 'retrying' && sending === 'no' && (
          <Alert severity="warning" icon={<OfflineIcon />} role="status">
            {t('waitsHere')}
          </Alert>
        )}
        {sending === 'waits' && (
          <Alert severity="warning" icon={<OfflineIcon />} role="status">
            {about ? t('observations:submitWaits') : t('submitWaits')}
          </Alert>
        )}
        {isOver && (
          <Alert severity="error" role="alert">
            {t('takesNoMore')} {problemText(problems, filled.refused)}
          </Alert>
        )}
        {open.comment && (
          <Alert severity="info">
            <Typography sx={{ fontWeight: 700 }}>{t('reopened')}</Typography>
            <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {open.comment}
            </Typography>
          </Alert>
        )}
        <FormRenderer
          form={form}
          answers={answers}
          member={member}
          onChange={changeAnswer}
          errors={errors}
          mode="fill"
          nameOf={nameOf}
          services={services}
          today={today}
          open={changeable}
          onUnread={tellUnread}
          refusals={refusals}
          below={(field) =>
            // NOTE nothing rather than an empty element, so that only the field that is typed in is drawn again
            field.key in conflicts || open.comments[field.key] ? (
              <>
                {field.key in conflicts && (
                  <ConflictNotice
                    field={field}
                    theirs={conflicts[field.key] ?? null}
                    onKeep={() => filled.keepOwn(field.key)}
                    onTake={() => filled.takeOther(field.key)}
                  />
                )}
                {open.comments[field.key] && (
                  <Alert severity="info" sx={{ mt: 1 }}>
                    <span dir="auto">{open.comments[field.key]}</span>
                  </Alert>
                )}
              </>
            ) : null
          }
          footer={
            about && !open.judges ? (
              <Alert severity="info">{t('observations:waitsForPerson', { name: about.name })}</Alert>
            ) : about ? (
              <JudgementPart
                name={about.name}
                isBusy={sending === 'now'}
                disabled={saver === null || isOver}
                isSubmitted={submission.state === 'markingRequired'}
                onSubmit={(judged) => void submit(judged)}
              />
            ) : (
              <Button
                variant="contained"
                size="large"
                loading={sending === 'now'}
                disabled={saver === null || isOver}
                onClick={() => void submit()}
              >
                {t('submit')}
              </Button>
            )
          }
        />
        {failure && (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
      </Box>
    </>
  )
}
