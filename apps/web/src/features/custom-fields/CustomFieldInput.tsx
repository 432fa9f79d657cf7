import type { CustomField } from '@learnt/contract/custom-fields'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormChoices, type FormChoicesProps } from '../../ui/form/FormChoices.tsx'
import { useComplaintInSight } from '../../ui/form/useComplaintInSight.ts'
import { fieldText } from '../../ui/problem-text.ts'

/**
 * The values of one field, by its kind. The form's value is always a list of texts. `people`: who can be chosen where the
 * values are people.
 */
export function CustomFieldInput({
  name,
  label,
  field,
  suggestions = [],
  people,
  disabled = false,
  help,
}: {
  name: string
  label: string
  field: Pick<CustomField, 'kind' | 'choices' | 'isRequired'>
  suggestions?: FormChoicesProps['options']
  people?: Pick<FormChoicesProps, 'options' | 'onSearch'>
  disabled?: boolean
  help?: string
}) {
  const named = field.isRequired ? `${label} *` : label
  const rest = { name, disabled, ...(help ? { help } : {}) }
  switch (field.kind) {
    case 'text':
      return <FormChoices {...rest} label={named} free options={suggestions} />
    case 'choices':
      return <FormChoices {...rest} label={named} options={field.choices.map((value) => ({ value, label: value }))} />
    case 'person':
      return <FormChoices {...rest} label={named} {...people} />
    default:
      return <SingleInput {...rest} label={named} kind={field.kind} />
  }
}

function SingleInput({
  name,
  label,
  kind,
  disabled,
  help,
}: {
  name: string
  label: string
  kind: 'date' | 'number' | 'yesno'
  disabled: boolean
  help?: string
}) {
  const { t } = useTranslation('customFields')
  const { t: words } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const problem = fieldState.error as { message?: string } | { message?: string }[] | undefined
  const message = Array.isArray(problem) ? problem.find(Boolean)?.message : problem?.message
  const error = fieldText(words, message)
  const box = useComplaintInSight(error)
  const [value = ''] = (field.value ?? []) as string[]
  return (
    <TextField
      ref={box}
      fullWidth
      label={label}
      disabled={disabled}
      value={value}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value === '' ? [] : [event.target.value])}
      error={Boolean(error)}
      helperText={error || help}
      {...(kind === 'yesno'
        ? { select: true, slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } } }
        : kind === 'date'
          ? { type: 'date', slotProps: { inputLabel: { shrink: true } } }
          : { slotProps: { htmlInput: { inputMode: 'decimal' } } })}
    >
      {kind === 'yesno' && [
        <MenuItem key="" value="">
          {t('values.none')}
        </MenuItem>,
        <MenuItem key="yes" value="yes">
          {t('values.yes')}
        </MenuItem>,
        <MenuItem key="no" value="no">
          {t('values.no')}
        </MenuItem>,
      ]}
    </TextField>
  )
}
