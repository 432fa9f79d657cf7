import type { NamedAudience } from '@learnt/contract/permissions'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

/** Saved audiences, any of which is enough. */
export function AudiencesField({
  value,
  onChange,
  disabled = false,
}: {
  value: readonly NamedAudience[]
  onChange: (audiences: NamedAudience[]) => void
  disabled?: boolean
}) {
  const { t } = useTranslation('permissions')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.audiences.list, { query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return (
    <Autocomplete
      multiple
      size="small"
      filterSelectedOptions
      disabled={disabled}
      options={(found.data?.items ?? []).map(({ id, title, kind }): NamedAudience => ({ id, title, kind }))}
      filterOptions={(options) => options}
      loading={found.isPending}
      noOptionsText={search ? t('audiences.notFound') : t('audiences.none')}
      value={[...value]}
      onChange={(_, audiences) => onChange(audiences)}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={(audience) => audience.title}
      getOptionKey={(audience) => audience.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionDisabled={() => value.length >= 20}
      renderOption={({ key, ...option }, audience) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 2 }}>
          <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {audience.title}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {t(`audiences.kind.${audience.kind}`)}
          </Typography>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('audiences.label')}
          placeholder={value.length === 0 ? t('audiences.choose') : ''}
        />
      )}
    />
  )
}
