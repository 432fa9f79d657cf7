import type { ColleagueView } from '@learnt/contract/team-values'
import Autocomplete from '@mui/material/Autocomplete'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'

type Person = { id: string; name: string; teams?: string[] }
// NOTE always the same list: a new one would empty what is being typed
const nobody: Person[] = []

/** Colleagues, found by name. */
export function PersonField(props: FieldProps<'person'>) {
  const { field, answer = nobody, onChange, onLeave, isRequired, hasError, id, labelId, describedBy } = props
  const { t } = useTranslation('formFields')
  const { services } = useFilling()
  const { findPeople } = services
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ for: string; people: Person[]; view: ColleagueView; failed: boolean } | null>(
    null,
  )
  const search = typed.trim()
  useEffect(() => {
    if (!findPeople || search === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      findPeople(search, stop.signal)
        .then(({ items, shows }) => setFound({ for: search, people: items, view: shows, failed: false }))
        .catch(() => {
          if (!stop.signal.aborted) setFound({ for: search, people: [], view: 'name', failed: true })
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
      noOptionsText={
        search === ''
          ? t('person.type')
          : found?.failed
            ? t('person.failed')
            : t(found?.view === 'off' ? 'person.byAddress' : 'person.none')
      }
      renderOption={({ key, ...option }, { id: userId, name, teams = [] }) => (
        <li key={userId} {...option}>
          <ListItemText primary={name} secondary={teams.join(', ')} />
        </li>
      )}
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
