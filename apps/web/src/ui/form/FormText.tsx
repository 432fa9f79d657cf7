import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../problem-text.ts'
import { useComplaintInSight } from './useComplaintInSight.ts'

export type FormTextProps = Omit<
  TextFieldProps,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'ref'
> & {
  name: string
  label: string
  /** `number`: the field's value is a number, or null when empty. `day`: `YYYY-MM-DD`, or null when empty. */
  kind?: 'text' | 'email' | 'password' | 'number' | 'day' | 'tel' | 'url'
  /** Help under the field while it has no error. */
  help?: string
}

/** A line or paragraph of text bound to the form around it. */
export function FormText({ name, kind = 'text', help, ...rest }: FormTextProps) {
  const { t } = useTranslation(['common', 'problems'])
  const { t: words } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const [shown, setShown] = useState(false)
  const error = fieldText(words, fieldState.error?.message)
  const box = useComplaintInSight(error)
  const type = kind === 'password' ? (shown ? 'text' : 'password') : kind === 'day' ? 'date' : kind
  const nullable = kind === 'number' || kind === 'day'
  return (
    <TextField
      fullWidth
      {...rest}
      ref={box}
      type={type}
      name={name}
      value={field.value ?? ''}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onChange={(event) => {
        const value = event.target.value
        field.onChange(nullable && value === '' ? null : kind === 'number' ? Number(value) : value)
      }}
      error={Boolean(error)}
      helperText={error || help}
      slotProps={{
        ...rest.slotProps,
        inputLabel: { ...(kind === 'day' ? { shrink: true } : {}) },
        input: {
          ...(kind === 'password'
            ? {
                endAdornment: (
                  <InputAdornment position="end">
                    <IconButton
                      edge="end"
                      onClick={() => setShown(!shown)}
                      aria-label={t(shown ? 'form.hidePassword' : 'form.showPassword')}
                    >
                      {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
                    </IconButton>
                  </InputAdornment>
                ),
              }
            : {}),
        },
      }}
    />
  )
}
