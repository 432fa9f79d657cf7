import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { SafeHtml } from '../../../ui/SafeHtml.tsx'
import { ChoiceLine } from './ChoiceField.tsx'
import { type FieldProps, useFilling } from './field-props.ts'

/** What the person agrees to, and the tick under it. */
export function ConsentField(props: FieldProps<'consent'>) {
  const { field, answer, onChange, onLeave, hasError, id, describedBy } = props
  const { t } = useTranslation('formFields')
  const { sayHtml } = useFilling()
  const html = sayHtml(field.text)
  return (
    <Box onBlur={onLeave} sx={{ maxWidth: 720 }}>
      {html && (
        <Box
          sx={{
            mb: 1,
            p: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: '10px',
            maxHeight: 320,
            overflowY: 'auto',
          }}
          tabIndex={0}
        >
          <SafeHtml html={html} />
        </Box>
      )}
      <ChoiceLine
        id={id}
        name={id}
        several
        checked={answer === true}
        hasError={hasError}
        describedBy={describedBy}
        onChoose={() => onChange(answer === true ? null : true)}
      >
        {t('agree')}
      </ChoiceLine>
    </Box>
  )
}
