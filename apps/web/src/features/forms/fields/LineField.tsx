import OutlinedInput from '@mui/material/OutlinedInput'
import type { FieldProps } from './field-props.ts'

type LineKind = 'shortText' | 'email' | 'phone' | 'shortAnswer' | 'date' | 'time' | 'dateTime'

const types = {
  shortText: 'text',
  shortAnswer: 'text',
  email: 'email',
  phone: 'tel',
  date: 'date',
  time: 'time',
  dateTime: 'datetime-local',
} as const
const widths = { date: 200, time: 140, dateTime: 260, phone: 320 } as const
const complete = { email: 'email', phone: 'tel' } as const

/** One line: text, address, telephone number, day, time. */
export function LineField({
  field,
  answer,
  onChange,
  onLeave,
  isRequired,
  hasError,
  id,
  describedBy,
}: FieldProps<LineKind>) {
  const { kind } = field
  const isNumbers = kind === 'shortText' && field.rule === 'onlyNumbers'
  return (
    <OutlinedInput
      id={id}
      fullWidth
      type={types[kind]}
      value={answer ?? ''}
      error={hasError}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onLeave}
      placeholder={kind === 'shortText' && field.rule === 'mask' ? field.mask : ''}
      sx={{ maxWidth: kind in widths ? widths[kind as 'date'] : 640 }}
      inputProps={{
        'aria-describedby': describedBy,
        'aria-required': isRequired || undefined,
        'aria-invalid': hasError || undefined,
        maxLength: kind === 'shortText' || kind === 'shortAnswer' ? 1000 : undefined,
        inputMode: isNumbers ? 'numeric' : undefined,
        autoComplete: kind in complete ? complete[kind as 'email'] : 'off',
        dir: kind === 'shortText' || kind === 'shortAnswer' ? 'auto' : undefined,
      }}
    />
  )
}
