import type { FoundDocument } from '@learnt/contract/find-documents'
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

/** The document that a rule gives, of whatever kind. */
export function DocumentField(props: {
  value: FoundDocument | null
  onChange: (document: FoundDocument | null) => void
  error?: string | undefined
  label?: string
}) {
  const { value, onChange, error, label } = props
  const { t } = useTranslation(['permissions', 'common'])
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed === value?.title ? '' : typed.trim())
  const found = useQuery({
    ...queryOf(api.documents.find, { query: { limit: 20, ...(search ? { search } : {}) } }),
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
      onChange={(_, document) => onChange(document)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={(document) => document.title}
      getOptionKey={(document) => document.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderOption={({ key, ...option }, document) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
          <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {document.title}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {t(`common:documentKinds.${document.isBundle ? 'bundle' : document.type}`)}
          </Typography>
          <StateChip kind="publication" state={document.status} />
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
