import type { AnswerValue } from '@learnt/contract/forms/answers'
import { complainOfField } from '@learnt/contract/forms/check-answers'
import type { AskedField } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import type { AnswerMark, ReviewedSubmission } from '@learnt/contract/forms/operations'
import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import { resolve } from '@learnt/contract/forms/resolve'
import { flowOf } from '@learnt/contract/forms/submission-states'
import { type SubmissionVerb, submissionTransitions } from '@learnt/contract/forms/submission-transitions'
import { fieldsByKey, textIn } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { decimalSignOf, readPlainNumber } from '@learnt/contract/read-number'
import BackIcon from '@mui/icons-material/ArrowBack'
import NextIcon from '@mui/icons-material/ArrowForward'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf as addressOfCall, call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { AnswerResult } from './AnswerResult.tsx'
import { ApprovalDecision, type Decision, withChanges } from './ApprovalDecision.tsx'
import { askSubmission } from './asks.ts'
import { FollowUpList } from './FollowUpList.tsx'
import { type FormErrors, FormRenderer } from './FormRenderer.tsx'
import { AnswerView } from './fields/AnswerView.tsx'
import { useFormServices } from './files-and-people.ts'
import { formPaths } from './form-paths.ts'
import { type MarkDraft, MarkEditor, type MarkFault } from './MarkEditor.tsx'
import { PercentOfPoints } from './PercentOfPoints.tsx'
import { ReopenDialog, type Reopened } from './ReopenDialog.tsx'
import { SubmissionHistory } from './SubmissionHistory.tsx'
import { SubmissionState } from './SubmissionState.tsx'

interface ReviewProps {
  submissionId: string
  addressOf: (submissionId: string) => string
  back: { href: string; label: string }
  /** Opens another submission of the queue; null: the queue itself. */
  onGo: (submissionId: string | null) => void
}

/** One submission for its marker: answers, marks and comments, the outcome, and the way to the next one. */
export function SubmissionReview(props: ReviewProps) {
  const { t } = useTranslation('formMarking')
  // NOTE when the page opens again, the person may have submitted again, or another marker may have saved
  const result = useQuery({ ...askSubmission(props.submissionId), staleTime: 1000 })
  if (result.error && !result.data) {
    return (
      <>
        <PageHeader title={t('submission')} back={props.back} />
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      </>
    )
  }
  if (!result.data) return <PageSkeleton />
  return <Review {...props} one={result.data} />
}

type Finish = 'done' | 'competent' | 'notCompetent'
const verbOf: Record<Finish, SubmissionVerb> = {
  done: 'finishMarking',
  competent: 'judgeCompetent',
  notCompetent: 'judgeNotCompetent',
}

function Review({ one, back, addressOf, onGo }: ReviewProps & { one: ReviewedSubmission }) {
  const { t, i18n } = useTranslation(['formMarking', 'formFields', 'observations', 'problems'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const Anchor = useAnchor()
  const services = useFormServices(one.files, null)
  const [drafts, setDrafts] = useState<Readonly<Record<string, MarkDraft>>>({})
  const [comment, setComment] = useState(one.comment)
  const [faults, setFaults] = useState<Readonly<Record<string, MarkFault>>>({})
  const [changes, setChanges] = useState<Readonly<Record<string, AnswerValue | null>>>({})
  const [complaints, setComplaints] = useState<FormErrors>({})
  const [isReasonTyped, setReasonTyped] = useState(false)
  const [busy, setBusy] = useState<Finish | Decision | 'keep' | 'reopen' | null>(null)
  const [failure, setFailure] = useState('')
  const [isReopening, setReopening] = useState(false)
  const marks = useMemo(() => new Map(one.marks.map((mark) => [mark.field, mark])), [one.marks])
  const language = i18n.language
  useDocumentTitle(`${one.name}: ${one.title}`)

  const verbs = submissionTransitions[flowOf(one.form)][one.state] ?? {}
  const allowed = (Object.keys(verbOf) as Finish[]).filter((finish) => verbOf[finish] in verbs)
  const mayMark = allowed.length > 0 && (one.can.mark ?? null) === null
  const isApproval = one.state === 'approvalRequired'
  const fillsIn = isApproval && (one.can.decide ?? null) === null && one.mayChange.length > 0
  const hasChanges = Object.keys(changes).length > 0
  const answers = useMemo(() => withChanges(one.answers, changes), [one.answers, changes])
  // a marker may open the pages in any order, whatever the form requires of the person who fills it in
  const form = useMemo(
    () => ({ ...one.form, settings: { ...one.form.settings, navigation: 'free' as const } }),
    [one.form],
  )
  const open = useMemo(() => new Set(one.mayChange), [one.mayChange])
  const isDirty =
    Object.keys(drafts).length > 0 || (!isApproval && comment !== one.comment) || hasChanges || isReasonTyped
  useLeaveGuard(isDirty && busy === null)

  const draftOf = (mark: AnswerMark): MarkDraft =>
    drafts[mark.field] ?? {
      points: mark.points === null ? '' : formatNumber(mark.points, language),
      reason: mark.reason,
      comment: mark.comment,
    }
  const readPoints = (typed: string) => readPlainNumber(typed, { decimal: decimalSignOf(language) })
  /** A marker who changes automatic marks gives a reason. */
  const keyMark = (mark: AnswerMark) => (mark.byHand ? mark.original : mark.points)
  const needsReason = (mark: AnswerMark) => {
    const own = keyMark(mark)
    return own !== null && mark.field in drafts && readPoints(draftOf(mark).points) !== own
  }
  const readMarks = () => {
    const found: Record<string, MarkFault> = {}
    const list = one.marks
      .filter((mark) => mark.field in drafts)
      .flatMap((mark) => {
        const draft = draftOf(mark)
        const points = readPoints(draft.points)
        if (points === null) found[mark.field] = { points: t('pointsMissing') }
        else if (points > mark.outOf) found[mark.field] = { points: t('pointsTooMany', { outOf: mark.outOf }) }
        else if (needsReason(mark) && draft.reason.trim() === '') found[mark.field] = { reason: t('reasonMissing') }
        else return [{ field: mark.field, points, reason: draft.reason.trim(), comment: draft.comment.trim() }]
        return []
      })
    setFaults(found)
    const [first] = Object.keys(found)
    if (first === undefined) return list
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(first)}"]`)?.focus())
    return null
  }
  const keep = (next: ReviewedSubmission) => {
    client.setQueryData(askSubmission(one.id).queryKey, next)
    setDrafts({})
    setComment(next.comment)
    setFaults({})
    setChanges({})
    setComplaints({})
    setReasonTyped(false)
    void client.invalidateQueries({ queryKey: ['requests'] })
    void client.invalidateQueries({ queryKey: ['forms'], predicate: ({ queryKey }) => queryKey[1] !== 'submission' })
  }
  const run = async (what: Finish | Decision | 'keep' | 'reopen', work: () => Promise<ReviewedSubmission>) => {
    setBusy(what)
    setFailure('')
    try {
      const next = await work()
      keep(next)
      if (what === 'keep') {
        showToast({ variant: 'success', text: t('kept') })
      } else {
        const goesOn = what === 'approve' && next.state === 'approvalRequired'
        showToast({
          variant: 'success',
          text: t(what === 'reopen' ? 'reopenDone' : goesOn ? 'finishDone.goesOn' : `finishDone.${what}`, {
            name: one.name,
          }),
        })
        setReopening(false)
        onGo(one.nextId)
      }
    } catch (error) {
      if (isProblem(error, 'stale')) {
        // fetches the other marker’s marks, and keeps what was typed here
        await client.invalidateQueries({ queryKey: askSubmission(one.id).queryKey })
        setFailure(t('stale'))
      } else {
        setFailure(problemText(problems, error))
        if (isProblem(error, 'invalid-input'))
          setComplaints(
            Object.fromEntries(
              error.errors.flatMap(({ path, code }) =>
                path.startsWith('body.changes.') ? [[path.slice(13), { code } as AnswerComplaint]] : [],
              ),
            ),
          )
      }
    } finally {
      setBusy(null)
    }
  }
  const mark = (finish: Finish | null) => {
    const list = readMarks()
    if (!list) return
    void run(finish ?? 'keep', () =>
      call(api.forms.mark, {
        params: { submissionId: one.id },
        body: { revision: one.revision, marks: list, comment: comment.trim(), finish },
      }),
    )
  }
  const decide = (decision: Decision, reason: string) => {
    const fields = fieldsByKey(one.form)
    const found = Object.fromEntries(
      Object.keys(changes).flatMap((key) => {
        const field = fields.get(key)
        const complaint =
          field && 'required' in field
            ? complainOfField(field, answers[key], false, new Date().toISOString().slice(0, 10))
            : null
        return complaint ? [[key, complaint]] : []
      }),
    )
    setComplaints(found)
    if (decision === 'approve' && Object.keys(found).length > 0) return
    void run(decision, () =>
      call(api.forms.decide, {
        params: { submissionId: one.id },
        body: { revision: one.revision, decision, reason, changes: decision === 'approve' ? changes : {} },
      }),
    )
  }
  const reopen = ({ fields, comment: word, comments }: Reopened) =>
    void run('reopen', () =>
      call(api.forms.reopen, {
        params: { submissionId: one.id },
        body: { revision: one.revision, fields, comment: word, comments },
      }),
    )

  const go = useRef(onGo)
  go.current = onGo
  const { previousId, nextId } = one
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"]'))
        return
      if (event.key === 'n' && nextId) go.current(nextId)
      if (event.key === 'p' && previousId) go.current(previousId)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [nextId, previousId])

  const questions = useMemo(() => {
    const { pages } = resolve(one.form, one.answers, one.member)
    return pages
      .flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))
      .filter((field): field is AskedField => 'required' in field)
      .map((field) => ({
        key: field.key,
        label: textIn(field.label, language),
        isWrong: ['wrong', 'leftOut'].includes(marks.get(field.key)?.verdict ?? ''),
      }))
  }, [one, marks, language])

  const below = (field: AskedField) => {
    const found = marks.get(field.key)
    const earlier = one.earlier[field.key]
    return (
      <>
        {earlier !== undefined && (
          <Box sx={{ mt: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: '10px' }}>
            <Typography variant="caption" component="p" color="textSecondary">
              {t('earlier')}
            </Typography>
            <AnswerView field={field} answer={earlier} />
          </Box>
        )}
        <AnswerResult field={field} mark={found} answer={one.answers[field.key]} />
        {found && 'quiz' in field && field.quiz && (
          <MarkEditor
            mark={found}
            label={textIn(field.label, language)}
            draft={draftOf(found)}
            fault={faults[field.key] ?? {}}
            needsReason={needsReason(found)}
            disabled={!mayMark}
            onChange={(draft) => setDrafts((before) => ({ ...before, [field.key]: draft }))}
          />
        )}
      </>
    )
  }
  const mirrored = { '[dir="rtl"] &': { transform: 'scaleX(-1)' } }
  return (
    <>
      <PageHeader
        title={one.name}
        kicker={one.title}
        text={
          <>
            {t('attempt', { number: one.number })} · {t('submitted')}{' '}
            <DateText value={one.submittedAt} format="minute" />
          </>
        }
        back={back}
        status={<SubmissionState state={one.state} outcome={one.outcome} />}
        actions={
          <CsvButton
            href={addressOfCall(api.forms.submissionPdf, { params: { submissionId: one.id } })}
            fileName="submission.pdf"
            label={t('pdf')}
          />
        }
      />
      <StickyBar sx={{ gap: 1, py: 1, justifyContent: 'space-between' }}>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button
            component={Anchor}
            href={addressOf(previousId ?? one.id)}
            disabled={!previousId}
            size="small"
            color="inherit"
            startIcon={<BackIcon sx={mirrored} />}
            aria-keyshortcuts="p"
            title={t('previousKey')}
          >
            {t('previous')}
          </Button>
          <Button
            component={Anchor}
            href={addressOf(nextId ?? one.id)}
            disabled={!nextId}
            size="small"
            color="inherit"
            endIcon={<NextIcon sx={mirrored} />}
            aria-keyshortcuts="n"
            title={t('nextKey')}
          >
            {t('next')}
          </Button>
        </Box>
        <Typography sx={{ fontWeight: 700 }}>
          <PercentOfPoints points={one.points} outOf={one.outOf} percent={one.percent} />
        </Typography>
      </StickyBar>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
        }}
      >
        <FormRenderer
          form={form}
          answers={answers}
          member={one.member}
          onChange={(key, answer) => setChanges((before) => ({ ...before, [key]: answer }))}
          errors={complaints}
          mode={fillsIn ? 'fill' : 'read'}
          {...(fillsIn ? { open } : {})}
          services={services}
          below={below}
        />
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            position: { lg: 'sticky' },
            top: { lg: 'calc(var(--sticky-top, 120px) + 16px)' },
          }}
        >
          {isApproval ? (
            <ApprovalDecision
              one={one}
              busy={busy === 'approve' || busy === 'decline' || busy === 'reopen' ? busy : null}
              failure={isReopening ? '' : failure}
              onDecide={decide}
              onReopen={() => setReopening(true)}
              onTyped={setReasonTyped}
            />
          ) : (
            <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
              <Typography variant="h2" sx={{ fontSize: '1.0625rem' }}>
                {t('decision')}
              </Typography>
              {one.waitsFor && (
                <Alert severity="info">
                  {one.can.mark === 'forms.markedByYou' ? t('markedByYouText') : t(`waitsForText.${one.waitsFor}`)}
                </Alert>
              )}
              {one.observes && (
                <Button component={Anchor} href={formPaths.observe(one.formId, one.userId)} variant="outlined">
                  {t('observations:fillIn')}
                </Button>
              )}
              <TextField
                multiline
                minRows={3}
                label={t('overallComment')}
                value={comment}
                disabled={!mayMark}
                onChange={(event) => setComment(event.target.value)}
                slotProps={{ htmlInput: { maxLength: formLimits.comment, dir: 'auto' } }}
              />
              {failure && (
                <Alert severity="error" role="alert">
                  {failure}
                </Alert>
              )}
              {mayMark && (
                <ActionButton
                  variant="outlined"
                  color="inherit"
                  loading={busy === 'keep'}
                  disabled={!isDirty || busy !== null}
                  onClick={() => mark(null)}
                >
                  {t('keep')}
                </ActionButton>
              )}
              {allowed.map((finish) => (
                <ActionButton
                  key={finish}
                  variant={finish === 'notCompetent' ? 'outlined' : 'contained'}
                  color={finish === 'notCompetent' ? 'error' : 'primary'}
                  reason={one.can.mark}
                  loading={busy === finish}
                  disabled={busy !== null && busy !== finish}
                  onClick={() => mark(finish)}
                >
                  {t(`finish.${finish}`)}
                </ActionButton>
              ))}
              {'reopen' in verbs && (
                <ActionButton variant="outlined" reason={one.can.reopen} onClick={() => setReopening(true)}>
                  {t('reopen')}
                </ActionButton>
              )}
            </Card>
          )}
          <Markings one={one} />
          <FollowUpList followUps={one.followUps} />
          <SubmissionHistory events={one.events} />
        </Box>
      </Box>
      {isReopening && (
        <ReopenDialog
          questions={questions}
          isBusy={busy === 'reopen'}
          error={failure}
          onReopen={reopen}
          onClose={() => setReopening(false)}
        />
      )}
    </>
  )
}

/** The marks that each of two markers gave, for the one who settles the difference and for the record. */
function Markings({ one }: { one: ReviewedSubmission }) {
  const { t, i18n } = useTranslation('formMarking')
  if (one.markings.length === 0) return null
  const labels = new Map(
    fieldsOf(one.form).map((field): [string, string] => [field.key, textIn(field.label, i18n.language)]),
  )
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ fontSize: '1.0625rem', mb: 1 }}>
        {t('markings')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {one.markings.map((marking) => (
          <Box component="li" key={`${marking.by} ${marking.at}`}>
            <Typography variant="body2" dir="auto" sx={{ fontWeight: 600 }}>
              {marking.by}
            </Typography>
            <Typography variant="caption" component="p" color="textSecondary">
              {t(`markingDone.${marking.finish}`)} · <DateText value={marking.at} format="minute" />
            </Typography>
            {marking.marks.map((mark) => (
              <Typography key={mark.field} variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {labels.get(mark.field)}: {formatNumber(mark.points, i18n.language)}
                {[mark.reason, mark.comment].filter(Boolean).map((words) => ` – ${words}`)}
              </Typography>
            ))}
            {marking.comment && (
              <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {marking.comment}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Card>
  )
}
