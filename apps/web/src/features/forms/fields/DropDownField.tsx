import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'
import { PlainInput } from './PlainInput.tsx'
import { PlainSelect } from './PlainSelect.tsx'

/** No key of a choice begins with a colon. */
const other = ':other'

export function DropDownField(props: FieldProps<'dropDown'>) {
  const { field, answer, onChange, onLeave, isRequired, hasError, id, describedBy } = props
  const { t } = useTranslation('formFields')
  const { say } = useFilling()
  const value = answer?.other === undefined ? (answer?.choices[0] ?? '') : other
  return (
    <>
      <PlainSelect
        id={id}
        value={value}
        hasError={hasError}
        width={480}
        onBlur={onLeave}
        onChange={(event) => {
          const chosen = event.target.value
          onChange(chosen === '' ? null : chosen === other ? { choices: [], other: '' } : { choices: [chosen] })
        }}
        aria-describedby={describedBy}
        aria-required={isRequired || undefined}
      >
        <option value="">{t('choose')}</option>
        {field.choices.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {say(choice.label)}
          </option>
        ))}
        {field.other && <option value={other}>{t('other')}</option>}
      </PlainSelect>
      {value === other && (
        <Box sx={{ mt: 0.75 }}>
          <PlainInput
            value={answer?.other ?? ''}
            hasError={hasError}
            width={480}
            onChange={(event) => onChange({ choices: [], other: event.target.value })}
            aria-label={t('otherText')}
            maxLength={500}
            dir="auto"
          />
        </Box>
      )}
    </>
  )
}
