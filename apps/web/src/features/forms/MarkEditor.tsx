import { formLimits } from '@learnt/contract/forms/field-kinds'
import type { AnswerMark } from '@learnt/contract/forms/operations'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** What the marker typed about one question, with the points as the text of the field. */
export interface MarkDraft {
  points: string
  reason: string
  comment: string
}

export interface MarkFault {
  points?: string
  reason?: string
}

/** Marks and a comment for one question. A marker who overrides automatic marks gives a reason. */
export function MarkEditor(props: {
  mark: AnswerMark
  label: string
  draft: MarkDraft
  fault: MarkFault
  needsReason: boolean
  disabled: boolean
  onChange: (draft: MarkDraft) => void
}) {
  const { mark, label, draft, fault, needsReason, disabled, onChange } = props
  const { t, i18n } = useTranslation('formMarking')
  const outOf = formatNumber(mark.outOf, i18n.language)
  return (
    <Box
      role="group"
      aria-label={t('marksFor', { question: label })}
      sx={{
        mt: 1.25,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}>
        <TextField
          size="small"
          label={t('points', { outOf })}
          value={draft.points}
          disabled={disabled}
          error={Boolean(fault.points)}
          helperText={fault.points}
          onChange={(event) => onChange({ ...draft, points: event.target.value })}
          sx={{ width: 150 }}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12, dir: 'ltr', 'data-mark': mark.field } }}
        />
        <Button
          size="small"
          disabled={disabled}
          onClick={() => onChange({ ...draft, points: outOf })}
          sx={{ minHeight: 40 }}
        >
          {t('full')}
        </Button>
      </Box>
      <TextField
        size="small"
        multiline
        label={t('commentOne')}
        value={draft.comment}
        disabled={disabled}
        onChange={(event) => onChange({ ...draft, comment: event.target.value })}
        slotProps={{ htmlInput: { maxLength: formLimits.comment, dir: 'auto' } }}
      />
      {needsReason && (
        <TextField
          size="small"
          required
          label={t('reason')}
          value={draft.reason}
          disabled={disabled}
          error={Boolean(fault.reason)}
          helperText={fault.reason ?? t('reasonHelp')}
          onChange={(event) => onChange({ ...draft, reason: event.target.value })}
          sx={{ gridColumn: '1 / -1' }}
          slotProps={{ htmlInput: { maxLength: 1000, dir: 'auto' } }}
        />
      )}
    </Box>
  )
}
