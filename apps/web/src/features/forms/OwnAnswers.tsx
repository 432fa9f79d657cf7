import type { OwnSubmission } from '@learnt/contract/forms/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'
import { AnswerResult } from './AnswerResult.tsx'
import { FormRenderer } from './FormRenderer.tsx'
import { useFormServices } from './files-and-people.ts'
import { PercentOfPoints } from './PercentOfPoints.tsx'

/** What the person submitted and what it came to, as far as the form shows them now. */
export function OwnAnswers({ one, children }: { one: OwnSubmission; children?: ReactNode }) {
  const { t } = useTranslation('myForms')
  return (
    <>
      <Outcome one={one} />
      {children}
      {one.answers === null ? (
        <Alert severity="info">{t('answersHidden')}</Alert>
      ) : (
        <Answers one={one} answers={one.answers} />
      )}
    </>
  )
}

function Answers({ one, answers }: { one: OwnSubmission; answers: NonNullable<OwnSubmission['answers']> }) {
  const services = useFormServices(one.files, null)
  return (
    <FormRenderer
      form={one.form}
      answers={answers}
      member={one.member}
      onChange={() => {}}
      errors={{}}
      mode="read"
      services={services}
      below={(field) => (
        <AnswerResult
          field={field}
          mark={one.marks?.find((mark) => mark.field === field.key)}
          answer={answers[field.key]}
        />
      )}
    />
  )
}

function Outcome({ one }: { one: OwnSubmission }) {
  const { t } = useTranslation('myForms')
  return (
    <Box>
      <Typography color="textSecondary">
        {one.submittedAt && (
          <>
            {t('submittedAt')} <DateText value={one.submittedAt} format="minute" />
          </>
        )}
        {one.decidedAt && (
          <>
            {' · '}
            {one.decidedBy ? t('decidedBy', { name: one.decidedBy }) : t('decidedAt')}{' '}
            <DateText value={one.decidedAt} format="minute" />
          </>
        )}
      </Typography>
      {one.percent !== null && (
        <Typography variant="h2" component="p" sx={{ mt: 1 }}>
          <PercentOfPoints points={one.points} outOf={one.outOf} percent={one.percent} />
        </Typography>
      )}
      {one.comment && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          <Typography sx={{ fontWeight: 700 }}>{t('comment')}</Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {one.comment}
          </Typography>
        </Alert>
      )}
    </Box>
  )
}
