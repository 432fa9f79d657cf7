import type { FormText } from '@learnt/contract/forms/content'
import { translate, translationState } from '@learnt/contract/forms/texts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { fieldText, problemText } from '../../../ui/problem-text.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { SafeHtml } from '../../../ui/SafeHtml.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { errorAt } from '../../documents/field-errors.ts'
import { uploadNow } from '../../documents/uploads.ts'
import { useFormEditing } from './editing.ts'
import { useProblemText } from './useProblemText.ts'

export interface FormTextInputProps {
  label: string
  value: FormText
  onChange: (text: FormText) => void
  /** Key of the field, where complaints about it stand. */
  field: string
  help?: string
  required?: boolean
  multiline?: boolean
  maxLength?: number
  size?: 'small' | 'medium'
}

/** The text that is being written: in the form's own language, or its translation beside the original. */
function useWritten({ value, onChange }: Pick<FormTextInputProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('formEditor')
  const { language } = useFormEditing()
  if (language === null) {
    return { text: value.text, write: (text: string) => onChange({ ...value, text }), original: null, mark: '' }
  }
  const state = translationState(value, language)
  return {
    text: value.translations[language]?.text ?? '',
    write: (text: string) => onChange(translate(value, language, text)),
    original: value.text,
    mark: state === 'missing' || state === 'older' ? t(`translation.${state}`) : '',
  }
}

/** A line or paragraph of the form. */
export function FormTextInput(props: FormTextInputProps) {
  const { label, field, help, required = false, multiline = false, maxLength = 1000, size = 'medium' } = props
  const { t } = useTranslation('formEditor')
  const { locked, errors } = useFormEditing()
  const { text, write, original, mark } = useWritten(props)
  const say = useProblemText()
  const error = say(errorAt(errors, field))
  const hint =
    original === null ? help : [t('translation.of', { text: original || '–' }), mark].filter(Boolean).join(' · ')
  return (
    <TextField
      fullWidth
      size={size}
      data-field={field}
      label={label}
      required={required && original === null}
      value={text}
      multiline={multiline}
      {...(multiline ? { minRows: 2, maxRows: 10 } : {})}
      onChange={(event) => write(event.target.value)}
      error={Boolean(error)}
      helperText={error || hint}
      slotProps={{ htmlInput: { maxLength, dir: 'auto', readOnly: locked } }}
    />
  )
}

/** A text with markup. */
export function FormHtmlInput(props: Omit<FormTextInputProps, 'multiline' | 'size' | 'required'>) {
  const { label, field, help } = props
  const { t } = useTranslation(['formEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const { locked, errors, language } = useFormEditing()
  const { text, write, original, mark } = useWritten(props)
  const error = fieldText(problems, errorAt(errors, field))
  const uploadImage = async (file: File): Promise<string> => {
    try {
      const words = { lost: t('common:files.lost'), failed: (problem: unknown) => problemText(problems, problem) }
      return (await uploadNow(file, 'image', words)).url
    } catch (problem) {
      showToast({ variant: 'error', text: problem instanceof Error ? problem.message : String(problem) })
      // there is no picture to go on with
      return new Promise(() => {})
    }
  }
  return (
    <Box data-field={field}>
      {original !== null && (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 1, mb: 1 }}>
          <Typography variant="caption" component="p" color="textSecondary">
            {[t('translation.original'), mark].filter(Boolean).join(' · ')}
          </Typography>
          <SafeHtml html={original} />
        </Box>
      )}
      <RichText
        key={language ?? ''}
        label={label}
        value={text}
        onChange={write}
        disabled={locked}
        minHeight={120}
        uploadImage={uploadImage}
        {...(error ? { error } : help ? { help } : {})}
      />
    </Box>
  )
}
