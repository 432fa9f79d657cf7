import type { OpenForm } from '@learnt/contract/forms/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { askOpen, askOwnSubmission } from './asks.ts'
import { BeginForm } from './BeginForm.tsx'
import { FilledForm } from './FilledForm.tsx'
import { FormFacts } from './FormFacts.tsx'
import { findOpenForm, keepOpenForm } from './kept-answers.ts'
import { OwnAnswers } from './OwnAnswers.tsx'
import { OwnSubmissionList } from './OwnSubmissionList.tsx'

/** The form of a step of one's course. */
interface FormStepPlace {
  userCourseId: string
  activityId: string
}

const askFormInCourse = (params: FormStepPlace) => queryOf(api.forms.inCourse.own, { params })

/** The name of a step's form beside those that are opened by themselves. */
const keptAsOf = ({ userCourseId, activityId }: FormStepPlace) => `${userCourseId}/${activityId}`

function askOpenInCourse(params: FormStepPlace) {
  return {
    ...askOpen(keptAsOf(params), null),
    queryFn: (): Promise<OpenForm> => call(api.forms.inCourse.open, { params }),
  }
}

type Shown = { what: 'overview' } | { what: 'fill' } | { what: 'answers'; submissionId: string }

/** A form as a step of a course: how it stands, the form while it is filled in, and the answers of an attempt. */
export function FormStep(place: FormStepPlace) {
  const [shown, setShown] = useState<Shown>({ what: 'overview' })
  const top = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (shown) top.current?.focus()
  }, [shown])
  const toOverview = () => setShown({ what: 'overview' })
  return (
    <Box
      ref={top}
      tabIndex={-1}
      sx={{ '&:focus-visible': { outline: 'none' }, scrollMarginTop: '140px', maxWidth: 860 }}
    >
      {shown.what === 'overview' ? (
        <Overview
          place={place}
          onFill={() => setShown({ what: 'fill' })}
          onLook={(submissionId) => setShown({ what: 'answers', submissionId })}
        />
      ) : shown.what === 'fill' ? (
        <Filling place={place} onLeave={toOverview} />
      ) : (
        <Answers submissionId={shown.submissionId} onLeave={toOverview} />
      )}
    </Box>
  )
}

function Overview({
  place,
  onFill,
  onLook,
}: {
  place: FormStepPlace
  onFill: () => void
  onLook: (submissionId: string) => void
}) {
  const { t } = useTranslation('myForms')
  const { userId } = useMe()
  const result = useQuery(askFormInCourse(place))
  const form = result.data
  // what was opened once opens without a network, too
  const isOffline = isProblem(result.error, 'unavailable') && findOpenForm(userId, keptAsOf(place)) !== null
  if (isOffline && !form)
    return (
      <Button variant="contained" size="large" onClick={onFill}>
        {t('buttons.continue')}
      </Button>
    )
  if (result.error && !form) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!form) return <LinesSkeleton lines={5} />
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <BeginForm form={form} onFill={onFill} onLook={onLook} />
      {form.description && (
        <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {form.description}
        </Typography>
      )}
      <FormFacts form={form} />
      {form.submissions.length > 0 && (
        <Box component="section" aria-labelledby="form-attempts">
          <Typography variant="h3" id="form-attempts" sx={{ mb: 1.5 }}>
            {t('attemptsTitle')}
          </Typography>
          <OwnSubmissionList formId={form.formId} title={form.title} submissions={form.submissions} onLook={onLook} />
        </Box>
      )}
    </Box>
  )
}

function Filling({ place, onLeave }: { place: FormStepPlace; onLeave: () => void }) {
  const { t } = useTranslation('myForms')
  const { t: problems } = useTranslation('problems')
  const { userId } = useMe()
  const keptAs = keptAsOf(place)
  // NOTE asked once: submitting the form renders the course again, and asking again would begin the next attempt
  const [open, setOpen] = useState<OpenForm | null>(null)
  const result = useQuery({ ...askOpenInCourse(place), enabled: open === null })
  const isOffline = isProblem(result.error, 'unavailable')
  useEffect(() => {
    if (open) return
    if (result.data) keepOpenForm(userId, keptAs, result.data)
    setOpen(result.data ?? (isOffline ? findOpenForm(userId, keptAs) : null))
  }, [open, result.data, isOffline, userId, keptAs])
  if (open) {
    const toOverview = (
      <Button variant="outlined" color="inherit" onClick={onLeave}>
        {t('toOverview')}
      </Button>
    )
    const head = (bar: ReactNode) => (
      <StepBar>
        {toOverview}
        {bar}
      </StepBar>
    )
    return <FilledForm key={open.submission.id} open={open} within={{ keptAs, head, next: toOverview }} />
  }
  if (!result.error) return <LinesSkeleton lines={8} />
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onLeave}>
          {t('toOverview')}
        </Button>
      }
    >
      {problemText(problems, result.error)}
    </Alert>
  )
}

function Answers({ submissionId, onLeave }: { submissionId: string; onLeave: () => void }) {
  const { t } = useTranslation('myForms')
  const result = useQuery(askOwnSubmission(submissionId))
  const one = result.data
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Button variant="outlined" color="inherit" onClick={onLeave}>
          {t('toOverview')}
        </Button>
      </Box>
      {result.error && !one ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : one ? (
        <OwnAnswers one={one} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
    </Box>
  )
}

/** Stays in sight below the head of the course. */
function StepBar({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 'var(--sticky-top, var(--toolbar-bottom, 64px))',
        zIndex: 10,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        py: 1,
        mb: 1,
        minHeight: 44,
        alignItems: 'center',
        justifyContent: 'space-between',
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  )
}
