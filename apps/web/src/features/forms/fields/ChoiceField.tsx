import type { AnswerOfKind } from '@learnt/contract/forms/answers'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import OutlinedInput from '@mui/material/OutlinedInput'
import Radio from '@mui/material/Radio'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'

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
            <OutlinedInput
              fullWidth
              size="small"
              value={other}
              onChange={(event) => send(chosen, event.target.value)}
              sx={{ mt: 0.75 }}
              inputProps={{ 'aria-label': t('otherText'), maxLength: 500, dir: 'auto' }}
            />
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

/** The whole line is pressed; a chosen one stands out by more than its colour. */
export function ChoiceLine(props: {
  id: string
  name: string
  several: boolean
  checked: boolean
  hasError: boolean
  describedBy: string | undefined
  onChoose: () => void
  children: ReactNode
}) {
  const { id, name, several, checked, hasError, describedBy, onChoose, children } = props
  const Tick = several ? Checkbox : Radio
  return (
    <Box
      component="label"
      htmlFor={id}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 48,
        paddingInlineEnd: 1.5,
        border: 1,
        borderColor: checked ? 'primary.main' : hasError ? 'error.main' : 'divider',
        boxShadow: checked ? `inset 0 0 0 1px ${theme.palette.primary.main}` : 'none',
        borderRadius: '10px',
        bgcolor: checked ? theme.palette.primary.soft : 'background.paper',
        color: checked ? theme.palette.primary.onSoft : 'text.primary',
        cursor: 'pointer',
        '&:hover': { borderColor: 'primary.main' },
      })}
    >
      <Tick
        id={id}
        name={name}
        checked={checked}
        onChange={onChoose}
        slotProps={{ input: { 'aria-describedby': describedBy, ...(several ? { 'aria-invalid': hasError } : {}) } }}
      />
      <Box component="span" dir="auto" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', py: 0.75 }}>
        {children}
      </Box>
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
