import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { ownZone } from './entry-times.ts'

/** A time zone by its name; that of the device stands first. */
export function TimeZoneField({ name, label, help }: { name: string; label: string; help?: string }) {
  const { t } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const error = fieldText(t, fieldState.error?.message)
  const zones = useMemo(
    () => [
      ...new Set([ownZone(), field.value as string, 'UTC', ...Intl.supportedValuesOf('timeZone')].filter(Boolean)),
    ],
    [field.value],
  )
  return (
    <Autocomplete
      options={zones}
      disableClearable
      value={(field.value as string) ?? ''}
      onChange={(_, zone) => field.onChange(zone)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField {...params} label={label} inputRef={field.ref} error={Boolean(error)} helperText={error || help} />
      )}
    />
  )
}
