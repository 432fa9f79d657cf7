import type { Answers, AnswerValue } from '@learnt/contract/forms/answers'
import type { ReviewedSubmission } from '@learnt/contract/forms/operations'
import { requestLimits } from '@learnt/contract/requests'
import Alert from '@mui/material/Alert'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { fieldText } from '../../ui/problem-text.ts'
import { WithWhom } from '../requests/WithWhom.tsx'

export type Decision = 'approve' | 'decline'

/** Approves or declines at the level that a submission stands at, or asks for changes first. */
export function ApprovalDecision(props: {
  one: ReviewedSubmission
  busy: Decision | 'reopen' | null
  failure: string
  onDecide: (decision: Decision, reason: string) => void
  onReopen: () => void
  onTyped: (isTyped: boolean) => void
}) {
  const { one, busy, failure, onDecide, onReopen, onTyped } = props
  const { t } = useTranslation('formMarking')
  const { t: problems } = useTranslation('problems')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { level } = one
  const mayDecide = (one.can.decide ?? null) === null
  const decide = (decision: Decision) => {
    const isEmpty = decision === 'decline' && reason.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) onDecide(decision, reason.trim())
  }
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" sx={{ fontSize: '1.0625rem' }}>
        {t('decision')}
      </Typography>
      <div>
        {level && (
          <Typography sx={{ fontWeight: 600 }}>
            {t('levelOf', { number: level.number, count: level.count })}
            {level.title && <span dir="auto">{` · ${level.title}`}</span>}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {t('columns.withWhom')}: <WithWhom of={one} />
        </Typography>
      </div>
      {mayDecide && (
        <>
          {one.mayChange.length > 0 && <Alert severity="info">{t('fillIn')}</Alert>}
          <TextField
            multiline
            minRows={3}
            label={t('approval.reason')}
            value={reason}
            error={isMissing}
            helperText={isMissing ? fieldText(problems, 'required') : t('approval.reasonHelp')}
            onChange={(event) => {
              setReason(event.target.value)
              setMissing(false)
              onTyped(event.target.value.trim() !== '')
            }}
            slotProps={{ htmlInput: { maxLength: requestLimits.reason, dir: 'auto' } }}
          />
        </>
      )}
      {failure && (
        <Alert severity="error" role="alert">
          {failure}
        </Alert>
      )}
      {mayDecide ? (
        <>
          <ActionButton
            variant="contained"
            loading={busy === 'approve'}
            disabled={busy !== null && busy !== 'approve'}
            onClick={() => decide('approve')}
          >
            {t('approval.approve')}
          </ActionButton>
          <ActionButton
            variant="outlined"
            color="error"
            loading={busy === 'decline'}
            disabled={busy !== null && busy !== 'decline'}
            onClick={() => decide('decline')}
          >
            {t('approval.decline')}
          </ActionButton>
          <ActionButton variant="outlined" disabled={busy !== null} onClick={onReopen}>
            {t('reopen')}
          </ActionButton>
        </>
      ) : (
        <Alert severity="info">{t('approval.waits')}</Alert>
      )}
    </Card>
  )
}

/** The answers with what the level has filled in so far. */
export function withChanges(answers: Answers, changes: Readonly<Record<string, AnswerValue | null>>): Answers {
  const merged: Record<string, AnswerValue> = { ...answers }
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}
