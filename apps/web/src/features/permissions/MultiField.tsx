import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** Several of the values that exist, with how many people have each. */
export function MultiField(props: {
  label: string
  value: readonly string[]
  options: readonly { value: string; label: string; count: number }[]
  onChange: (values: string[]) => void
}) {
  const { label, value, options, onChange } = props
  const { i18n } = useTranslation()
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  return (
    <Autocomplete
      multiple
      size="small"
      filterSelectedOptions
      disableCloseOnSelect
      options={options.map((option) => option.value)}
      getOptionLabel={labelOf}
      value={[...value]}
      onChange={(_, values) => onChange(values)}
      renderOption={({ key, ...option }, one) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 2 }}>
          <Typography variant="body2" sx={{ flex: 1 }}>
            {labelOf(one)}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {formatNumber(options.find((each) => each.value === one)?.count ?? 0, i18n.language)}
          </Typography>
        </Box>
      )}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
