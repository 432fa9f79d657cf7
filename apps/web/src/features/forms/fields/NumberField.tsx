import { complainOf } from '@learnt/contract/forms/read-answer'
import { decimalSignOf, readPlainNumber } from '@learnt/contract/read-number'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from './field-props.ts'
import { writeNumber } from './numbers.ts'
import { PlainInput } from './PlainInput.tsx'

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
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <PlainInput
        id={id}
        value={typed}
        hasError={hasError}
        width={240}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          const number = readPlainNumber(text, {
            decimal: decimalSignOf(i18n.language),
            fits: (one) => complainOf(field, one, '') === null,
          })
          onUnread(number === null && text.trim() !== '')
          sent.current = number ?? undefined
          onChange(number)
        }}
        onBlur={onLeave}
        aria-describedby={[field.unit ? `${id}-unit` : '', describedBy].filter(Boolean).join(' ') || undefined}
        aria-required={isRequired || undefined}
        inputMode={field.decimals > 0 || (field.min ?? -1) < 0 ? 'text' : 'numeric'}
        maxLength={40}
        dir="ltr"
      />
      {field.unit && <span id={`${id}-unit`}>{field.unit}</span>}
    </Box>
  )
}
