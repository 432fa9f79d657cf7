import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { useController } from 'react-hook-form'

/** A yes or no bound to the form around it. */
export function FormSwitch({ name, label, help }: { name: string; label: string; help?: string }) {
  const { field } = useController({ name })
  const id = useId()
  return (
    <div>
      <FormControlLabel
        label={label}
        control={
          <Switch
            name={name}
            checked={Boolean(field.value)}
            onChange={(event) => field.onChange(event.target.checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, ...(help ? { 'aria-describedby': id } : {}) } }}
          />
        }
      />
      {help && (
        <FormHelperText id={id} sx={{ mt: 0 }}>
          {help}
        </FormHelperText>
      )}
    </div>
  )
}
