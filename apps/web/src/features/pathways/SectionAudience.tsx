import type { PathwaySection } from '@learnt/contract/pathways'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { errorAt } from '../documents/field-errors.ts'
import { changeSection, sectionField } from './content.ts'
import { usePathwayEditing } from './editing.ts'

/** The people that must do a section: everybody, or one saved audience. */
export function SectionAudience({ section, name }: { section: PathwaySection; name: string }) {
  const { t } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const { edit, errors, locked } = usePathwayEditing()
  const [typed, setTyped] = useState('')
  const audienceId = section.audienceId ?? null
  const chosen = useQuery({
    ...queryOf(api.audiences.get, { params: { audienceId: audienceId ?? '' } }),
    enabled: audienceId !== null,
  })
  const title = chosen.data?.title ?? (chosen.isError ? t('audience.gone') : '')
  const value = audienceId === null ? null : { id: audienceId, title }
  // The field shows the title of the chosen audience, which is not a search.
  const search = useDeferredValue(typed.trim() === title ? '' : typed.trim())
  const found = useQuery({
    ...queryOf(api.audiences.list, { query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const field = sectionField(section.id, 'audienceId')
  const error = fieldText(problems, errorAt(errors, field)) || (chosen.isError ? t('problems.audienceUnknown') : '')
  return (
    <Box data-field={field} sx={{ px: 0.75, pb: 0.75, maxWidth: 420 }}>
      <Autocomplete
        size="small"
        disabled={locked}
        options={(found.data?.items ?? []).map(({ id, title }) => ({ id, title }))}
        filterOptions={(options) => options}
        loading={found.isPending}
        noOptionsText={t(search ? 'audience.notFound' : 'audience.none')}
        value={value}
        onChange={(_, next) => edit((draft) => changeSection(draft, section.id, { audienceId: next?.id ?? null }))}
        onInputChange={(_, text) => setTyped(text)}
        getOptionLabel={(audience) => audience.title}
        getOptionKey={(audience) => audience.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('audience.label', { name })}
            placeholder={t('audience.everybody')}
            error={Boolean(error)}
            helperText={error || (audienceId === null ? null : t('audience.help'))}
            slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps?.inputLabel, shrink: true } }}
          />
        )}
      />
    </Box>
  )
}
