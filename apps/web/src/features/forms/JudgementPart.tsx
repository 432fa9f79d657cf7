import { formLimits } from '@learnt/contract/forms/field-kinds'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Judgement } from './kept-answers.ts'

/** What stands at the end of an observation: the comment and the judgement, or the way to leave it to somebody else. */
export function JudgementPart(props: {
  name: string
  isBusy: boolean
  disabled: boolean
  /** It has been submitted already: only the judgement is missing. */
  isSubmitted: boolean
  onSubmit: (judgement: Judgement | null) => void
}) {
  const { name, isBusy, disabled, isSubmitted, onSubmit } = props
  const { t } = useTranslation('observations')
  const [comment, setComment] = useState('')
  const judge = (finish: Judgement['finish']) => onSubmit({ finish, comment: comment.trim() })
  return (
    <Box sx={{ display: 'grid', gap: 2, width: '100%' }}>
      <TextField
        multiline
        minRows={2}
        label={t('comment', { name })}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        slotProps={{ htmlInput: { maxLength: formLimits.comment, dir: 'auto' } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button
          variant="contained"
          size="large"
          loading={isBusy}
          disabled={disabled}
          onClick={() => judge('competent')}
        >
          {t('competent')}
        </Button>
        <Button
          variant="outlined"
          color="error"
          size="large"
          disabled={disabled || isBusy}
          onClick={() => judge('notCompetent')}
        >
          {t('notCompetent')}
        </Button>
        {!isSubmitted && (
          <Button color="inherit" size="large" disabled={disabled || isBusy} onClick={() => onSubmit(null)}>
            {t('later')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
