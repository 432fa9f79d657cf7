import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from './field-props.ts'

/** Several lines; an essay counts its words. */
export function LongTextField(props: FieldProps<'longText' | 'essay'>) {
  const { field, answer = '', onChange, onLeave, isRequired, hasError, id, describedBy } = props
  const { t } = useTranslation('formFields')
  const isEssay = field.kind === 'essay'
  const words = answer.trim() === '' ? 0 : answer.trim().split(/\s+/u).length
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        multiline
        minRows={isEssay ? 8 : 4}
        maxRows={30}
        value={answer}
        error={hasError}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        onBlur={onLeave}
        inputProps={{
          'aria-describedby': describedBy,
          'aria-required': isRequired || undefined,
          'aria-invalid': hasError || undefined,
          maxLength: 20_000,
          dir: 'auto',
        }}
      />
      {isEssay && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5, textAlign: 'end' }}>
          {t('words', { count: words })}
        </Typography>
      )}
    </>
  )
}
