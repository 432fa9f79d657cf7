import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/operations.ts'
import { queryOf } from '../../../api/queries.ts'
import { useMe } from '../../../api/SessionProvider.tsx'
import { type AskPeople, PeopleField, type PersonChoice } from '../../permissions/PeopleField.tsx'
import { useFormEditing } from './editing.ts'

const askChoices: AskPeople = (search) => queryOf(api.forms.manager.choices, { query: search ? { search } : {} })

/** People of the tenant by their ids, chosen by name. */
export function PeopleByIds(props: { label: string; value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { label, value, onChange } = props
  const { locked } = useFormEditing()
  const { roles } = useMe()
  const isAdmin = roles.some((role) => role === 'admin' || role === 'superadmin')
  const members = useQueries({
    queries: (isAdmin ? value : []).map((userId) => ({
      ...queryOf(api.members.get, { params: { userId } }),
      staleTime: 60_000,
    })),
  })
  // a manager sees the people that they may choose; the others stay chosen
  const choices = useQuery({
    ...queryOf(api.forms.manager.choices, { query: { ids: [...value].slice(0, 100) } }),
    enabled: !isAdmin && value.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const chosen = new Set(value)
  const people: PersonChoice[] = isAdmin
    ? members.flatMap(({ data }) => (data ? [data] : []))
    : (choices.data?.items ?? []).filter((person) => chosen.has(person.userId))
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="body2">{label}</Typography>
      <Box inert={locked}>
        <PeopleField
          autoFocus={false}
          {...(isAdmin ? {} : { ask: askChoices })}
          value={people}
          onChange={(next) => {
            // keep the chosen people that have not loaded yet
            const shown = new Set(people.map((person) => person.userId))
            onChange([...new Set([...value.filter((id) => !shown.has(id)), ...next.map((person) => person.userId)])])
          }}
        />
      </Box>
    </Box>
  )
}
