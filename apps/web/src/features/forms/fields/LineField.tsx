import type { FieldProps } from './field-props.ts'
import { PlainInput } from './PlainInput.tsx'

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
const widths: Partial<Record<LineKind, number>> = { date: 200, time: 140, dateTime: 260, phone: 320 }
// else a year is typed with six digits
const latest: Partial<Record<LineKind, string>> = { date: '9999-12-31', dateTime: '9999-12-31T23:59' }
const complete: Partial<Record<LineKind, string>> = { email: 'email', phone: 'tel' }

/** One line: text, address, telephone number, day, time. */
export function LineField(props: FieldProps<LineKind>) {
  const { field, answer, onChange, onLeave, isRequired, hasError, id, describedBy } = props
  const { kind } = field
  const isText = kind === 'shortText' || kind === 'shortAnswer'
  return (
    <PlainInput
      id={id}
      type={types[kind]}
      value={answer ?? ''}
      hasError={hasError}
      width={widths[kind] ?? 640}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onLeave}
      placeholder={kind === 'shortText' && field.rule === 'mask' ? field.mask : undefined}
      aria-describedby={describedBy}
      aria-required={isRequired || undefined}
      max={latest[kind]}
      maxLength={isText ? 1000 : undefined}
      inputMode={kind === 'shortText' && field.rule === 'onlyNumbers' ? 'numeric' : undefined}
      autoComplete={complete[kind] ?? 'off'}
      dir={isText ? 'auto' : undefined}
    />
  )
}
