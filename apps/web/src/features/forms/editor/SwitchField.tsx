import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'

/** On or off, with a sentence about what that means. */
export function SwitchField(props: {
  label: string
  value: boolean
  onChange: (value: boolean) => void
  disabled?: boolean
  help?: string
  field?: string
  error?: string
}) {
  const { label, value, onChange, disabled = false, help, field, error } = props
  return (
    <Box {...(field ? { 'data-field': field } : {})}>
      <FormControlLabel
        control={<Switch checked={value} disabled={disabled} onChange={(_, next) => onChange(next)} />}
        label={label}
      />
      {(error || help) && (
        <FormHelperText error={Boolean(error)} sx={{ mt: 0 }}>
          {error || help}
        </FormHelperText>
      )}
    </Box>
  )
}
