import type { MemberRow } from '@learnt/contract/members'
import { fullName } from '@learnt/contract/text'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { StateChip } from '../../ui/StateChip.tsx'

const nameOf = (person: PersonChoice) => fullName(person)

/** How the field shows a person. */
export type PersonChoice = Pick<
  MemberRow,
  'id' | 'userId' | 'firstName' | 'lastName' | 'email' | 'position' | 'status'
> & { readonly username?: string; readonly preferredName?: string }

/** Fetches the people that the reader may choose. */
export type AskPeople = (search: string) => {
  queryKey: QueryKey
  queryFn: (of: { signal: AbortSignal }) => Promise<{ items: PersonChoice[] }>
}

/** All people that an administrator sees. */
const askMembers: AskPeople = (search) =>
  queryOf(api.members.list, { query: { limit: 20, sort: 'name', ...(search ? { search } : {}) } })

function useFoundPeople(typed: string, ask = askMembers) {
  const search = useDeferredValue(typed.trim())
  return useQuery({ ...ask(search), placeholderData: keepPreviousData, staleTime: 30_000 })
}

function PersonOption({ person }: { person: PersonChoice }) {
  return (
    <>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {nameOf(person)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p" noWrap>
          {[person.email || person.username, ...person.position].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {person.status !== 'active' && <StateChip kind="membership" state={person.status} />}
    </>
  )
}

/** Several people, found by name or address. */
export function PeopleField({
  value,
  onChange,
  error,
  autoFocus = true,
  ask,
}: {
  value: PersonChoice[]
  onChange: (people: PersonChoice[]) => void
  error?: string | undefined
  autoFocus?: boolean
  /** Absent: all people that an administrator sees. */
  ask?: AskPeople
}) {
  const { t } = useTranslation('permissions')
  const [typed, setTyped] = useState('')
  const found = useFoundPeople(typed, ask)
  return (
    <Autocomplete
      multiple
      size="small"
      filterSelectedOptions
      disableCloseOnSelect
      options={found.data?.items ?? []}
      filterOptions={(options) => options}
      loading={found.isPending}
      value={value}
      onChange={(_, people) => onChange(people)}
      inputValue={typed}
      onInputChange={(_, text, why) => why !== 'reset' && setTyped(text)}
      getOptionLabel={nameOf}
      getOptionKey={(person) => person.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderOption={({ key, ...option }, person) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
          <PersonOption person={person} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus={autoFocus}
          label={t('assign.people')}
          placeholder={value.length === 0 ? t('assign.peopleHint') : ''}
          error={Boolean(error)}
          helperText={error}
        />
      )}
    />
  )
}

/** One person, found by name or address. */
export function PersonField({
  value,
  onChange,
}: {
  value: PersonChoice | null
  onChange: (person: PersonChoice | null) => void
}) {
  const { t } = useTranslation('permissions')
  const [typed, setTyped] = useState('')
  const found = useFoundPeople(value && typed === nameOf(value) ? '' : typed)
  return (
    <Autocomplete
      size="small"
      options={found.data?.items ?? []}
      filterOptions={(options) => options}
      loading={found.isPending}
      value={value}
      onChange={(_, person) => onChange(person)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={nameOf}
      getOptionKey={(person) => person.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderOption={({ key, ...option }, person) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
          <PersonOption person={person} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField {...params} autoFocus label={t('why.person')} placeholder={t('assign.peopleHint')} />
      )}
    />
  )
}
