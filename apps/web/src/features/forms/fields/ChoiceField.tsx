import type { AnswerOfKind } from '@learnt/contract/forms/answers'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ChoiceLine } from './ChoiceLine.tsx'
import { type FieldProps, useFilling } from './field-props.ts'
import { PlainInput } from './PlainInput.tsx'

type Kind = 'singleChoice' | 'multipleChoice'

/** One choice by radio buttons, or several by ticks, each as large as its line; "Other" opens a line of text. */
export function ChoiceField(props: FieldProps<Kind>) {
  const { field, answer, onChange, onLeave, hasError, id, describedBy } = props
  const { t } = useTranslation('formFields')
  const { say } = useFilling()
  const several = field.kind === 'multipleChoice'
  const chosen = answer?.choices ?? []
  const other = answer?.other
  const send = (choices: string[], text: string | undefined) =>
    onChange(choices.length === 0 && text === undefined ? null : withOther(choices, text))
  const choose = (key: string) => {
    if (!several) return send([key], undefined)
    send(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key], other)
  }
  const most = field.kind === 'multipleChoice' ? field.max : null
  const least = field.kind === 'multipleChoice' ? field.min : null
  return (
    <Box sx={{ display: 'grid', gap: 0.75, maxWidth: 720 }} onBlur={onLeave}>
      {(least !== null || most !== null) && (
        <Typography variant="caption" component="p" color="textSecondary">
          {howMany(t, least, most)}
        </Typography>
      )}
      {field.choices.map((choice, at) => (
        <ChoiceLine
          key={choice.key}
          id={at === 0 ? id : `${id}-${choice.key}`}
          name={id}
          several={several}
          checked={chosen.includes(choice.key)}
          hasError={hasError}
          describedBy={several ? describedBy : undefined}
          onChoose={() => choose(choice.key)}
        >
          {say(choice.label)}
        </ChoiceLine>
      ))}
      {field.other && (
        <Box>
          <ChoiceLine
            id={field.choices.length === 0 ? id : `${id}-other`}
            name={id}
            several={several}
            checked={other !== undefined}
            hasError={hasError}
            describedBy={undefined}
            onChoose={() => {
              if (!several) send([], other ?? '')
              else send(chosen, other === undefined ? '' : undefined)
            }}
          >
            {t('other')}
          </ChoiceLine>
          {other !== undefined && (
            <Box sx={{ mt: 0.75 }}>
              <PlainInput
                value={other}
                hasError={hasError && other.trim() === ''}
                onChange={(event) => send(chosen, event.target.value)}
                aria-label={t('otherText')}
                maxLength={500}
                dir="auto"
              />
            </Box>
          )}
        </Box>
      )}
      {!several && !props.isRequired && answer !== undefined && (
        <Box>
          <Button size="small" color="inherit" onClick={() => onChange(null)}>
            {t('takeBack')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

function withOther(choices: string[], other: string | undefined): AnswerOfKind[Kind] {
  return other === undefined ? { choices } : { choices, other }
}

function howMany(
  t: ReturnType<typeof useTranslation<'formFields'>>['t'],
  least: number | null,
  most: number | null,
): string {
  if (least !== null && most !== null)
    return least === most ? t('chooseExactly', { count: least }) : t('chooseBetween', { least, most })
  return least !== null ? t('chooseAtLeast', { count: least }) : t('chooseAtMost', { count: most ?? 0 })
}
