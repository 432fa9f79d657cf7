import { type MemberWordFilter, memberWordFilters, type RuleField, ruleFields } from '@learnt/contract/members'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useFieldLabels } from './useFieldLabels.ts'

/** Chooses a field and values of it, any of which is enough. Mount it to open it. */
export function FieldFilterDialog({
  chosen,
  onApply,
  onClose,
}: {
  chosen: Readonly<Record<string, readonly string[]>>
  onApply: (field: MemberWordFilter, values: string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['members', 'common'])
  const id = useId()
  const { labelOf } = useFieldLabels()
  const [field, setField] = useState<MemberWordFilter>('position')
  const [values, setValues] = useState<readonly string[]>(chosen.position ?? [])
  const [typed, setTyped] = useState('')
  const isSuggested = ruleFields.some((one) => one === field)
  const found = useQuery({
    ...queryOf(api.members.attributeValues, {
      params: { field: field as RuleField },
      ...(typed.trim() ? { query: { search: typed.trim() } } : {}),
    }),
    enabled: isSuggested,
    placeholderData: keepPreviousData,
  })
  const suggestions = isSuggested ? (found.data?.values ?? []) : []
  const all = () => [...new Set([...values, ...(field === 'managers' ? [] : [typed.trim()])])].filter(Boolean)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('filters.moreTitle')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
          <TextField
            select
            label={t('filters.field')}
            value={field}
            onChange={(event) => {
              const next = event.target.value as MemberWordFilter
              setField(next)
              setValues(chosen[next] ?? [])
              setTyped('')
            }}
            slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } } } }}
          >
            {memberWordFilters.map((one) => (
              <MenuItem key={one} value={one}>
                {labelOf(one)}
              </MenuItem>
            ))}
          </TextField>
          <Autocomplete
            key={field}
            multiple
            freeSolo={field !== 'managers'}
            filterSelectedOptions
            options={suggestions.map((one) => one.value)}
            filterOptions={(options) => options}
            getOptionLabel={(value) => suggestions.find((one) => one.value === value)?.label || value}
            value={[...values]}
            onChange={(_, next) => setValues(next)}
            inputValue={typed}
            onInputChange={(_, text) => setTyped(text)}
            renderInput={(params) => (
              <TextField {...params} label={t('filters.values')} helperText={t('filters.valuesHelp')} />
            )}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" onClick={() => onApply(field, all())}>
          {t('filters.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
