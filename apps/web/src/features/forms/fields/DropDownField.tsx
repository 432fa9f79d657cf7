import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'

/** No key of a choice begins with a colon. */
const other = ':other'

export function DropDownField(props: FieldProps<'dropDown'>) {
  const { field, answer, onChange, onLeave, isRequired, hasError, id, labelId, describedBy } = props
  const { t } = useTranslation('formFields')
  const { say } = useFilling()
  const value = answer?.other === undefined ? (answer?.choices[0] ?? '') : other
  return (
    <>
      <Select
        displayEmpty
        fullWidth
        value={value}
        error={hasError}
        onBlur={onLeave}
        onChange={(event) => {
          const chosen = event.target.value
          onChange(chosen === '' ? null : chosen === other ? { choices: [], other: '' } : { choices: [chosen] })
        }}
        labelId={labelId}
        SelectDisplayProps={{
          id,
          'aria-describedby': describedBy,
          'aria-required': isRequired || undefined,
          'aria-invalid': hasError || undefined,
        }}
        sx={{ maxWidth: 480 }}
      >
        <MenuItem value="">{t('choose')}</MenuItem>
        {field.choices.map((choice) => (
          <MenuItem key={choice.key} value={choice.key} sx={{ whiteSpace: 'normal' }}>
            <span dir="auto">{say(choice.label)}</span>
          </MenuItem>
        ))}
        {field.other && <MenuItem value={other}>{t('other')}</MenuItem>}
      </Select>
      {value === other && (
        <OutlinedInput
          fullWidth
          size="small"
          value={answer?.other ?? ''}
          onChange={(event) => onChange({ choices: [], other: event.target.value })}
          sx={{ mt: 0.75, maxWidth: 480, display: 'flex' }}
          inputProps={{ 'aria-label': t('otherText'), maxLength: 500, dir: 'auto' }}
        />
      )}
    </>
  )
}
