import type { RuleField } from '@learnt/contract/members'
import { type RuleValue, textOfRuleValue } from '@learnt/contract/permissions'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { formatNumber } from '../../ui/times.ts'
import { fixedValues, isChosenOnly } from './attributes.ts'
import { withTexts } from './rule-form.ts'
import type { LabelOf } from './rule-words.ts'

/** The values of one condition, any of which is enough; suggests what people of the tenant have, most frequent first. */
export function ValuesField(props: {
  field: RuleField
  values: readonly RuleValue[]
  onChange: (values: RuleValue[]) => void
  labelOf: LabelOf
  error?: string | undefined
  disabled?: boolean
}) {
  const { field, values, onChange, labelOf, error, disabled = false } = props
  const { t, i18n } = useTranslation('permissions')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const fixed = fixedValues(field)
  const found = useQuery({
    ...queryOf(api.members.attributeValues, { params: { field }, ...(search && !fixed ? { query: { search } } : {}) }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const counts = new Map(found.data?.values.map((one) => [one.value, one.count]))
  const labels = new Map(found.data?.values.map((one) => [one.value, one.label]))
  const label = (value: string) => {
    const named = labels.get(value)
    return fixed || !named ? labelOf(field, value) : named
  }
  const suggested = fixed ? [...fixed] : (found.data?.values.map((one) => one.value) ?? [])
  return (
    <Autocomplete
      multiple
      size="small"
      freeSolo={!isChosenOnly(field)}
      disabled={disabled}
      filterSelectedOptions
      loading={found.isPending}
      options={suggested}
      {...(fixed ? {} : { filterOptions: (options: string[]) => options })}
      getOptionLabel={label}
      value={values.map(textOfRuleValue)}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, texts) => onChange(withTexts(values, texts.map((text) => text.trim()).filter(Boolean)))}
      onBlur={() => {
        // a word typed and left standing is meant
        if (!isChosenOnly(field) && typed.trim())
          onChange(withTexts(values, [...values.map(textOfRuleValue), typed.trim()]))
        setTyped('')
      }}
      renderOption={({ key, ...option }, value) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 2 }}>
          <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {label(value)}
          </Typography>
          {counts.has(value) && (
            <Typography variant="caption" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {t('values.people', {
                count: counts.get(value) ?? 0,
                formatted: formatNumber(counts.get(value) ?? 0, i18n.language),
              })}
            </Typography>
          )}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('values.anyOf')}
          placeholder={values.length === 0 ? t('values.choose') : ''}
          error={Boolean(error)}
          helperText={error}
        />
      )}
    />
  )
}
