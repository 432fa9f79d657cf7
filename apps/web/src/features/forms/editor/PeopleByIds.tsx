import type { MemberRow } from '@learnt/contract/members'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../api/operations.ts'
import { queryOf } from '../../../api/queries.ts'
import { PeopleField } from '../../permissions/PeopleField.tsx'
import { useFormEditing } from './editing.ts'

/** People of the tenant by their ids, chosen by name. */
export function PeopleByIds(props: { label: string; value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { label, value, onChange } = props
  const { locked } = useFormEditing()
  const found = useQueries({
    queries: value.map((userId) => ({ ...queryOf(api.members.get, { params: { userId } }), staleTime: 60_000 })),
  })
  const people = found.flatMap(({ data }) => (data ? [data as unknown as MemberRow] : []))
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="body2">{label}</Typography>
      <Box inert={locked}>
        <PeopleField
          autoFocus={false}
          value={people}
          onChange={(next) => {
            // people who are still on their way to the page stay chosen
            const shown = new Set(people.map((person) => person.userId))
            onChange([...new Set([...value.filter((id) => !shown.has(id)), ...next.map((person) => person.userId)])])
          }}
        />
      </Box>
    </Box>
  )
}
