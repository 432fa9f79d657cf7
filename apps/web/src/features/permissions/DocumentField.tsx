import type { CourseRow } from '@learnt/contract/courses'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { StateChip } from '../../ui/StateChip.tsx'

/** The course or bundle that a rule gives. */
export function DocumentField(props: {
  value: CourseRow | null
  onChange: (course: CourseRow | null) => void
  error?: string | undefined
  label?: string
}) {
  const { value, onChange, error, label } = props
  const { t } = useTranslation('permissions')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed === value?.title ? '' : typed.trim())
  const found = useQuery({
    ...queryOf(api.courses.list, { query: { limit: 20, sort: 'title', ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return (
    <Autocomplete
      size="small"
      options={found.data?.items ?? []}
      filterOptions={(options) => options}
      loading={found.isPending}
      value={value}
      onChange={(_, course) => onChange(course)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={(course) => course.title}
      getOptionKey={(course) => course.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderOption={({ key, ...option }, course) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
          <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {course.title}
          </Typography>
          <StateChip kind="publication" state={course.status} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          required
          label={label ?? t('dialog.document')}
          error={Boolean(error)}
          helperText={error}
        />
      )}
    />
  )
}
