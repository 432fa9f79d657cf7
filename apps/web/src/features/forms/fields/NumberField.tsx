import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from './field-props.ts'
import { readNumber, writeNumber } from './numbers.ts'

/**
 * A number as people write it: with a comma or a point, in the digits of their language. What is no number stays as it
 * was typed, is said to be none, and is never sent.
 */
export function NumberField(props: FieldProps<'number'> & { onUnread: (isUnread: boolean) => void }) {
  const { field, answer, onChange, onLeave, onUnread, isRequired, hasError, id, describedBy } = props
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState(() => (answer === undefined ? '' : writeNumber(answer, i18n.language)))
  const sent = useRef(answer)
  useEffect(() => {
    // the answer came from elsewhere: another window, or a page that was opened again
    if (answer === sent.current) return
    sent.current = answer
    setTyped(answer === undefined ? '' : writeNumber(answer, i18n.language))
  }, [answer, i18n.language])
  return (
    <OutlinedInput
      id={id}
      value={typed}
      error={hasError}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        const number = readNumber(text)
        onUnread(number === null && text.trim() !== '')
        sent.current = number ?? undefined
        onChange(number)
      }}
      onBlur={onLeave}
      endAdornment={field.unit ? <InputAdornment position="end">{field.unit}</InputAdornment> : undefined}
      sx={{ width: 240, maxWidth: '100%' }}
      inputProps={{
        'aria-describedby': describedBy,
        'aria-required': isRequired || undefined,
        'aria-invalid': hasError || undefined,
        inputMode: field.decimals > 0 || (field.min ?? -1) < 0 ? 'text' : 'numeric',
        autoComplete: 'off',
        maxLength: 40,
        dir: 'ltr',
      }}
    />
  )
}
