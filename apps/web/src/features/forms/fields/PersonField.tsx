import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'

type Person = { id: string; name: string }

/** Colleagues, found by name. */
export function PersonField(props: FieldProps<'person'>) {
  const { field, answer = [], onChange, onLeave, isRequired, hasError, id, labelId, describedBy } = props
  const { t } = useTranslation('formFields')
  const { services } = useFilling()
  const { findPeople } = services
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ for: string; people: Person[]; failed: boolean } | null>(null)
  const search = typed.trim()
  useEffect(() => {
    if (!findPeople || search === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      findPeople(search, stop.signal)
        .then((people) => setFound({ for: search, people, failed: false }))
        .catch(() => {
          if (!stop.signal.aborted) setFound({ for: search, people: [], failed: true })
        })
    }, 250)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search, findPeople])
  const isLooking = search !== '' && found?.for !== search
  return (
    <Autocomplete<Person, true>
      id={id}
      multiple
      fullWidth
      sx={{ maxWidth: 640 }}
      disabled={!findPeople}
      options={search === '' ? [] : (found?.people ?? [])}
      filterOptions={(options) => options}
      filterSelectedOptions
      getOptionLabel={(person) => person.name}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isLooking}
      noOptionsText={search === '' ? t('person.type') : found?.failed ? t('person.failed') : t('person.none')}
      value={answer as Person[]}
      onChange={(_, people) => {
        const chosen = field.several ? people : people.slice(-1)
        onChange(chosen.length > 0 ? chosen.map(({ id, name }) => ({ id, name })) : null)
      }}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={onLeave}
      renderInput={(params) => (
        <TextField
          {...params}
          error={hasError}
          placeholder={answer.length === 0 ? t('person.type') : ''}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              'aria-labelledby': labelId,
              'aria-describedby': describedBy,
              'aria-required': isRequired || undefined,
            },
          }}
        />
      )}
    />
  )
}
