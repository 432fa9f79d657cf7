import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Required or optional, with what that means. */
export function RequiredField({
  isOptional,
  onChange,
  disabled = false,
}: {
  isOptional: boolean
  onChange: (isOptional: boolean) => void
  disabled?: boolean
}) {
  const { t } = useTranslation('permissions')
  const id = useId()
  return (
    <FormControl disabled={disabled}>
      <FormLabel id={id} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        {t('required.label')}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={isOptional ? 'optional' : 'required'}
        onChange={(_, choice) => onChange(choice === 'optional')}
      >
        <FormControlLabel value="required" control={<Radio />} label={t('required.required')} />
        <FormControlLabel value="optional" control={<Radio />} label={t('required.optional')} />
      </RadioGroup>
      <FormHelperText sx={{ m: 0 }}>
        {isOptional ? t('required.optionalHelp') : t('required.requiredHelp')}
      </FormHelperText>
    </FormControl>
  )
}
