import Box from '@mui/material/Box'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'

const gap = /\[\[([a-z][a-z0-9-]{0,39})\]\]/g

/** A text with gaps to be typed or chosen, in the place where they stand. Each one says its number and what stands around it. */
export function GapsField(props: FieldProps<'gaps'>) {
  const { field, answer = {}, onChange, onLeave, hasError, id, describedBy } = props
  const { t } = useTranslation('formFields')
  const { say } = useFilling()
  const byKey = new Map(field.gaps.map((one) => [one.key, one]))
  const change = (key: string, text: string) => {
    const { [key]: _, ...others } = answer
    const next = text === '' ? others : { ...others, [key]: text }
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  const parts = partsOf(say(field.text), byKey)
  const numbers = new Map(parts.filter((part) => part.gap).map((part, at) => [part.gap, at + 1]))
  return (
    <Box
      dir="auto"
      onBlur={onLeave}
      sx={{
        lineHeight: 2.6,
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
        maxWidth: 760,
        '& input, & select': {
          font: 'inherit',
          lineHeight: 1.4,
          minHeight: 36,
          px: 1,
          borderRadius: '8px',
          border: '1px solid',
          bgcolor: 'background.paper',
          color: 'text.primary',
          maxWidth: '100%',
        },
      }}
    >
      {parts.map((part) => {
        if (!part.gap) return <Fragment key={part.at}>{part.text}</Fragment>
        const key = part.gap
        const choices = byKey.get(key)?.choices ?? []
        const common = {
          id: numbers.get(key) === 1 ? id : `${id}-${key}`,
          'aria-label': t('gap', { number: numbers.get(key) ?? 0, count: numbers.size }),
          'aria-describedby': describedBy,
          'aria-invalid': (hasError && !answer[key]) || undefined,
          value: answer[key] ?? '',
        }
        return choices.length > 0 ? (
          <select key={part.at} {...common} onChange={(event) => change(key, event.target.value)}>
            <option value="">{t('choose')}</option>
            {choices.map((choice) => (
              <option key={choice.key} value={choice.key}>
                {say(choice.label)}
              </option>
            ))}
          </select>
        ) : (
          <input
            key={part.at}
            type="text"
            {...common}
            autoComplete="off"
            maxLength={200}
            size={Math.max(8, (answer[key] ?? '').length + 1)}
            onChange={(event) => change(key, event.target.value)}
          />
        )
      })}
    </Box>
  )
}

interface Part {
  at: number
  text: string
  gap: string | null
}

/** A gap that the field does not know stays as it was written. */
function partsOf(text: string, known: ReadonlyMap<string, unknown>): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(gap)) {
    const key = found[1] ?? ''
    if (!known.has(key)) continue
    if (found.index > from) parts.push({ at: from, text: text.slice(from, found.index), gap: null })
    parts.push({ at: found.index, text: '', gap: key })
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), gap: null })
  return parts
}
