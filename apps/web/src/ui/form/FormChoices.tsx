import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../problem-text.ts'
import type { Option } from './FormSelect.tsx'
import { useComplaintInSight } from './useComplaintInSight.ts'

export interface FormChoicesProps {
  name: string
  label: string
  /** Values to choose from, or suggestions when `free`. */
  options?: readonly Option[]
  /** Any text may be added by Enter or comma. */
  free?: boolean
  help?: string
  loading?: boolean
  disabled?: boolean
  /** What becomes of a value that is added: a list of host names takes the host out of an address. */
  read?: (typed: string) => string
  /** For options that come from the server: called with the typed text. */
  onSearch?: (text: string) => void
}

/** Several values as chips. The form's value is a list of strings. */
export function FormChoices({
  name,
  label,
  options = [],
  free = false,
  help,
  loading = false,
  disabled = false,
  read = (typed) => typed.trim(),
  onSearch,
}: FormChoicesProps) {
  const { t } = useTranslation(['common', 'problems'])
  const { t: words } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const problem = fieldState.error as { message?: string } | { message?: string }[] | undefined
  const message = Array.isArray(problem) ? problem.find(Boolean)?.message : problem?.message
  const error = fieldText(words, message)
  const box = useComplaintInSight(error)
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value
  const add = (values: readonly string[]) => field.onChange([...new Set(values.map(read).filter(Boolean))])
  const values = (field.value ?? []) as string[]
  return (
    <Autocomplete
      ref={box}
      multiple
      freeSolo={free}
      autoSelect={free}
      disabled={disabled}
      loading={loading}
      filterSelectedOptions
      options={options.map((option) => option.value)}
      {...(onSearch ? { filterOptions: (found: string[]) => found } : {})}
      getOptionLabel={labelOf}
      value={values}
      onChange={(_, next) => add(next)}
      onInputChange={(_, text, why) => {
        if (free && text.includes(',')) {
          add([...values, ...text.split(',')])
        } else if (why === 'input') onSearch?.(text)
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={field.ref}
          error={Boolean(error)}
          helperText={error || (help ?? (free ? t('form.addValue') : undefined))}
        />
      )}
    />
  )
}
