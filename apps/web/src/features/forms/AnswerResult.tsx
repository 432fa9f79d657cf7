import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { AskedField } from '@learnt/contract/forms/content'
import type { AnswerMark } from '@learnt/contract/forms/operations'
import { feedbackOf, rightAnswer } from '@learnt/contract/forms/right-answer'
import WrongIcon from '@mui/icons-material/CancelOutlined'
import RightIcon from '@mui/icons-material/CheckCircleOutlined'
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import PartlyIcon from '@mui/icons-material/RemoveCircleOutlineOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'
import { AnswerView } from './fields/AnswerView.tsx'
import { useFilling } from './fields/field-props.ts'
import { HtmlText } from './fields/HtmlText.tsx'

const icons = { right: RightIcon, partly: PartlyIcon, wrong: WrongIcon, waiting: WaitingIcon, leftOut: WrongIcon }
const colors = {
  right: 'success.main',
  partly: 'warning.main',
  wrong: 'error.main',
  waiting: 'text.secondary',
  leftOut: 'error.main',
} as const

/** What an answer came to: verdict and marks, the author's feedback, the right answer, and what the marker wrote. */
export function AnswerResult({
  field,
  mark,
  answer,
}: {
  field: AskedField
  mark: AnswerMark | undefined
  answer: AnswerValue | undefined
}) {
  const { t, i18n } = useTranslation('formFields')
  const { say, sayHtml } = useFilling()
  const quiz = 'quiz' in field ? field.quiz : null
  const right = rightAnswer(field)
  const worked = quiz ? sayHtml(quiz.worked) : ''
  const feedback = mark && quiz?.feedback ? feedbackOf(quiz.feedback, mark.verdict, answer) : []
  if (!mark && right === undefined && !worked) return null
  const Icon = mark ? icons[mark.verdict] : null
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Box sx={{ mt: 1.25, display: 'grid', gap: 1, p: 1.5, borderRadius: '10px', bgcolor: 'action.hover' }}>
      {mark && Icon && mark.outOf > 0 && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Icon aria-hidden fontSize="small" sx={{ color: colors[mark.verdict] }} />
          <Typography sx={{ fontWeight: 700 }}>{t(`verdicts.${mark.verdict}`)}</Typography>
          <Typography color="textSecondary">
            {mark.points === null
              ? t('outOf', { outOf: number(mark.outOf) })
              : t('marksOf', { points: number(mark.points), outOf: number(mark.outOf) })}
          </Typography>
        </Box>
      )}
      {mark?.byHand && mark.original !== null && mark.original !== mark.points && (
        <Typography variant="body2" color="textSecondary">
          {t('original', { points: number(mark.original) })}
          {mark.reason && <span dir="auto">{` ${mark.reason}`}</span>}
        </Typography>
      )}
      {feedback.map((text) => {
        const said = say(text)
        return said ? (
          <Typography key={said} dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {said}
          </Typography>
        ) : null
      })}
      {right !== undefined && mark?.verdict !== 'right' && (
        <div>
          <Typography variant="body2" sx={{ fontWeight: 700 }}>
            {t('rightAnswer')}
          </Typography>
          <AnswerView field={field} answer={right} />
        </div>
      )}
      {worked && (
        <div>
          <Typography variant="body2" sx={{ fontWeight: 700 }}>
            {t('worked')}
          </Typography>
          <HtmlText html={worked} />
        </div>
      )}
      {mark?.comment && (
        <div>
          <Typography variant="body2" sx={{ fontWeight: 700 }}>
            {t('markerComment')}
          </Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {mark.comment}
          </Typography>
        </div>
      )}
    </Box>
  )
}
